import { PlaceholderPage } from "./placeholder.page.tsx";

export const Plan = () => <PlaceholderPage title="Plan" />;
