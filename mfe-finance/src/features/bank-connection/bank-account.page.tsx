import {
  type BankConnection,
  CONNECTION_RESULTS,
  type ConnectionResult,
} from "@bobine/contract/bank-connection";
import { Notice, PageHeader } from "@bobine/shared-ui";
import { Anchor, Group, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Deciders } from "../../decider.tsx";
import { paths } from "../../paths.ts";
import { BankConnectionCard } from "./bank-connection.card.tsx";
import { useBankConnection } from "./bank-connection.queries.ts";
import { notifyReturnFromBank } from "./other-tab.ts";
import { RESULTS, TEXTS } from "./bank.texts.ts";

/** Where the bank sends the browser back, and where screens without a bank send people (UI-1). */
export function BankAccountPage() {
  const [params] = useSearchParams();
  const result = CONNECTION_RESULTS.find((one) => one === params.get("result"));
  const connection = useBankConnection();
  const [atFirst, setAtFirst] = useState(connection.data);
  if (!atFirst && connection.data) setAtFirst(connection.data);
  // The tab that waits for this one agrees with it at once.
  useEffect(() => {
    if (result) notifyReturnFromBank(result);
  }, [result]);
  return (
    <>
      <PageHeader title={TEXTS.page} description={TEXTS.pageIntro} />
      <Stack gap="md" maw={900}>
        {result && isStillSo(result, connection.data, atFirst) ? (
          <Notice tone={RESULTS[result].tone}>{RESULTS[result].text}</Notice>
        ) : null}
        <BankConnectionCard detailed />
        <Group gap="lg">
          <Anchor component={Link} to={paths.originalStatement()} underline="always">
            {TEXTS.toStatement}
          </Anchor>
          <Deciders>
            <Anchor component={Link} to={paths.statementImport()} underline="always">
              {TEXTS.toImport}
            </Anchor>
          </Deciders>
        </Group>
      </Stack>
    </>
  );
}

/** Whether what the browser brought back agrees with how the bank stands now: the address stays when that has changed. */
function isStillSo(
  result: ConnectionResult,
  now: BankConnection | undefined,
  atFirst: BankConnection | undefined,
): boolean {
  if (now === undefined) return true;
  const { status, banks } = now;
  // One was disconnected since, perhaps the very one.
  const lost = atFirst?.banks.some(({ id }) => banks.every((bank) => bank.id !== id));
  const isWell = status === "connected" || status === "syncing";
  return result === "connected" ? status !== "not_connected" && !lost : !isWell;
}
