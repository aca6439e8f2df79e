import { ConfirmDialog, type ConfirmDialogProps } from "./confirm.dialog.tsx";

export const Question = (props: Partial<ConfirmDialogProps>) => (
  <ConfirmDialog
    opened
    title="Confirmer le rapprochement"
    onConfirm={() => undefined}
    close={() => undefined}
    {...props}
  >
    {"Le trop-perçu de 12,40\u00a0€ sera conservé dans l’historique de l’opération."}
  </ConfirmDialog>
);

/** The action takes something away. */
export const Danger = (props: Partial<ConfirmDialogProps>) => (
  <ConfirmDialog
    opened
    danger
    title={"Retirer ce cinéma de votre liste\u202f?"}
    confirmLabel="Retirer de la liste"
    onConfirm={() => undefined}
    close={() => undefined}
    {...props}
  >
    {"Vous ne verrez plus la fiche ni les contacts de «\u00a0Cinéma Le Beffroi\u00a0»."}
  </ConfirmDialog>
);

/** What the server answered stays in the dialog. */
export const Refused = (props: Partial<ConfirmDialogProps>) => (
  <ConfirmDialog
    opened
    title={"Annuler le rapprochement\u202f?"}
    error="Cette facture a été modifiée entre-temps. Rechargez la page."
    onConfirm={() => undefined}
    close={() => undefined}
    {...props}
  >
    La facture F26000128 redeviendra impayée.
  </ConfirmDialog>
);

export const UnderWay = (props: Partial<ConfirmDialogProps>) => <Question pending {...props} />;
