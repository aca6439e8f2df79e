import { centsFromWire } from "@bobine/contract/money";
import { describeError, dropDraft, loadFailure, useUnfinishedWork } from "@bobine/shared-auth";
import { useToday } from "@bobine/shared-ui/dates";
import { notifySuccess } from "@bobine/shared-ui";
import { textValue } from "@bobine/shared-ui/lists";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { ApplyCreditDialog } from "./apply-credit.dialog.tsx";
import { applyDraft } from "./apply-credit.draft.ts";
import type { ClientCredit } from "@bobine/contract/client-credits";
import { useApplyCredit, usePayables } from "./credits.queries.ts";
import { APPLY_TEXTS as TEXTS } from "./credits.texts.ts";

const SEARCH_DELAY_MS = 250;
const NONE = {};

interface ApplyCreditProps {
  credit: Pick<ClientCredit, "id" | "label" | "remaining" | "cinema_id" | "client_account">;
  close: () => void;
}

/** Reads the open invoices of a credit's client, asks for one, and applies the credit to it. */
export function ApplyCredit({ credit, close }: ApplyCreditProps) {
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(textValue.read([search.trim()]), SEARCH_DELAY_MS);
  const today = useToday();
  const invoices = usePayables(credit, wanted);
  const apply = useApplyCredit(credit.id);
  useUnfinishedWork(apply.isPending ? "reconciliation" : undefined, TEXTS.title);
  const { error } = apply;
  const described = useMemo(() => (error ? describeError(error, TEXTS.applyFailed) : undefined), [error]);
  return (
    <ApplyCreditDialog
      credit={{ id: credit.id, label: credit.label, remaining: centsFromWire(credit.remaining) }}
      today={today}
      invoices={invoices.data}
      invoicesError={loadFailure(invoices, TEXTS.invoicesFailed)}
      onSearch={setSearch}
      pending={apply.isPending}
      error={described?.message}
      fieldErrors={described?.fieldErrors ?? NONE}
      onConfirm={(body) =>
        apply.mutate(body, {
          onSuccess: () => {
            dropDraft(applyDraft(credit.id));
            notifySuccess(TEXTS.applied);
            close();
          },
        })
      }
      close={close}
    />
  );
}
