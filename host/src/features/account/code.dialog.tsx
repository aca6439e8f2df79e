import { totpCodeSchema } from "@bobine/contract/second-factor";
import { type Action, describeError } from "@bobine/shared-auth";
import { Dialog } from "@bobine/shared-ui";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { CODE } from "./second-factor.texts.ts";

/** Asks for a code of the authenticator app, or a recovery code, before what only its owner may do. */
export function CodeDialog({
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
  action: Pick<Action<unknown, string>, "mutate" | "isPending">;
  onDone: () => void;
  close: () => void;
}) {
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const judged = totpCodeSchema.safeParse(code);
    if (!judged.success) {
      setWrong(judged.error.issues[0]?.message);
      return;
    }
    action.mutate(judged.data, {
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
            autoComplete="one-time-code"
            required
            data-autofocus
            readOnly={action.isPending}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setWrong(undefined);
            }}
            error={wrong ? <span role="alert">{wrong}</span> : undefined}
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
