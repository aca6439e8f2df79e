import { ConfirmDialog, Dialog, rememberFocus, RestoredDraft } from "@bobine/shared-ui";
import { Button, Stack, Text } from "@mantine/core";
import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./form.module.css";

/** What is typed and not saved; `useDraft` of shared-auth gives one that a reload does not lose. */
interface FormDraft {
  /** Something is typed: closing asks first. */
  isDirty: boolean;
  /** It was typed before a reload: the dialog says so. */
  isRestored?: boolean;
  /** Gives up what is typed and kept. */
  discard?: () => void;
}

export interface FormDialogProps {
  title: ReactNode;
  submitLabel: string;
  /** The form as it is could not be saved: nothing is loaded yet. */
  disabled?: boolean;
  /** It is being saved: the dialog waits. */
  pending: boolean;
  draft: FormDraft;
  /** Field → message, as shown under the fields. After an attempt the first of them takes the focus, and is read aloud. */
  errors: Readonly<Record<string, string>>;
  /** Why the last attempt failed, whatever it is; nothing while there is none. */
  failure: unknown;
  size?: string;
  /** @returns true when it is being sent, false when the form itself found an error */
  onSubmit: () => boolean;
  /** It goes; the draft, if any, is given up already. */
  close: () => void;
  children: ReactNode;
}

interface Attempt {
  isSent: boolean;
  errorsBefore: FormDialogProps["errors"];
  wasPending: boolean;
  failureBefore: unknown;
  giveFocusBack: () => void;
}

/** A form in a dialog: Enter sends it, a failed attempt shows its first error, and closing loses nothing unasked. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, disabled = false, pending, draft, errors, failure, onSubmit } = props;
  const [asking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef<Attempt>(undefined);

  // How the attempt ended shows with the render after it: a button that was busy had lost the focus.
  useEffect(() => {
    const { current } = attempt;
    if (!current) return;
    if (pending) current.wasPending = true;
    // An answer at once: it was never seen on its way.
    // The effect of a render from before the attempt may come after it: that one knows nothing of how it ended.
    else if (
      current.isSent
        ? current.wasPending || failure !== current.failureBefore
        : errors !== current.errorsBefore
    ) {
      attempt.current = undefined;
      if (Object.keys(errors).length === 0) current.giveFocusBack();
      else form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    }
  }, [pending, errors, failure]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending || disabled) return;
    const giveFocusBack = rememberFocus();
    attempt.current = {
      isSent: onSubmit(),
      errorsBefore: errors,
      wasPending: false,
      failureBefore: failure,
      giveFocusBack,
    };
  };
  // Fields that hold what is typed until it can be read begin again, too.
  const [beginnings, setBeginnings] = useState(0);
  const discard = () => draft.discard?.();
  const close = () => {
    discard();
    props.close();
  };
  const leave = () => {
    if (pending) return;
    if (draft.isDirty) setAsking(true);
    else close();
  };
  return (
    <Dialog
      opened
      onClose={leave}
      title={title}
      size={props.size ?? "lg"}
      // A click beside a form is not a wish to lose it.
      closeOnClickOutside={!draft.isDirty}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="lg">
          {draft.isRestored ? (
            <RestoredDraft
              onDiscard={() => {
                discard();
                setBeginnings(beginnings + 1);
              }}
            />
          ) : null}
          <Fragment key={beginnings}>{props.children}</Fragment>
          <div className={classes["footer"]}>
            <Button variant="default" onClick={leave} disabled={pending}>
              Annuler
            </Button>
            <Button type="submit" loading={pending} disabled={disabled}>
              {submitLabel}
            </Button>
          </div>
        </Stack>
      </form>
      {asking ? <DiscardDialog onDiscard={close} close={() => setAsking(false)} /> : null}
    </Dialog>
  );
}

/** Asks before what is typed and not saved is given up. */
export function DiscardDialog({ onDiscard, close }: { onDiscard: () => void; close: () => void }) {
  return (
    <ConfirmDialog
      opened
      title={"Abandonner la saisie\u202f?"}
      confirmLabel="Abandonner"
      cancelLabel="Continuer la saisie"
      danger
      onConfirm={onDiscard}
      close={close}
    >
      <Text>Vos modifications ne sont pas enregistrées. Elles seront perdues.</Text>
    </ConfirmDialog>
  );
}
