import type { TiedAccount } from "@bobine/contract/ties";
import { formatDate, formatMoney, Notice } from "@bobine/shared-ui";
import classes from "./banks.module.css";
import { BANKS_TEXTS as TEXTS, remarkText } from "./banks.texts.ts";

/** The exact list of what keeps an account from being tied, or that nothing does. */
export function BankRemarks({ tied: { months, remarks, late } }: { tied: TiedAccount }) {
  if (remarks.length === 0 && late.count === 0)
    return months.length > 0 && months.every(({ state }) => state === "tied") ? (
      <Notice tone="success">{TEXTS.tied}</Notice>
    ) : null;
  return (
    <Notice tone="warning" title={TEXTS.remarks}>
      <ul className={classes["remarks"]}>
        {remarks.map((remark) => (
          <li key={remarkText(remark)}>
            {remarkText(remark)}
            {"lines" in remark ? (
              <ul className={classes["remarks"]}>
                {remark.lines.map(({ transaction_id, transaction_date, label, amount, currency_code }) => (
                  <li key={transaction_id}>
                    {`${formatDate(transaction_date)} · ${label} · ${formatMoney(amount, currency_code)}`}
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
        {late.count > 0 ? <LateLines late={late} /> : null}
      </ul>
    </Notice>
  );
}

/** What the books have later than the bank: the difference of 512 at the end of a month, line by line. */
function LateLines({ late: { count, lines } }: Pick<TiedAccount, "late">) {
  return (
    <li>
      {TEXTS.late(count)}
      <ul className={classes["remarks"]}>
        {lines.map((line, place) => (
          <li key={`${place} ${line.label}`}>{TEXTS.lateLine(line)}</li>
        ))}
      </ul>
    </li>
  );
}
