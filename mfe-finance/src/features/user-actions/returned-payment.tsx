import { sumCents } from "@bobine/contract/money";
import type { UserActionDetail } from "@bobine/contract/user-actions";
import { describeError, useUnfinishedWork } from "@bobine/shared-auth";
import { formatDate, Money } from "@bobine/shared-ui";
import { Anchor, Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { useDecideParts, useParts } from "../../bank-parts/bank-parts.queries.ts";
import { PARTS_TEXTS } from "../../bank-parts/bank-parts.texts.ts";
import { type OfferedReturn, partLineOf } from "../../bank-parts/part-line.ts";
import { withKind } from "../../bank-parts/part-offers.ts";
import { readParts } from "../../bank-parts/typed-parts.ts";
import { KeyCap } from "../../key-cap.tsx";
import { paths } from "../../paths.ts";
import classes from "./workbench.module.css";
import { RETURN_TEXTS as TEXTS } from "./user-actions.texts.ts";

export interface ReturnedPayment {
  readonly receipt: OfferedReturn;
  readonly isPending: boolean;
  readonly error: string | undefined;
  readonly accept: () => void;
}

/**
 * The earlier receipt that the expense of an action most likely takes back, with the fee of the bank all of the expense: undefined when
 * there is none, or when several are as likely, and `"reading"` while nobody knows.
 */
export function useReturnedPayment(
  action: UserActionDetail,
  onDecided: () => void,
): ReturnedPayment | "reading" | undefined {
  const { transaction_id, transaction_amount, currency_code } = action;
  const isExpense =
    transaction_id !== null && transaction_amount?.startsWith("-") === true && currency_code === "EUR";
  const read = useParts(transaction_id ?? 0, isExpense);
  const decide = useDecideParts(transaction_id ?? 0, "card", onDecided);
  useUnfinishedWork(decide.isPending ? "reconciliation" : undefined, PARTS_TEXTS.title);
  if (!isExpense || read.isError) return undefined;
  if (!read.data) return "reading";
  const line = partLineOf(read.data);
  const receipt = line.returns.find(
    ({ is_likely, fee, invoices }) =>
      is_likely && sumCents(invoices.map(({ amount }) => amount)) - fee + line.amount === 0,
  );
  if (receipt === undefined) return undefined;
  return {
    receipt,
    isPending: decide.isPending,
    error: decide.error ? describeError(decide.error, PARTS_TEXTS.saveFailed).message : undefined,
    accept: () => {
      const invoices = withKind({ ...line, returns: [receipt] }, [], "return");
      const parts = readParts(line.amount, receipt.fee === 0 ? invoices : withKind(line, invoices, "fees"));
      if ("asked" in parts) decide.mutate(parts.asked);
    },
  };
}

/** What the bank took back, which invoices are due again when that is so, and one key to say that it is. */
export function ReturnedPaymentCard({ returned }: { returned: ReturnedPayment }) {
  const { receipt, isPending, error, accept } = returned;
  return (
    <section aria-label={TEXTS.title} className={classes["returned"]}>
      <h3 className={classes["heading"]}>{TEXTS.title}</h3>
      <p>{TEXTS.what(formatDate(receipt.transaction_date), receipt.label)}</p>
      <ul className={classes["chosen"]} aria-label={TEXTS.invoices}>
        {receipt.invoices.map(({ id, number, amount }) => (
          <li key={id}>
            <div className={classes["optionText"]}>
              <Anchor component={Link} to={paths.invoice(id)} size="sm" fw={600}>
                {number}
              </Anchor>
            </div>
            <span>
              {TEXTS.reopens} <Money amount={amount} />
            </span>
          </li>
        ))}
        {receipt.fee === 0 ? null : (
          <li>
            <span>{PARTS_TEXTS.fees}</span> <Money amount={receipt.fee} />
          </li>
        )}
      </ul>
      <Button loading={isPending} onClick={accept} rightSection={<KeyCap>Entrée</KeyCap>}>
        {TEXTS.accept}
      </Button>
      {error ? (
        <p role="alert" className={classes["alert"]}>
          {error}
        </p>
      ) : null}
    </section>
  );
}
