import { Notice } from "./notice.tsx";

export const Info = () => (
  <Notice tone="info" title="Mode Super Admin">
    Vous agissez pour Lumen Films.
  </Notice>
);

export const Success = () => (
  <Notice tone="success">{"Relevé importé\u00a0: 12 opérations, 4 rapprochements."}</Notice>
);

export const Warning = () => (
  <Notice tone="warning" title="Limite du rapprochement automatique">
    {
      "Le rapprochement automatique est en pause\u00a0: les opérations suivantes sont proposées, aucune n’est rapprochée sans vous."
    }
  </Notice>
);

export const Failure = () => (
  <Notice tone="error" title="Erreur de rapprochement!">
    La facture F26000128 est déjà payée.
  </Notice>
);
