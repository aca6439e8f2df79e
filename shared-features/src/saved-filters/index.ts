export { SavedFilters } from "./saved-filters.button.tsx";
