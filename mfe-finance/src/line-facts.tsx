import type { LineOrigin } from "@bobine/contract/line-evidence";
import type { Money } from "@bobine/contract/money";
import type { ReactNode } from "react";
import { AccountName } from "./bank-accounts/account-name.tsx";
import classes from "./line-facts.module.css";

export const FACTS_TEXTS = {
  label: "Ce que dit la banque",
  account: "Compte bancaire",
  payer: "Donneur d’ordre",
  payee: "Bénéficiaire",
  iban: "IBAN",
  references: "Références",
  endToEnd: "Identifiant du virement",
  type: "Type d’opération",
} as const;

/** What the bank tells of a line in fields of their own, and on which account it is (BANK-37). */
export function LineFacts({ origin, amount }: { origin: LineOrigin; amount: Money }) {
  const { evidence, account_label } = origin;
  const facts: (readonly [string, ReactNode])[] = [
    [FACTS_TEXTS.account, account_label && <AccountName label={account_label} />],
    [amount.startsWith("-") ? FACTS_TEXTS.payee : FACTS_TEXTS.payer, evidence?.party_name],
    [FACTS_TEXTS.iban, evidence?.party_iban?.replaceAll(/(.{4})(?=.)/g, "$1\u00a0")],
    [FACTS_TEXTS.references, evidence?.references?.join(", ")],
    [FACTS_TEXTS.endToEnd, evidence?.end_to_end_id],
    [FACTS_TEXTS.type, evidence?.payment_type],
  ];
  const shown = facts.filter(([, fact]) => fact !== undefined && fact !== "");
  if (shown.length === 0) return null;
  return (
    <dl className={classes["facts"]} aria-label={FACTS_TEXTS.label}>
      {shown.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
