import type { readParts } from "@bobine/contract/bank-parts";
import { cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import type { UserActionDetail } from "@bobine/contract/user-actions";
import { describeError, useUnfinishedWork } from "@bobine/shared-auth";
import { Money } from "@bobine/shared-ui";
import { Anchor, Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { useDecideParts, useParts } from "../../bank-parts/bank-parts.queries.ts";
import { PARTS_TEXTS } from "../../bank-parts/bank-parts.texts.ts";
import { KeyCap } from "../../key-cap.tsx";
import { paths } from "../../paths.ts";
import { NET_TEXTS as TEXTS } from "./user-actions.texts.ts";
import { capitalised } from "./why.tsx";
import classes from "./workbench.module.css";

type NetPayment = ResponseOf<typeof readParts>["net_payments"][number];

interface NetPayments {
  readonly sets: readonly NetPayment[];
  /** The one that a key accepts; undefined when several are as likely. */
  readonly likely: NetPayment | undefined;
  readonly isPending: boolean;
  readonly error: string | undefined;
  readonly accept: (set: NetPayment) => void;
}

/** Invoices less credits that the receipt of an action may be (LET-41). */
export function useNetPayments(action: UserActionDetail, onDecided: () => void): NetPayments {
  const { transaction_id, transaction_amount, currency_code } = action;
  const isReceipt =
    transaction_id !== null &&
    transaction_amount !== null &&
    centsFromWire(transaction_amount) > 0 &&
    currency_code === "EUR";
  const read = useParts(transaction_id ?? 0, isReceipt);
  const decide = useDecideParts(transaction_id ?? 0, "card", onDecided);
  useUnfinishedWork(decide.isPending ? "reconciliation" : undefined, PARTS_TEXTS.title);
  // What cannot be read is offered by « Affecter » all the same.
  const sets = (isReceipt && read.data?.net_payments) || [];
  return {
    sets,
    likely: sets.find((set) => set.is_likely),
    isPending: decide.isPending,
    error: decide.error ? describeError(decide.error, PARTS_TEXTS.saveFailed).message : undefined,
    accept: ({ invoices, credits }) => {
      if (decide.isPending) return;
      decide.mutate([
        ...invoices.map(({ id, amount }) => ({ kind: "invoice" as const, invoice_id: id, amount })),
        ...credits.map(({ credit, amount }) => ({
          kind: "client_credit" as const,
          credit,
          amount: centsToWire(cents(0 - centsFromWire(amount))),
        })),
      ]);
    },
  };
}

interface NetPaymentsCardProps {
  net: NetPayments;
  /** Nothing else is chosen: the key accepts the likely one. */
  hasKey: boolean;
}

/** Which invoices the receipt would settle, with which credits, why, and a button for each such set. */
export function NetPaymentsCard({ net, hasKey }: NetPaymentsCardProps) {
  if (net.sets.length === 0) return null;
  return (
    <section aria-label={TEXTS.title} className={classes["returned"]}>
      <h3 className={classes["heading"]}>{TEXTS.title}</h3>
      {net.sets.map((set) => (
        <div
          className={classes["net"] ?? ""}
          key={[...set.invoices.map(({ id }) => id), ...set.credits.map(({ credit }) => credit)].join()}
        >
          <ul className={classes["chosen"]} aria-label={TEXTS.documents}>
            {set.invoices.map(({ id, invoice_number, cinema_name, amount }) => (
              <li key={id}>
                <div className={classes["optionText"]}>
                  <Anchor component={Link} to={paths.invoice(id)} size="sm" fw={600}>
                    {invoice_number}
                  </Anchor>
                  <span>{cinema_name}</span>
                </div>
                <Money amount={amount} />
              </li>
            ))}
            {set.credits.map(({ credit, label, cinema_name, amount }) => (
              <li key={credit}>
                <div className={classes["optionText"]}>
                  <strong>{label}</strong>
                  <span>{cinema_name}</span>
                </div>
                <Money amount={cents(0 - centsFromWire(amount))} />
              </li>
            ))}
          </ul>
          <p className={classes["dim"]}>{capitalised(set.reasons.join(" · "))}</p>
          <Button
            loading={net.isPending}
            variant={hasKey && set === net.likely ? "filled" : "default"}
            onClick={() => net.accept(set)}
            rightSection={hasKey && set === net.likely ? <KeyCap>Entrée</KeyCap> : undefined}
          >
            {TEXTS.accept}
          </Button>
        </div>
      ))}
      {net.error ? (
        <p role="alert" className={classes["alert"]}>
          {net.error}
        </p>
      ) : null}
    </section>
  );
}
