import { type Cents, cents } from "@bobine/contract/money";
import type { ChoosableInvoice } from "@bobine/contract/user-actions";
import { formatMoney } from "@bobine/shared-ui";
import { balanceTone, isSameChoice, type ReadySet, remainingAmount } from "./invoice-choice.ts";
import classes from "./workbench.module.css";
import { DESK_TEXTS, DIALOG_TEXTS } from "./user-actions.texts.ts";
import { KeyCap } from "../../key-cap.tsx";
import { capitalised } from "./why.tsx";

const PICKED_BY_KEY = 5;

interface ReadySetsProps {
  sets: readonly ReadySet[];
  amount: Cents;
  chosen: readonly ChoosableInvoice[];
  onPick: (invoices: ChoosableInvoice[]) => void;
  /** On the workbench a digit picks a set. */
  numbered?: boolean;
}

/** The invoices that the engine found for a transaction, set by set: why, what differs, and whether others fit as well. */
export function ReadySets({ sets, amount, chosen, onPick, numbered = false }: ReadySetsProps) {
  return (
    <ol className={classes["sets"]} aria-label={DIALOG_TEXTS.suggestions}>
      {sets.map((set, index) => {
        const remaining = remainingAmount(amount, set.invoices);
        const tone = balanceTone(remaining);
        return (
          <li key={set.invoice_ids.join("-")}>
            <button
              type="button"
              className={classes["set"]}
              aria-pressed={isSameChoice(set.invoices, chosen)}
              onClick={() => onPick(set.invoices)}
            >
              {numbered && index < PICKED_BY_KEY ? <KeyCap>{index + 1}</KeyCap> : null}
              <span className={classes["setText"]}>
                <strong>{set.invoices.map((invoice) => invoice.invoice_number).join(", ")}</strong>
                <span>{placeOf(set.invoices)}</span>
                <span>{capitalised(set.reasons.join(" · "))}</span>
              </span>
              <span className={classes["setSide"]}>
                <span data-tone={tone}>{differenceText(remaining)}</span>
                <span>{choiceText(set.alternatives, tone)}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Whether other sets make the amount as well; of one that does not make it, that it is alone says nothing. */
const choiceText = (alternatives: number, tone: ReturnType<typeof balanceTone>): string =>
  alternatives > 0 ? DESK_TEXTS.others(alternatives) : tone === "balanced" ? DESK_TEXTS.only : "";

/** « Ciné Royal · S46/2026, S47/2026 »: what tells two sets of the same amount apart. */
function placeOf(invoices: readonly ChoosableInvoice[]): string {
  const cinemas = [...new Set(invoices.map((invoice) => invoice.cinema_name))];
  const weeks = [...new Set(invoices.map(weekOf).filter((week) => week !== ""))];
  return [cinemas.join(", "), weeks.join(", ")].filter(Boolean).join(" · ");
}

export const weekOf = ({ week_display }: Pick<ChoosableInvoice, "week_display">): string =>
  week_display.split(" – ")[0] ?? "";

export const differenceText = (remaining: Cents): string =>
  balanceTone(remaining) === "balanced"
    ? DESK_TEXTS.exact
    : `${remaining > 0 ? "trop-perçu de" : "reste dû"} ${formatMoney(cents(Math.abs(remaining)))}`;
