import { type Axes, type Numbering, USUAL } from "./axes.ts";
import { ALL_FAMILIES, TRAIN_FAMILIES } from "./banks.ts";

export interface WorldPlan {
  readonly name: string;
  readonly seed: number;
  readonly axes: Axes;
}

const plan = (
  seed: number,
  families: Axes["families"],
  numbering: Numbering,
  cinemas: number,
): WorldPlan => ({
  name: `${seed} ${numbering} ${cinemas}`,
  seed,
  axes: { ...USUAL, families, numbering, cinemas },
});

/** Looked at while tuning. */
export const TRAIN_WORLDS: readonly WorldPlan[] = [
  plan(11, TRAIN_FAMILIES, "compact", 400),
  plan(12, TRAIN_FAMILIES, "dashed", 400),
  plan(13, TRAIN_FAMILIES, "compact", 1500),
];

/** Only for the published table: never looked at row by row, never tuned on. */
export const BLIND_WORLDS: readonly WorldPlan[] = [
  plan(90210, ALL_FAMILIES, "compact", 400),
  plan(90211, ALL_FAMILIES, "compact", 2500),
  plan(90212, ALL_FAMILIES, "lettered", 400),
  plan(90213, ALL_FAMILIES, "slashed", 400),
  plan(90214, ALL_FAMILIES, "long", 400),
  plan(90215, ALL_FAMILIES, "dashed", 400),
];

const SWEEP_SEED = 31;
const swept = (name: string, change: Partial<Axes>): WorldPlan => ({
  name,
  seed: SWEEP_SEED,
  axes: { ...USUAL, families: ALL_FAMILIES, numbering: "compact", cinemas: 300, ...change },
});
const shares = (axis: keyof Axes, values: readonly number[]): WorldPlan[] =>
  values.map((value) => swept(`${Math.round(100 * value)} %`, { [axis]: value }));

/** Each axis alone, the others as usual. */
export const SWEEPS: Readonly<Record<string, readonly WorldPlan[]>> = {
  "open invoices (cinemas)": [100, 400, 1600, 6400].map((cinemas) =>
    swept(String(cinemas), { cinemas, measuredWeeks: 4 }),
  ),
  "numbers in labels": shares("references", [0, 0.3, 0.6, 0.88]),
  "digit errors": shares("digitErrors", [0, 0.05, 0.2]),
  "cut labels": shares("truncated", [0, 0.2, 0.6]),
  "payer is not the cinema": shares("strangers", [0, 0.15, 0.4]),
  "minimum guarantees": shares("guarantees", [0, 0.25, 0.6]),
  "several at once": shares("grouped", [0, 0.5, 1]),
  "partial payments": shares("partial", [0, 0.15, 0.4]),
  "rounded amounts": shares("rounded", [0, 0.15, 0.4]),
  "bank charges": shares("charges", [0, 0.1, 0.3]),
  "credit notes": shares("creditNotes", [0, 0.15, 0.4]),
  "paid twice": shares("twice", [0, 0.1, 0.3]),
  "paid too much": shares("overpaid", [0, 0.1, 0.3]),
  cheques: shares("cheques", [0, 0.2, 0.5]),
  "weeks and films": shares("weekLabels", [0, 0.2, 0.36]),
  "unrelated credits": shares("unrelated", [0, 0.5, 1]),
};

/** 100,000 open invoices, 20,000 lines. */
export const SPEED_AXES: WorldPlan = {
  name: "speed",
  seed: 41,
  axes: { ...USUAL, families: ALL_FAMILIES, numbering: "compact", cinemas: 6500, measuredWeeks: 24 },
};
