import { type Action, describeError } from "@bobine/shared-auth";
import { Dialog } from "@bobine/shared-ui";
import { useCodeField } from "@bobine/shared-ui/forms";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { CODE } from "./second-factor.texts.ts";

/** Asks for a code of the authenticator app, or a recovery code, before what only its owner may do. */
export function CodeDialog<Answer>({
  title,
  children,
  failed,
  confirmLabel,
  action,
  onDone,
  close,
}: {
  title: string;
  children: ReactNode;
  /** What is said of a failure, before its reason. */
  failed: string;
  confirmLabel: string;
  action: Pick<Action<Answer, string>, "mutate" | "isPending">;
  onDone: (answer: Answer) => void;
  close: () => void;
}) {
  const { input, read, setWrong } = useCodeField();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = read();
    if (code === undefined) return;
    action.mutate(code, {
      onSuccess: onDone,
      onError: (error) => {
        const { message, fieldErrors } = describeError(error, failed);
        setWrong(fieldErrors["totp_code"] ?? message);
      },
    });
  };
  return (
    <Dialog opened onClose={action.isPending ? () => undefined : close} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>{children}</div>
          <TextInput
            label={CODE.label}
            description={CODE.hint}
            inputMode="text"
            data-autofocus
            readOnly={action.isPending}
            {...input}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={action.isPending} onClick={close}>
              {CODE.cancel}
            </Button>
            <Button type="submit" loading={action.isPending}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
