// The third maker: banks that say the type beside the label, offices that pay for several, words that say otherwise.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type Chance, chanceOf } from "../chance.ts";
import type { Row, Statements } from "../world.ts";
import { inCapitals, type Layout, print, type Printed, printPlain } from "./layouts.ts";
import { makeMarket, type MarketAxes, type Payer } from "./market.ts";
import { type Voice, voiceOf, writeMotif } from "./motif.ts";
import { makeOrders, type Order } from "./orders.ts";

export interface ThirdPlan extends MarketAxes {
  readonly name: string;
  readonly seed: number;
  /** Layouts of the distributor's accounts: each payer knows one. */
  readonly layouts: readonly Layout[];
}

const MEASURED_WEEKS = 9;

export function makeThirdWorld(plan: ThirdPlan): Statements {
  const chance = chanceOf(plan.seed);
  const market = makeMarket(chance, plan);
  const to = addDays(market.trade.firstDay, 7 * plan.weeks + 14);
  const from = addDays(to, -7 * MEASURED_WEEKS);
  const orders = makeOrders(chance, market, to);
  const voices = new Map(market.payers.map((payer) => [payer, voiceOf(chance)]));
  const layoutOf = ({ layout }: Voice): Layout =>
    plan.layouts[Math.floor(layout * plan.layouts.length)] ?? "tags";
  const rows: Omit<Row, "id">[] = [];
  for (const order of orders) {
    if (order.date <= from) continue;
    const voice = voices.get(order.payer) ?? voiceOf(chance);
    const layout = layoutOf(voice);
    const printed = order.isCheque ? cheque(chance, layout) : transfer(chance, layout, voice, order);
    rows.push(
      rowOf(printed, layout, order.date, order.amount, order.isCheque ? "cheque" : order.kind, order),
    );
    if (chance.yes(0.14)) rows.push(alien(chance, chance.one(plan.layouts), order.date, order.amount));
  }
  return {
    trade: market.trade,
    rows: rows
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
      .map((row, at) => ({ ...row, id: `R${at + 1}` })),
    before: orders.filter(({ date }) => date <= from),
    from,
    to,
  };
}

const rowOf = (
  { label, beside }: Printed,
  layout: Layout,
  date: CivilDate,
  amount: number,
  kind: string,
  order?: Order,
): Omit<Row, "id"> => ({
  label,
  beside,
  date,
  amount,
  truth: order?.shares ?? [],
  kind,
  name: order?.payer.kind ?? null,
  family: layout,
  isNumbered: false,
  isNamed: false,
});

function transfer(chance: Chance, layout: Layout, voice: Voice, order: Order): Printed {
  const motif = writeMotif(chance, voice, order);
  const name = nameOf(chance, order.payer);
  if (order.amount < 0)
    return printPlain(
      layout,
      `${chance.one(["REJET VIR", "RETOUR VIREMENT", "VIR REJETE", "ANNULATION VIR RECU"])} ${inCapitals(name)} ${inCapitals(motif.text)}`,
      "Rejet",
    );
  return print(chance, layout, { ...motif, name, iban: order.payer.iban, date: order.date });
}

function nameOf(chance: Chance, { name }: Payer): string {
  const turned = name.replace(/^(SARL|SAS|EURL|SCOP|SA|SCIC) (.*)$/, "$2 $1");
  return chance.yes(0.08) ? turned : name;
}

function cheque(chance: Chance, layout: Layout): Printed {
  return printPlain(
    layout,
    chance.one([
      `REMISE CHEQUE ${chance.digits(7)}`,
      `REMISE DE 1 CHEQUE BORD ${chance.digits(6)}`,
      `REM CHQ N ${chance.digits(7)}`,
    ]),
    "Remise de chèque",
  );
}

/** What is nobody's rent: income of other kinds, fees, debits; now and then of the amount of a receipt. */
function alien(chance: Chance, layout: Layout, date: CivilDate, amount: number): Omit<Row, "id"> {
  const [label, method, sign] = chance.one<[string, string, number]>([
    ["CNC SOUTIEN AUTOMATIQUE DISTRIBUTION", "Virement reçu", 1],
    ["DRFIP REMBOURSEMENT CREDIT TVA", "Virement reçu", 1],
    [`SOFICA INVEST ${chance.digits(6)} COPRODUCTION`, "Virement reçu", 1],
    [`TELE VOSGES DROITS TV FACT ${chance.digits(4)}`, "Virement reçu", 1],
    ["REGION SUD AIDE A LA DISTRIBUTION", "Virement reçu", 1],
    [`PLATEFORME VOD REDEVANCES T2 ${chance.digits(6)}`, "Virement reçu", 1],
    ["INTERETS CREDITEURS", "Intérêts", 1],
    ["VIREMENT INTERNE COMPTE LIVRET", "Virement interne", 1],
    [`REMISE CB ${chance.digits(7)}`, "Remise carte", 1],
    ["FRAIS SUR VIREMENT INTERNATIONAL", "Frais", -1],
    [`FRAIS IMPAYE CHEQUE ${chance.digits(7)}`, "Frais", -1],
    [`CHEQUE IMPAYE ${chance.digits(7)}`, "Impayé", -1],
    [`PRLV SEPA URSSAF ${chance.digits(12)}`, "Prélèvement", -1],
    [`LABORATOIRE TITRA FACT ${chance.digits(5)}`, "Virement émis", -1],
    [`CB TGV INOUI ${chance.digits(4)}`, "Carte", -1],
  ]);
  const size = chance.yes(0.2) ? Math.abs(amount) : chance.whole(900, 300_000);
  return rowOf(
    printPlain(layout, label, method),
    layout,
    date,
    sign * size,
    sign > 0 ? "other income" : "debit",
  );
}
