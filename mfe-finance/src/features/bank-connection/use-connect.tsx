import type { ConnectionResult, startBankConnection } from "@bobine/contract/bank-connection";
import { describeError } from "@bobine/shared-auth";
import type { QueryOf } from "@bobine/contract/route";
import { Notice } from "@bobine/shared-ui";
import { Anchor } from "@mantine/core";
import { useEffect, useState } from "react";
import { useReadConnectionAgain, useStartConnection } from "./bank-connection.queries.ts";
import { RESULTS, TEXTS } from "./bank.texts.ts";
import { onReturnFromBank, openOtherTab } from "./other-tab.ts";

/** Opens the bank's page in a new tab, and tells how that went, as the tab that comes back tells it. */
export function useConnect(asked: QueryOf<typeof startBankConnection>, onOpened: () => void) {
  const session = useStartConnection();
  const readAgain = useReadConnectionAgain();
  const [page, setPage] = useState<{ url: string; opened: boolean }>();
  const [result, setResult] = useState<ConnectionResult>();
  const isWaiting = page !== undefined;
  useEffect(() => {
    if (!isWaiting) return undefined;
    return onReturnFromBank((told) => {
      setPage(undefined);
      setResult(told);
      void readAgain();
    });
  }, [isWaiting, readAgain]);
  const start = () => {
    setPage(undefined);
    setResult(undefined);
    const tab = openOtherTab();
    session.mutate(asked, {
      onSuccess: (url) => {
        setPage({ url, opened: tab.goTo(url) });
        onOpened();
      },
      onError: tab.close,
    });
  };
  const outcome = session.isError ? (
    <Notice tone="error">{describeError(session.error, TEXTS.connectFailed).message}</Notice>
  ) : page ? (
    <Notice tone="info">
      {page.opened ? TEXTS.opened : TEXTS.blocked}{" "}
      {page.opened ? null : (
        <Anchor href={page.url} target="_blank" rel="noopener" underline="always">
          {TEXTS.openByHand}
        </Anchor>
      )}
    </Notice>
  ) : result ? (
    <Notice tone={RESULTS[result].tone}>{RESULTS[result].text}</Notice>
  ) : null;
  return { start, isPending: session.isPending, outcome };
}
