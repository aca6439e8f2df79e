// Statement lines with their truth: labels are written last, from what was paid.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import type { Axes } from "./axes.ts";
import { type Family, printWire } from "./banks.ts";
import { type Chance, chanceOf } from "./chance.ts";
import type { Beside } from "./evidence.ts";
import type { Payment, Share } from "./payment.ts";
import { makePayments } from "./payments.ts";
import { writeRemittance } from "./remittance.ts";
import { makeTrade, type Trade } from "./trade.ts";
import { FACTORS, OTHER_INCOME, OUTGOINGS } from "./words.ts";

export interface Row {
  readonly id: string;
  readonly label: string;
  /** What the file says in columns of their own. */
  readonly beside?: Beside;
  /** Cents. */
  readonly amount: number;
  readonly date: CivilDate;
  /** What a perfect accountant allocates; empty when there is nothing to. */
  readonly truth: readonly Share[];
  readonly kind: string;
  /** How the payer is called; null when it is not. */
  readonly name: string | null;
  /** How the bank prints. */
  readonly family: string;
  /** All numbers of the truth, and no other, are legible in the printed label. */
  readonly isNumbered: boolean;
  /** The name of the company or site is legible in the printed label, and no number is. */
  readonly isNamed: boolean;
}

/** What a run needs of a world, whoever made it. */
export interface Statements {
  readonly trade: Trade;
  /** In time; only those of the measured weeks. */
  readonly rows: readonly Row[];
  /** Payments before the measured weeks: already known when it begins. */
  readonly before: readonly Pick<Payment, "shares">[];
  readonly from: CivilDate;
  readonly to: CivilDate;
}

export interface World extends Statements {
  readonly seed: number;
  readonly axes: Axes;
}

export function makeWorld(seed: number, axes: Axes): World {
  const chance = chanceOf(seed);
  const trade = makeTrade(chance, axes);
  const payments = makePayments(chance, axes, trade);
  const to = addDays(trade.firstDay, 7 * axes.weeks + 10);
  const from = addDays(to, -7 * axes.measuredWeeks);
  const inside = payments.filter(({ date }) => date > from && date <= to);
  const rows: Omit<Row, "id">[] = [];
  const deposits: Payment[] = [];
  for (const payment of inside) {
    if (payment.quirk === "cheques") deposits.push(payment);
    else rows.push(rowOf(chance, axes, payment));
    if (chance.yes(axes.unrelated)) rows.push(unrelated(chance, axes, trade, payment.date));
    if (chance.yes(axes.factors)) rows.push(ofFactor(chance, axes, payment));
    if (chance.yes(0.1))
      rows.push(
        plainRow(chance, axes, chance.one(OUTGOINGS), -chance.whole(900, 500000), payment.date, "outgoing"),
      );
  }
  while (deposits.length > 0) {
    const together = deposits.splice(0, chance.whole(2, 5));
    const date = together.at(-1)?.date ?? to;
    const amount = together.reduce((sum, payment) => sum + payment.amount, 0);
    const label = chance.one([
      `REMISE DE ${together.length} CHEQUES`,
      `REMISE CHEQUES N ${chance.digits(7)}`,
      `REM CHQ ${chance.digits(7)}`,
    ]);
    rows.push({
      ...plainRow(chance, axes, label, amount, date, "cheques together"),
      truth: together.flatMap(({ shares }) => shares),
    });
  }
  const inTime = rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return {
    seed,
    axes,
    trade,
    rows: inTime.map((row, at) => ({ ...row, id: `T${at + 1}` })),
    before: payments.filter(({ date }) => date <= from),
    from,
    to,
  };
}

const plainRow = (
  chance: Chance,
  axes: Axes,
  label: string,
  amount: number,
  date: CivilDate,
  kind: string,
): Omit<Row, "id"> & { readonly family: Family } => ({
  label,
  amount,
  date,
  truth: [],
  kind,
  name: null,
  family: chance.one(axes.families),
  isNumbered: false,
  isNamed: false,
});

