import { describeError } from "@bobine/shared-auth";
import { ConfirmDialog, notifySuccess } from "@bobine/shared-ui";
import { Text } from "@mantine/core";
import type { useRevokeKey, useRevokeToken } from "./modules.queries.ts";
import { REVOKE } from "./modules.texts.ts";

/** Asks before a token or a key of a team is revoked. */
export function RevokeDialog({
  id,
  revoke,
  texts,
  close,
}: {
  id: number;
  revoke: ReturnType<typeof useRevokeKey | typeof useRevokeToken>;
  texts: { title: string; hint: string; revoked: string; failed: string };
  close: () => void;
}) {
  const end = () => {
    close();
    revoke.reset();
  };
  return (
    <ConfirmDialog
      opened
      danger
      title={texts.title}
      confirmLabel={REVOKE}
      pending={revoke.isPending}
      error={revoke.error ? describeError(revoke.error, texts.failed).message : undefined}
      onConfirm={() =>
        revoke.mutate(id, {
          onSuccess: () => {
            notifySuccess(texts.revoked);
            end();
          },
        })
      }
      close={end}
    >
      <Text>{texts.hint}</Text>
    </ConfirmDialog>
  );
}
