import type { DashboardFigures } from "@bobine/contract/dashboard";
import { formatDate, formatMoney } from "@bobine/shared-ui";
import classes from "./figures.module.css";
import { TEXTS } from "./figures.texts.ts";
import { roundTop, weightOf } from "./weights.ts";

const WIDTH = 560;
const HEIGHT = 190;
const LEFT = 64;
const TOP = 12;
const BOTTOM = 24;
const PLOT = HEIGHT - TOP - BOTTOM;
const BAR_SHARE = 0.62;

const compact = new Intl.NumberFormat("fr-FR", { notation: "compact", maximumFractionDigits: 1 });
/** Cents → `12,5 k €` */
const scaleText = (weight: number): string => `${compact.format(weight / 100)}\u00a0€`;

/** A column for each week, of which the darker part is lettered; the same in a table for who cannot see it, or wants the cents. */
export function CashIn({ weeks }: { weeks: DashboardFigures["cash_in"] }) {
  const top = roundTop(Math.max(...weeks.map(({ amount }) => weightOf(amount))));
  const heightOf = (weight: number): number => (top === 0 ? 0 : (weight / top) * PLOT);
  const step = (WIDTH - LEFT) / weeks.length;
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes["columns"]} aria-hidden="true">
        {[0, 0.5, 1].map((part) => {
          const y = TOP + PLOT * (1 - part);
          return (
            <g key={part}>
              <line x1={LEFT} x2={WIDTH} y1={y} y2={y} />
              <text x={LEFT - 8} y={y + 4} textAnchor="end">
                {scaleText(top * part)}
              </text>
            </g>
          );
        })}
        {weeks.map(({ week_start, amount, lettered }, place) => {
          const x = LEFT + place * step + (step * (1 - BAR_SHARE)) / 2;
          const whole = heightOf(weightOf(amount));
          const done = Math.min(whole, heightOf(weightOf(lettered)));
          return (
            <g key={week_start}>
              <title>{`${TEXTS.week} ${formatDate(week_start)}\u00a0: ${formatMoney(amount)}`}</title>
              <rect
                x={x}
                y={TOP + PLOT - whole}
                width={step * BAR_SHARE}
                height={whole - done}
                data-part="open"
              />
              <rect x={x} y={TOP + PLOT - done} width={step * BAR_SHARE} height={done} data-part="lettered" />
              {/* The last week always has its date. */}
              {(weeks.length - 1 - place) % 2 === 0 ? (
                <text x={x + (step * BAR_SHARE) / 2} y={HEIGHT - 6} textAnchor="middle">
                  {formatDate(week_start).slice(0, 5)}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
      <ul className={classes["legend"]} aria-hidden>
        <li data-part="lettered">{TEXTS.lettered}</li>
        <li data-part="open">{TEXTS.unlettered}</li>
      </ul>
      <details className={classes["numbers"]}>
        <summary>{TEXTS.numbers}</summary>
        <table aria-label={TEXTS.cash}>
          <thead>
            <tr>
              <th scope="col">{TEXTS.week}</th>
              <th scope="col">{TEXTS.received}</th>
              <th scope="col">{TEXTS.lettered}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week_start, amount, lettered }) => (
              <tr key={week_start}>
                <th scope="row">{formatDate(week_start)}</th>
                <td>{formatMoney(amount)}</td>
                <td>{formatMoney(lettered)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