function rowOf(chance: Chance, axes: Axes, payment: Payment): Omit<Row, "id"> {
  const base = plainRow(chance, axes, "", payment.amount, payment.date, kindOf(payment));
  const truth = payment.shares;
  if (payment.quirk === "cheque") {
    const label = chance.one([
      `REMISE CHEQUE N° ${chance.digits(7)}`,
      `VRST CHQ ${chance.digits(7)}`,
      `REMISE DE 1 CHEQUE ${chance.digits(4)}`,
    ]);
    return { ...base, label, truth };
  }
  const name = nameOf(chance, payment);
  const remittance = writeRemittance(chance, payment, axes.digitErrors);
  if (payment.quirk === "returned")
    return {
      ...base,
      label:
        `${chance.one(["REJET VIR SEPA", "RETOUR VIR", "ANNUL VIR", "VIR REJETE"])} ${name} ${remittance.text}`.trim(),
    };
  const cutAt = chance.yes(axes.truncated) ? chance.one([27, 31, 31, 32, 35]) : null;
  const label = printWire(chance, base.family, { name, text: remittance.text, date: payment.date }, cutAt);
  const solid = joined(label);
  const isLegible = (number: string): boolean => solid.includes(joined(number));
  return {
    ...base,
    label,
    truth,
    name: payment.name,
    isNumbered:
      remittance.isFaithful &&
      remittance.numbers.length === truth.length &&
      remittance.numbers.every(isLegible) &&
      label.length !== cutAt,
    isNamed:
      (payment.name === "company" ||
        payment.name === "company and site" ||
        payment.name === "site and town") &&
      payment.telling === "nothing" &&
      solid.includes(joined(name)),
  };
}

const joined = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toUpperCase();

function kindOf(payment: Payment): string {
  if (payment.quirk !== "none") return payment.quirk;
  return `${payment.shares.length === 1 ? "one" : "several"}, ${payment.telling}`;
}

/** How the payer's own bank writes the payer; stable habits, free spelling. */
function nameOf(chance: Chance, payment: Payment): string {
  const company = payment.payer;
  const cinema = payment.shares[0]?.bill.cinema ?? company?.cinemas[0];
  if (!company || !cinema) return payment.strangerName;
  switch (payment.name) {
    case "company":
      return chance.yes(0.2) ? company.name.replace(/^(SARL|SAS|EURL|SCOP|SA) (.*)$/, "$2 $1") : company.name;
    case "company and site":
      return `${company.name} ${cinema.name}`;
    case "site and town":
      return `${cinema.name} ${cinema.town}`;
    case "site":
      return cinema.name;
    case "initials":
      return company.name
        .split(" ")
        .map((word) => word.slice(0, 3))
        .join(" ");
    case "treasury":
      return chance.one([
        `Trésorerie ${cinema.town}`,
        `SGC ${cinema.town}`,
        `DGFIP Trésorerie de ${cinema.town}`,
        `${company.name} Régie cinéma`,
      ]);
    case "stranger":
      return payment.strangerName;
  }
}

function unrelated(chance: Chance, axes: Axes, trade: Trade, date: CivilDate): Omit<Row, "id"> {
  // A grant or a refund may be, to the cent, what some cinema owes.
  const amount = chance.yes(0.15) ? chance.one(trade.bills).total : chance.whole(2000, 900000);
  const cinema = chance.one(trade.cinemas);
  const label = chance.yes(0.8)
    ? `${chance.one(["VIR SEPA ", "VIR ", "VIREMENT ", ""])}${chance.one(OTHER_INCOME)}`
    : `VIR ${chance.one(["ASSOCIATION", "FESTIVAL DE", "MAIRIE DE", "OFFICE TOURISME"])} ${cinema.town.toUpperCase()} ${chance.one(["SUBVENTION", "PARTICIPATION", "DON", "AFFICHES"])}`;
  return plainRow(chance, axes, label, amount, date, "unrelated");
}

const ofFactor = (chance: Chance, axes: Axes, payment: Payment): Omit<Row, "id"> =>
  plainRow(
    chance,
    axes,
    `VIR ${chance.one(FACTORS)} ${chance.one(["DISPO FIN", "REMISE", "FINANCEMENT"])} ${payment.date.slice(0, 7)}`,
    chance.whole(100000, 3000000),
    payment.date,
    "factor",
  );
