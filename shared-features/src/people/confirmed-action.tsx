import { ConfirmDialog, notifySuccess } from "@bobine/shared-ui";
import { type ReactNode, useState } from "react";

/** What is done to people or sessions: the mutation of a screen. */
export interface PeopleAction<What> {
  readonly isPending: boolean;
  readonly mutate: (
    what: What,
    callbacks: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void;
}

interface ConfirmedActionProps<What> {
  readonly action: PeopleAction<What>;
  readonly what: What;
  readonly title: string;
  readonly question: ReactNode;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** Told once it is done. */
  readonly done: string;
  /** What is said when it failed. */
  readonly describe: (error: Error) => string;
  readonly close: () => void;
}

/** Asks, does it, and says that it is done or why not; the dialog stays open with a failure. */
export function ConfirmedAction<What>(props: ConfirmedActionProps<What>) {
  const { action, what, title, question, confirmLabel, danger = false, done, describe, close } = props;
  const [error, setError] = useState<string>();
  const confirm = () => {
    setError(undefined);
    action.mutate(what, {
      onSuccess: () => {
        notifySuccess(done);
        close();
      },
      onError: (failure) => setError(describe(failure)),
    });
  };
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={confirmLabel}
      danger={danger}
      pending={action.isPending}
      error={error}
      onConfirm={confirm}
      close={close}
    >
      {question}
    </ConfirmDialog>
  );
}
