export { SavedFilters } from "./saved-filters.button.tsx";
export { OpeningList } from "./opening-list.tsx";
