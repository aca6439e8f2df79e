import { Button, Group } from "@mantine/core";
import { dismissLasting, notifyAnswerable, notifyError, notifyLasting, notifySuccess } from "./notify.ts";

export const failure = () => notifyError("Vérifiez votre connexion.", "Impossible de créer le distributeur");

export const failureWithoutReason = () => notifyError("Impossible de sauvegarder les modifications");

export const success = () => notifySuccess("Action résolue avec succès.");

export const decision = (message = "Facture F26000128 rapprochée.") => notifyAnswerable("decision", message);

export const update = (onClose: () => void = () => undefined) =>
  notifyLasting("update", {
    title: "Nouvelle version disponible",
    message: "Enregistrez votre travail, puis actualisez la page.",
    onClose,
  });

export const Confirmations = () => (
  <Group gap="xs">
    <Button variant="default" onClick={success}>
      Réussite
    </Button>
    <Button variant="default" onClick={() => decision()}>
      Décision
    </Button>
  </Group>
);

export const Failures = () => (
  <Group gap="xs">
    <Button variant="default" onClick={failure}>
      Échec et sa raison
    </Button>
    <Button variant="default" onClick={failureWithoutReason}>
      Échec sans raison
    </Button>
  </Group>
);

/** It stays until it is closed or dismissed. */
export const Lasting = () => (
  <Group gap="xs">
    <Button variant="default" onClick={() => update()}>
      Message durable
    </Button>
    <Button variant="default" onClick={() => dismissLasting("update")}>
      Le retirer
    </Button>
  </Group>
);
