import { BANK_FIELDS, type SeenChange } from "@bobine/contract/bank-details";
import type { DistributorProfile } from "@bobine/contract/distributors";
import { bankDetailsPolicy } from "@bobine/contract/policy/bank-details";
import { Allowed, describeError } from "@bobine/shared-auth";
import { ConfirmDialog, formatDateTime, Notice, notifyError, notifySuccess } from "@bobine/shared-ui";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { inGroups } from "./account-fields.ts";
import { CodeDialog } from "./code.dialog.tsx";
import { useConfirmIbanByCode, usePendingIban } from "./iban.queries.ts";
import { PENDING } from "./iban.texts.ts";

/** A change of IBAN that waits for its confirmation: what is asked for, and what can be done about it. */
export function PendingIban({ company }: { company: DistributorProfile }) {
  const { resend, withdraw } = usePendingIban();
  const [asksWithdraw, setAsksWithdraw] = useState(false);
  /** What the dialog showed when it was opened. */
  const [asksCode, setAsksCode] = useState<SeenChange | null>(null);
  const values: SeenChange = { iban: company.pending_iban, secondary_iban: company.pending_secondary_iban };
  const byCode = useConfirmIbanByCode(values);
  const now = useNow();
  const change = company.pending_bank_details;
  if (!change) return null;
  const again = change.mail_again_at;
  const isTooSoon = again !== null && Date.parse(again) > now;
  return (
    <Notice tone="warning" title={PENDING.title}>
      <Stack gap="xs" mt={4}>
        <AskedFields values={values} />
        <Text size="sm">
          {PENDING.asked(
            change.requested_by,
            formatDateTime(change.requested_at),
            formatDateTime(change.expires_at),
          )}
        </Text>
        {mailSentences(change.mails ?? []).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        <Text size="sm">{PENDING.next}</Text>
        <Allowed access={bankDetailsPolicy.ask}>
          <Group gap="xs">
            <Button
              variant="default"
              disabled={again === null || isTooSoon}
              loading={resend.isPending}
              onClick={() =>
                resend.mutate(undefined, {
                  onSuccess: () => notifySuccess(PENDING.resent),
                  onError: (error) => notifyError(describeError(error, PENDING.resendFailed).message),
                })
              }
            >
              {PENDING.resend}
            </Button>
            <Button variant="default" onClick={() => setAsksCode(values)}>
              {PENDING.byCode}
            </Button>
            <Button variant="default" onClick={() => setAsksWithdraw(true)}>
              {PENDING.withdraw}
            </Button>
          </Group>
          {again === null ? <Text size="sm">{PENDING.resendNoMore}</Text> : null}
          {isTooSoon ? <Text size="sm">{PENDING.resendFrom(formatDateTime(again))}</Text> : null}
        </Allowed>
      </Stack>
      {asksCode ? (
        <CodeDialog
          title={PENDING.byCodeTitle}
          failed={PENDING.byCodeFailed}
          confirmLabel={PENDING.byCode}
          action={byCode}
          onDone={() => {
            setAsksCode(null);
            notifySuccess(PENDING.confirmed);
          }}
          close={() => setAsksCode(null)}
        >
          <Stack gap="xs">
            {BANK_FIELDS.some((field) => values[field] !== asksCode[field]) ? (
              <Text role="alert" fw={600}>
                {PENDING.replaced}
              </Text>
            ) : null}
            <Text size="sm">{PENDING.byCodeIntro}</Text>
            <AskedFields values={values} />
            {values.iban === "" ? null : (
              <Text size="sm">{values.iban === null ? PENDING.keepsPrinted : PENDING.willPrint}</Text>
            )}
          </Stack>
        </CodeDialog>
      ) : null}
      <ConfirmDialog
        opened={asksWithdraw}
        title={PENDING.withdrawTitle}
        confirmLabel={PENDING.withdraw}
        pending={withdraw.isPending}
        error={withdraw.isError ? describeError(withdraw.error, PENDING.withdrawFailed).message : undefined}
        onConfirm={() =>
          withdraw.mutate(undefined, {
            onSuccess: () => {
              setAsksWithdraw(false);
              notifySuccess(PENDING.withdrawn);
            },
          })
        }
        close={() => setAsksWithdraw(false)}
      >
        {PENDING.withdrawText}
      </ConfirmDialog>
    </Notice>
  );
}

/** Each field that changes, by its name; one that is emptied as well. */
function AskedFields({ values }: { values: SeenChange }) {
  return BANK_FIELDS.map((field) =>
    values[field] === null ? null : (
      <Text key={field} size="sm" style={{ overflowWrap: "anywhere" }}>
        {PENDING.fields[field]}&nbsp;: <strong>{inGroups(values[field]) || PENDING.removed}</strong>
      </Text>
    ),
  );
}

type Mails = NonNullable<NonNullable<DistributorProfile["pending_bank_details"]>["mails"]>;

/** Who was mailed, who still waits, whom no try reaches and who refused, each a sentence of its own. */
function mailSentences(mails: Mails): string[] {
  if (mails.length === 0) return [PENDING.mailing];
  return (["sent", "waiting", "given_up", "refused"] as const).flatMap((state) => {
    const of = mails.filter((mail) => (mail.is_given_up === true ? "given_up" : mail.state) === state);
    const names = of.flatMap(({ name }) => (name === null ? [] : [name]));
    const unnamed = of.length - names.length;
    if (unnamed > 0) names.push(PENDING.bobine(unnamed));
    return names.length === 0 ? [] : [PENDING.mails[state](LIST.format(names))];
  });
}

const LIST = new Intl.ListFormat("fr-FR");
const LOOK_MS = 30_000;

/** The time of this browser, looked at now and then: only a button waits for it, the server judges. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
