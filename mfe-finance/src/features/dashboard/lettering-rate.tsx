import type { DashboardFigures } from "@bobine/contract/dashboard";
import { formatInteger } from "@bobine/shared-ui";
import classes from "./figures.module.css";
import { TEXTS } from "./figures.texts.ts";
import { sharesOf } from "./weights.ts";

const KINDS = ["automatic", "by_hand", "open", "closed"] as const;

/** One bar of all the transfers, parted by who lettered them. */
export function LetteringRate({ counts }: { counts: DashboardFigures["lettering"] }) {
  const shares = sharesOf(KINDS.map((kind) => counts[kind]));
  const rows = KINDS.map((kind, place) => ({ kind, count: counts[kind], share: shares[place] ?? 0 })).filter(
    ({ kind, count }) => kind !== "closed" || count > 0,
  );
  return (
    <>
      <div className={classes["rate"]} aria-hidden>
        {rows.map(({ kind, count }) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: count }} />
        ))}
      </div>
      <table className={classes["kinds"]} aria-label={TEXTS.lettering}>
        <thead>
          <tr>
            <th scope="col">{TEXTS.kind}</th>
            <th scope="col">{TEXTS.lines}</th>
            <th scope="col">{TEXTS.share}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, count, share }) => (
            <tr key={kind}>
              <th scope="row" data-kind={kind}>
                {TEXTS.kinds[kind]}
              </th>
              <td>{formatInteger(count)}</td>
              <td>{share}&nbsp;%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
