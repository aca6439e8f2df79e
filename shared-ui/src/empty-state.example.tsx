import { Button } from "@mantine/core";
import { EmptyState } from "./empty-state.tsx";

export const TextAlone = () => <EmptyState text="Aucune facture trouvée correspondant à vos critères" />;

export const WithNextStep = () => (
  <EmptyState
    text="Aucun cinéma trouvé"
    hint={"Importez un rapport\u00a0: ses cinémas entreront dans votre liste."}
    action={<Button>Importer</Button>}
  />
);
