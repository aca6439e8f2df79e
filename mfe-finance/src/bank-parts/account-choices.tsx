import { describeError, dropDraft } from "@bobine/shared-auth";
import { Dialog, ErrorCard, notifySuccess } from "@bobine/shared-ui";
import { Skeleton } from "@mantine/core";
import { useMemo } from "react";
import { AccountChoicesDialog } from "./account-choices.dialog.tsx";
import { ACCOUNTS_DRAFT } from "./account-choices.draft.ts";
import { ACCOUNTS_TEXTS as TEXTS } from "./account-choices.texts.ts";
import { useAccountChoices, useReplaceAccountChoices } from "./bank-parts.queries.ts";

const NONE = {};

/** Reads the list of accounts, lets one change it and saves it. */
export function AccountChoices({ close }: { close: () => void }) {
  const accounts = useAccountChoices();
  const replace = useReplaceAccountChoices();
  const { error } = replace;
  const described = useMemo(() => (error ? describeError(error, TEXTS.saveFailed) : undefined), [error]);
  if (!accounts.data)
    return (
      <Dialog opened title={TEXTS.title} onClose={close}>
        {accounts.error ? (
          <ErrorCard
            title={describeError(accounts.error, TEXTS.loadFailed).message}
            onRetry={() => void accounts.refetch()}
          />
        ) : (
          <Skeleton height={240} aria-label="Chargement…" />
        )}
      </Dialog>
    );
  return (
    <AccountChoicesDialog
      accounts={accounts.data.results}
      pending={replace.isPending}
      error={described?.message}
      fieldErrors={described?.fieldErrors ?? NONE}
      onConfirm={(list) =>
        replace.mutate(list, {
          onSuccess: () => {
            dropDraft(ACCOUNTS_DRAFT);
            notifySuccess(TEXTS.saved);
            close();
          },
        })
      }
      close={close}
    />
  );
}
