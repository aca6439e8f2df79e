import { centsFromWire } from "@bobine/contract/money";
import { describeError, dropDraft, isApiError } from "@bobine/shared-auth";
import { useOwnDistributor } from "@bobine/shared-features/own-distributor";
import { Dialog, ErrorCard, notifySuccess } from "@bobine/shared-ui";
import { Box, Skeleton } from "@mantine/core";
import { useMemo } from "react";
import { AccountChoicesDialog } from "./account-choices.dialog.tsx";
import { ACCOUNTS_DRAFT } from "./account-choices.draft.ts";
import { ACCOUNTS_TEXTS as TEXTS } from "./account-choices.texts.ts";
import { useAccountChoices, useSaveAccountChoices } from "./bank-parts.queries.ts";

const NONE = {};

/** Reads the list of accounts, lets one change it and saves it. */
export function AccountChoices({ close }: { close: () => void }) {
  const accounts = useAccountChoices();
  const company = useOwnDistributor();
  const failed = accounts.error ?? company.error;
  const save = useSaveAccountChoices();
  const { error } = save;
  const described = useMemo(() => (error ? describeError(error, TEXTS.saveFailed) : undefined), [error]);
  if (accounts.data === undefined || company.data === undefined)
    return (
      <Dialog opened title={TEXTS.title} onClose={close}>
        {failed ? (
          <ErrorCard
            title={describeError(failed, TEXTS.loadFailed).message}
            onRetry={() => {
              void accounts.refetch();
              void company.refetch();
            }}
          />
        ) : (
          <Box component="output" display="block" aria-label="Chargement…">
            <Skeleton height={240} />
          </Box>
        )}
      </Dialog>
    );
  const limit = centsFromWire(company.data.write_off_limit);
  const { contrary_words: words } = company.data;
  return (
    <AccountChoicesDialog
      accounts={accounts.data.results}
      limit={limit}
      words={words}
      pending={save.isPending}
      error={described?.message}
      fieldErrors={described?.fieldErrors ?? NONE}
      onConfirm={(changed, join) =>
        save.mutate(changed, {
          onSuccess: () => {
            dropDraft(ACCOUNTS_DRAFT);
            notifySuccess(TEXTS.saved);
            close();
          },
          onError: (refusal) => {
            if (isApiError(refusal) && refusal.code === "accounts_changed")
              void accounts.refetch().then(({ isSuccess, data }) => isSuccess && join(data.results));
          },
        })
      }
      close={close}
    />
  );
}
