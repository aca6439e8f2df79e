import { bankConnectionPolicy } from "@bobine/contract/policy/bank-connection";
import { whoMay } from "@bobine/contract/policy/people";
import { Allowed, describeError } from "@bobine/shared-auth";
import { EmptyState, ErrorCard, StatusBadge, Surface } from "@bobine/shared-ui";
import type { BankConnection, ConnectedBank } from "@bobine/contract/bank-connection";
import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import { useBankConnection } from "./bank-connection.queries.ts";
import classes from "./bank-connection.module.css";
import { STATUSES, TEXTS } from "./bank.texts.ts";
import { BankStatus, ConnectedBankView } from "./connected-bank.tsx";
import { useConnect } from "./use-connect.tsx";

/**
 * The connection to the distributor's banks: opening, synchronising and ending it (UI-11, AGG-8). `detailed`: with what the last
 * synchronisation did.
 */
export function BankConnectionCard({ detailed = false }: { detailed?: boolean }) {
  const id = useId();
  /** How the banks stood when a bank's page was opened; undefined while nobody waits for one. */
  const [before, setBefore] = useState<BankConnection>();
  const connection = useBankConnection(before);
  const banks = connection.data?.banks ?? [];
  const [first, second] = banks;
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Group justify="space-between" mb="md">
          <Title order={2} id={id}>
            {TEXTS.title}
          </Title>
          {connection.data && !first ? (
            <StatusBadge color={STATUSES.not_connected.color}>{STATUSES.not_connected.label}</StatusBadge>
          ) : null}
          {first && !second ? <BankStatus bank={first} /> : null}
        </Group>
        {connection.isPending ? <Skeleton height={96} radius="md" aria-busy /> : null}
        {connection.isError ? (
          <ErrorCard
            title={TEXTS.statusFailed}
            message={describeError(connection.error).message}
            onRetry={() => void connection.refetch()}
          />
        ) : null}
        {connection.data ? (
          <Stack gap="md">
            {banks.map((bank) => (
              <div key={bank.id} className={classes["bank"]}>
                <ConnectedBankView
                  bank={bank}
                  name={nameAmong(bank, banks)}
                  isNamed={second !== undefined}
                  detailed={detailed}
                  onOpened={() => setBefore(connection.data)}
                />
              </div>
            ))}
            <Allowed
              access={bankConnectionPolicy.connect}
              otherwise={
                first ? null : (
                  <EmptyState text={TEXTS.none} hint={whoMay(bankConnectionPolicy.connect) ?? ""} />
                )
              }
            >
              <NewBank
                key={first ? "further" : "first"}
                isFurther={first !== undefined}
                onOpened={() => setBefore(connection.data)}
              />
            </Allowed>
          </Stack>
        ) : null}
      </Surface>
    </section>
  );
}

/** Two accesses to one bank are told apart by how the account of each ends. */
function nameAmong({ id, bank_name, ibans }: ConnectedBank, banks: readonly ConnectedBank[]): string {
  const name = bank_name ?? TEXTS.unknownBank;
  const end = ibans.find((iban) => iban !== "")?.slice(-4);
  const hasTwin = banks.some((other) => other.id !== id && other.bank_name === bank_name);
  return hasTwin && end !== undefined ? TEXTS.endingWith(name, end) : name;
}

/** The first bank, or one more. */
function NewBank({ isFurther, onOpened }: { isFurther: boolean; onOpened: () => void }) {
  const connects = useConnect({ is_further: isFurther ? "true" : "false" }, onOpened);
  if (isFurther)
    return (
      <Stack gap="sm" align="flex-start" className={classes["bank"] ?? ""}>
        {connects.outcome}
        <Button variant="default" loading={connects.isPending} onClick={connects.start}>
          {TEXTS.connectFurther}
        </Button>
        <Text size="sm" c="dimmed">
          {TEXTS.furtherHint}
        </Text>
      </Stack>
    );
  return (
    <>
      <EmptyState
        text={TEXTS.none}
        hint={TEXTS.noneHint}
        action={
          <Button mt="sm" loading={connects.isPending} onClick={connects.start}>
            {TEXTS.connect}
          </Button>
        }
      />
      {connects.outcome}
    </>
  );
}
