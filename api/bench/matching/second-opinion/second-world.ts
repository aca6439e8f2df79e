// A second opinion on the engine: another market, other habits, other words. Nothing of it was looked at while tuning.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type Chance, chanceOf } from "../chance.ts";
import type { Row, Statements } from "../world.ts";
import { makeTransfers, type Sender, type Transfer } from "./conduct.ts";
import { makeMarket, type MarketPlan, plain } from "./market.ts";
import { type Voice, voiceOf, word } from "./wording.ts";

const MEASURED_WEEKS = 10;

interface SecondPlan extends MarketPlan {
  readonly name: string;
  readonly seed: number;
}

const ofYear = (n: number): string => `F26${String(n).padStart(6, "0")}`;
const USUAL: Omit<MarketPlan, "cinemas"> = { weeks: 24, number: ofYear, flat: 0.15, alike: 0.15, terms: 30 };
export const SECOND_PLANS: readonly SecondPlan[] = [
  { ...USUAL, name: "second 350", seed: 7001, cinemas: 350 },
  { ...USUAL, name: "second 1200", seed: 7002, cinemas: 1200 },
  { ...USUAL, name: "second alike 350", seed: 7003, cinemas: 350, flat: 0.6, alike: 0.7 },
  {
    ...USUAL,
    name: "second dates 350",
    seed: 7004,
    cinemas: 350,
    // 2606/0123: a year, a month, a counter.
    number: (n) =>
      `26${String(3 + Math.floor(n / 900)).padStart(2, "0")}/${String(n % 900).padStart(4, "0")}`,
    terms: 45,
  },
];

const month = (n: number): string => String(3 + Math.floor(n / 900)).padStart(2, "0");
const counter = (n: number, width: number): string => String(n % 900).padStart(width, "0");
/** Looked at while numbers printed in groups were learned; other seeds, other shapes than the second opinion has but one. */
export const GROUPED_PLANS: readonly SecondPlan[] = [
  { name: "2605/0123", number: (n: number) => `26${month(n)}/${counter(n, 4)}` },
  { name: "2026-05/123", number: (n: number) => `2026-${month(n)}/${counter(n, 1)}` },
  { name: "FA 2605.0123", number: (n: number) => `FA 26${month(n)}.${counter(n, 4)}` },
  { name: "26 05 0123", number: (n: number) => `26 ${month(n)} ${counter(n, 4)}` },
  { name: "26/01234", number: (n: number) => `26/${String(n).padStart(5, "0")}` },
].map((one, at) => ({ ...USUAL, ...one, seed: 8101 + at, cinemas: 350, terms: 45 }));

export function makeSecondWorld(plan: SecondPlan): Statements {
  const chance = chanceOf(plan.seed);
  const trade = makeMarket(chance, plan);
  const to = addDays(trade.firstDay, 7 * plan.weeks + 14);
  const from = addDays(to, -7 * MEASURED_WEEKS);
  const transfers = makeTransfers(chance, trade, to);
  const voices = new Map<Sender, Voice>();
  const voice = (sender: Sender): Voice => {
    const known = voices.get(sender) ?? voiceOf(chance);
    voices.set(sender, known);
    return known;
  };
  const rows: Omit<Row, "id">[] = [];
  let cheques: Transfer[] = [];
  for (const transfer of transfers) {
    if (transfer.date <= from) continue;
    if (transfer.isCheque) cheques.push(transfer);
    else {
      const { label, bank, isNumbered, isNamed } = word(chance, voice(transfer.sender), transfer);
      rows.push({
        ...transfer,
        label,
        truth: transfer.shares,
        name: transfer.sender.isHeadOffice ? "head office" : "own",
        family: bank,
        isNumbered,
        isNamed,
      });
    }
    // Cheques are brought to the bank one by one, or when a few have gathered.
    if (cheques.length > 0 && (chance.yes(0.35) || cheques.length > 5)) {
      rows.push(deposit(chance, cheques, transfer.date));
      cheques = [];
    }
    if (chance.yes(0.09)) rows.push(foreignTo(chance, transfer));
  }
  return {
    trade,
    before: transfers.filter(({ date }) => date <= from),
    rows: rows
      .filter(({ date }) => date <= to)
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
      .map((row, at) => ({ ...row, id: `L${at + 1}` })),
    from,
    to,
  };
}

function deposit(chance: Chance, cheques: readonly Transfer[], date: CivilDate): Omit<Row, "id"> {
  const slip = chance.digits(7);
  const label = chance.one([
    `REMISE CHEQUES N° ${slip}`,
    `REM CHQ ${slip}`,
    `REMISE DE ${cheques.length} CHEQUE(S)`,
    `VRST REM CHQ NO${slip}`,
  ]);
  return {
    label,
    date,
    amount: cheques.reduce((sum, cheque) => sum + cheque.amount, 0),
    truth: cheques.flatMap(({ shares }) => shares),
    kind: cheques.length === 1 ? "one cheque" : "cheques together",
    name: null,
    family: "cheque",
    isNumbered: false,
    isNamed: false,
  };
}

/** Money that pays no invoice, and debits. */
function foreignTo(chance: Chance, { date, amount, sender }: Transfer): Omit<Row, "id"> {
  const name = plain(sender.name);
  const [label, sign] = chance.one<[string, number]>([
    ["VIR CNC SOUTIEN SELECTIF", 1],
    [`VIR SEPA RECU /DE ${name} /MOTIF AVANCE COPRODUCTION /REF NOTPROVIDED`, 1],
    ["REMISE CB 4521 MONTANT BRUT", 1],
    [`VIREMENT CANAL DROITS TV ${date.slice(0, 4)}`, 1],
    ["VIR DRFIP REMBT TVA", 1],
    [`VIR INST ${chance.one(["MARTIN", "DURAND", "LEROY"])} CATALOGUE DVD ${chance.digits(5)}`, 1],
    [`PRLV SEPA URSSAF ${chance.digits(12)}`, -1],
    ["COTISATION COMPTE PRO", -1],
    [`VIR SEPA EMIS IMPRIMERIE FACT ${chance.digits(5)}`, -1],
  ]);
  const isTwin = chance.yes(0.15);
  return {
    label,
    date,
    amount: sign * (isTwin ? amount : chance.whole(1_500, 400_000)),
    truth: [],
    kind: sign > 0 ? "pays nothing" : "debit",
    name: null,
    family: "other",
    isNumbered: false,
    isNamed: false,
  };
}
