import type { Cinema } from "@bobine/contract/cinemas";
import { describeError } from "@bobine/shared-auth";
import { ConfirmDialog, notifySuccess } from "@bobine/shared-ui";
import { Text } from "@mantine/core";
import { useDeleteCinema, useValidateCinema } from "./cinemas.queries.ts";
import { TEXTS } from "./cinemas.texts.ts";

/** Validates a cinema, after a question: it is one way (TXT-7). */
export function ValidatedCinema({ cinema, close }: { cinema: Cinema; close: () => void }) {
  const validate = useValidateCinema();
  return (
    <ConfirmDialog
      opened
      title={TEXTS.validateTitle}
      confirmLabel={TEXTS.validate}
      pending={validate.isPending}
      error={validate.error ? describeError(validate.error, TEXTS.validateFailed).message : undefined}
      close={close}
      onConfirm={() =>
        validate.mutate(cinema.id, {
          onSuccess: () => {
            notifySuccess(TEXTS.validateDone);
            close();
          },
        })
      }
    >
      <Text>{TEXTS.validateQuestion(cinema.name)}</Text>
    </ConfirmDialog>
  );
}

/** Deletes a cinema for good, after a question (UI-16). */
export function DeletedCinema({
  cinema,
  onDeleted,
  close,
}: {
  cinema: Cinema;
  /** It is gone, and the list does not know yet. */
  onDeleted: () => void;
  close: () => void;
}) {
  const remove = useDeleteCinema(onDeleted);
  return (
    <ConfirmDialog
      opened
      title={TEXTS.deleteTitle}
      confirmLabel={TEXTS.deleteButton}
      danger
      pending={remove.isPending}
      error={remove.error ? describeError(remove.error, TEXTS.deleteFailed).message : undefined}
      close={close}
      onConfirm={() =>
        remove.mutate(cinema.id, {
          onSuccess: () => {
            notifySuccess(TEXTS.deleteDone);
            close();
          },
        })
      }
    >
      <Text>{TEXTS.deleteQuestion(cinema.name, cinema.city)}</Text>
    </ConfirmDialog>
  );
}
