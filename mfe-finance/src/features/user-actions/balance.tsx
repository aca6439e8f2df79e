import { type Cents, cents } from "@bobine/contract/money";
import { formatMoney } from "@bobine/shared-ui";
import { balanceTone } from "./invoice-choice.ts";
import classes from "./balance.module.css";
import { DIALOG_TEXTS as TEXTS } from "./user-actions.texts.ts";

/** The amount of the transaction, of the chosen invoices and what is left between them, as one chooses. */
export function Balance({ amount, remaining }: { amount: Cents; remaining: Cents }) {
  const tone = balanceTone(remaining);
  return (
    <dl className={classes["balance"]} aria-live="polite">
      <div>
        <dt>{TEXTS.transaction}</dt>
        <dd>{formatMoney(amount)}</dd>
      </div>
      <div>
        <dt>{TEXTS.selected}</dt>
        <dd>{formatMoney(cents(amount - remaining))}</dd>
      </div>
      <div data-tone={tone}>
        <dt>{tone === "balanced" ? TEXTS.balanced : remaining > 0 ? TEXTS.remaining : TEXTS.missing}</dt>
        <dd>{formatMoney(cents(Math.abs(remaining)))}</dd>
      </div>
    </dl>
  );
}
