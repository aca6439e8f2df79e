import { EmptyState } from "./empty-state.tsx";
import { PageHeader } from "./page-header.tsx";

/** A screen that is still to come. UI-2 */
export function PlaceholderPage({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState text="Cette page est en cours de développement." />
    </>
  );
}
