import type { BankPart, readParts } from "@bobine/contract/bank-parts";
import { centsFromWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import { formatMoney, Money } from "@bobine/shared-ui";
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths.ts";
import classes from "./bank-parts.module.css";
import { DECIDED_TEXTS as TEXTS } from "./bank-parts.texts.ts";

type UsedCredit = ResponseOf<typeof readParts>["credit_uses"][number];

interface DecidedPartsProps {
  parts: readonly BankPart[];
  /** Client credits that were used beside its invoices. */
  uses?: readonly UsedCredit[];
}

/** The parts that a bank line was split into, and what of a client's money is left. */
export function DecidedParts({ parts, uses = [] }: DecidedPartsProps) {
  if (parts.length + uses.length === 0) return null;
  return (
    <ul className={classes["decided"]} aria-label={TEXTS.title}>
      {parts.map((part) => (
        <li key={part.id}>
          <span>
            {partName(part)}
            {part.remaining === null ? null : (
              <Text component="span" size="xs" c="dimmed" display="block">
                {becameOf(part.remaining, part.amount)}{" "}
                <Anchor component={Link} to={paths.credits()} size="xs">
                  {TEXTS.credits}
                </Anchor>
              </Text>
            )}
          </span>
          <Money amount={part.amount} signed />
        </li>
      ))}
      {uses.map((use) => (
        <li key={`${use.credit} ${use.invoice_id}`}>
          <span>{TEXTS.usedOn(use.label, use.invoice_number)}</span>
          <Money amount={use.amount} />
        </li>
      ))}
    </ul>
  );
}

/** What a part of a bank line is, in words. */
export function partName(part: BankPart): string {
  const client = part.cinema_name || part.client_account;
  switch (part.kind) {
    case "fees":
      return TEXTS.fees;
    case "unknown":
      return TEXTS.unknown;
    case "account":
      return `${part.account} ${part.account_label}`;
    case "write_off":
      return TEXTS.writeOff(part.invoice_number);
    case "credit":
      return TEXTS.credit(client);
    case "advance":
      return TEXTS.advance(client);
    case "refund":
      return TEXTS.refund(client);
  }
}

/** What became of a client's money: waits whole, waits in part, used. */
const becameOf = (remaining: string, amount: string): string =>
  centsFromWire(remaining) === 0
    ? TEXTS.used
    : remaining === amount
      ? TEXTS.waits
      : TEXTS.left(formatMoney(remaining));
