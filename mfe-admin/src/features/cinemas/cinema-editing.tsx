import type { Cinema } from "@bobine/contract/cinemas";
import { describeError, dropDraft } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import type { FieldErrors } from "@bobine/shared-ui/forms";
import { useMemo, useState } from "react";
import { showFailure } from "../../show-failure.ts";
import { CinemaDialog } from "./cinema.dialog.tsx";
import { changedCinema, cinemaDraft, writtenCinema } from "./cinema-form.ts";
import { useChangeCinema, useCreateCinema } from "./cinemas.queries.ts";
import { TEXTS } from "./cinemas.texts.ts";

const NO_ERRORS: FieldErrors = {};
const fieldErrorsOf = (error: unknown): FieldErrors => (error ? describeError(error).fieldErrors : NO_ERRORS);

/** Creates a cinema (UI-16, TXT-1). */
export function NewCinema({ close }: { close: () => void }) {
  const create = useCreateCinema();
  const errors = useMemo(() => fieldErrorsOf(create.error), [create.error]);
  return (
    <CinemaDialog
      cinema={undefined}
      pending={create.isPending}
      failure={create.error}
      errors={errors}
      onConfirm={(form) =>
        create.mutate(writtenCinema(form), {
          onSuccess: () => {
            dropDraft(cinemaDraft(undefined));
            notifySuccess(TEXTS.createDone);
            close();
          },
          // TXT-1: an error of the short code shows by itself, under its field.
          onError: (error) => {
            if (!fieldErrorsOf(error)["short_name_code"]) showFailure(error, TEXTS.createFailed);
          },
        })
      }
      close={close}
    />
  );
}

/** Changes a cinema: sends the fields that differ from the form as it was opened. */
export function EditedCinema({
  cinema: read,
  focus,
  close,
}: {
  cinema: Cinema;
  /** The field that a link has opened the form for. */
  focus?: string | undefined;
  close: () => void;
}) {
  // What somebody else saves meanwhile is not undone by fields that this person has not touched.
  const [cinema] = useState(read);
  const change = useChangeCinema();
  const errors = useMemo(() => fieldErrorsOf(change.error), [change.error]);
  const leave = () => {
    dropDraft(cinemaDraft(cinema.id));
    close();
  };
  return (
    <CinemaDialog
      cinema={cinema}
      focus={focus}
      pending={change.isPending}
      failure={change.error}
      errors={errors}
      onConfirm={(form) => {
        const changes = changedCinema(cinema, form);
        if (Object.keys(changes).length === 0) leave();
        else
          change.mutate(
            { id: cinema.id, changes },
            {
              onSuccess: () => {
                notifySuccess(TEXTS.updateDone);
                leave();
              },
              onError: (error) => showFailure(error, TEXTS.updateFailed),
            },
          );
      }}
      close={close}
    />
  );
}
