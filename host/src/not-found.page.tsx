import { EmptyState, PageHeader } from "@bobine/shared-ui";
import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "./paths.ts";

/** UI-1, TXT-6 */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page introuvable" />
      <EmptyState
        text="La page demandée n’existe pas ou a été déplacée."
        action={
          <Button component={Link} to={paths.dashboard()} mt="sm">
            Retour à l’accueil
          </Button>
        }
      />
    </>
  );
}
