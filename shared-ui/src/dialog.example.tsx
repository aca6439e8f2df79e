import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "./confirm.dialog.tsx";
import { Dialog } from "./dialog.tsx";

export const Preview = ({ close = () => undefined }: { close?: () => void }) => (
  <Dialog opened onClose={close} title="Aperçu">
    <Stack>
      <Text>Facture F26000128 du 18/11/2026, Cinéma Le Beffroi.</Text>
      <Group justify="flex-end">
        <Button>Télécharger</Button>
      </Group>
    </Stack>
  </Dialog>
);

/** The focus goes to the field with `data-autofocus`. */
export const CreditNote = () => (
  <Dialog opened onClose={() => undefined} title="Avoir" withCloseButton={false}>
    <Stack>
      <TextInput label="Montant" data-autofocus />
      <TextInput label="Motif" />
    </Stack>
  </Dialog>
);

/**
 * A dialog that is mounted already open, from a row of a list, with a question above it.
 * `keepsRow` false: what is confirmed takes the row away.
 */
export function QuestionAbove({ keepsRow = true }: { keepsRow?: boolean }) {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  const confirm = () => {
    setAsking(false);
    setOpen(false);
    setDone(true);
  };
  return (
    <>
      {/* As a table's scrolling area is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label="Liste" tabIndex={0}>
        <table>
          <tbody>
            {done && !keepsRow ? null : (
              <tr>
                <td>
                  {done ? (
                    <Button key="undo">Annuler la ligne</Button>
                  ) : (
                    <Button key="do" onClick={() => setOpen(true)}>
                      Résoudre
                    </Button>
                  )}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
      {open ? (
        <Dialog opened onClose={() => setOpen(false)} title="Choix">
          <Button onClick={() => setAsking(true)}>Rapprocher</Button>
          <ConfirmDialog opened={asking} title="Question" close={() => setAsking(false)} onConfirm={confirm}>
            {"Continuer\u202f?"}
          </ConfirmDialog>
        </Dialog>
      ) : null}
    </>
  );
}

/** A refusal that is in the page before the choice that it is about. */
export function RefusalAbove() {
  const [open, setOpen] = useState(false);
  const [isRefused, setRefused] = useState(false);
  return (
    <>
      <Dialog opened={isRefused} onClose={() => setRefused(false)} title="Refus">
        <Button onClick={() => setRefused(false)}>Fermer</Button>
      </Dialog>
      <Button onClick={() => setOpen(true)}>Résoudre</Button>
      {open ? (
        <Dialog opened onClose={() => setOpen(false)} title="Choix">
          <Button onClick={() => setRefused(true)}>Rapprocher</Button>
        </Dialog>
      ) : null}
    </>
  );
}

/** One that waits for what it shows, and gives its place to the one that shows it. */
export function LoadedLater() {
  const [step, setStep] = useState<"closed" | "loading" | "loaded">("closed");
  const close = () => setStep("closed");
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setStep("loading")}>Résoudre</Button>
      {step === "loading" ? (
        <Dialog key="loading" opened onClose={close} title="Chargement">
          <Button onClick={() => setStep("loaded")}>Montrer</Button>
        </Dialog>
      ) : null}
      {step === "loaded" ? (
        <Dialog key="loaded" opened onClose={close} title="Choix">
          <Button>Rapprocher</Button>
        </Dialog>
      ) : null}
    </main>
  );
}
