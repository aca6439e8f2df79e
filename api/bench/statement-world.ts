// A distributor with many open invoices, and a year of its bank lines, the same at each run.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { addDays, type CivilDate, civilDate, frenchDate } from "@bobine/contract/civil-date";
import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import type { Pool } from "pg";
import * as copyStreams from "pg-copy-streams";

const CINEMAS = 500;
const FIRST_DAY = civilDate("2026-01-05");
const DAYS_OF_INVOICES = 320;
const DAYS_TO_PAY = 30;
const TOWNS = [
  "Douai",
  "Rennes",
  "Dole",
  "Cahors",
  "Aurillac",
  "Roanne",
  "Albi",
  "Sens",
  "Vire",
  "Gap",
  "Auch",
  "Foix",
];
const NAMES = [
  "Beffroi",
  "Mégascope",
  "Royal",
  "Éden",
  "Rex",
  "Majestic",
  "Palace",
  "Familia",
  "Variétés",
  "Lux",
  "Apollo",
  "Celtic",
];

/** A line of the statement as the bank writes it. */
export interface WorldLine {
  readonly date: CivilDate;
  readonly label: string;
  readonly amount: Cents;
  /** Numbers of the invoices that the payer means; none for what is no client's payment. */
  readonly pays: readonly string[];
}

interface WorldInvoice {
  readonly number: string;
  readonly cinema: number;
  readonly date: CivilDate;
  readonly total: Cents;
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Each of the cinemas has a name of its own. */
function companyName(index: number): string {
  const town = TOWNS[Math.floor(index / NAMES.length) % TOWNS.length];
  const serial = Math.floor(index / (NAMES.length * TOWNS.length)) + 1;
  return `${NAMES[index % NAMES.length]} ${town} ${serial}`;
}

export async function copyRows(pool: Pool, into: string, rows: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(Readable.from(rows), client.query(copyStreams.from(`copy ${into} from stdin`)));
  } finally {
    client.release();
  }
}

/**
 * Fills an empty distributor.
 * @returns the lines of its bank: two thirds quote a number and its exact amount, the rest is what real statements hold
 */
export async function buildWorld(
  pool: Pool,
  distributorId: number,
  size: { readonly invoices: number; readonly lines: number },
): Promise<WorldLine[]> {
  const random = randomFrom(20_261_231);
  const cinemas = await insertCinemas(pool, distributorId);
  const invoices = Array.from(
    { length: size.invoices },
    (_, index): WorldInvoice => ({
      number: `F26${String(index + 1).padStart(6, "0")}`,
      cinema: index % CINEMAS,
      date: addDays(FIRST_DAY, Math.floor((index * DAYS_OF_INVOICES) / size.invoices)),
      total: cents(5_000 + random(500_000)),
    }),
  );
  await copyRows(
    pool,
    `invoice (distributor_id, cinema_id, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number, week_year,
      client_account, total_net_amount, total_vat_amount, total_amount, origin)`,
    invoices.map((invoice) => invoiceRow(distributorId, cinemas[invoice.cinema] ?? 0, invoice)),
  );
  await pool.query("analyze");
  return Array.from({ length: size.lines }, (_, index): WorldLine => {
    const at = Math.floor((index * invoices.length) / size.lines);
    const invoice = invoices[at];
    if (!invoice) throw new RangeError("the world needs invoices");
    return bankLine(index, invoice, invoices[at + CINEMAS] ?? invoice, random);
  });
}

async function insertCinemas(pool: Pool, distributorId: number): Promise<number[]> {
  const indexes = Array.from({ length: CINEMAS }, (_, index) => index);
  const { rows } = await pool.query<{ id: number }>(
    `insert into cinema (name, legal_name, city, siren, default_accounting_code, is_validated)
     select 'Cinéma ' || name, 'SARL ' || name, town, (100000000 + n)::text, '411C' || n, true
     from unnest($1::text[], $2::text[]) with ordinality as c (name, town, n) returning id`,
    [
      indexes.map(companyName),
      indexes.map((index) => TOWNS[Math.floor(index / NAMES.length) % TOWNS.length]),
    ],
  );
  const ids = rows.map((row) => row.id);
  await pool.query(
    "insert into cinema_distributor (distributor_id, cinema_id) select $1, unnest($2::bigint[])",
    [distributorId, ids],
  );
  return ids;
}

function invoiceRow(distributorId: number, cinemaId: number, invoice: WorldInvoice): string {
  const { number, cinema, date, total } = invoice;
  const vat = cents(Math.round(total / 11));
  const week = cinemaWeekOf(date);
  const cells = [
    distributorId,
    cinemaId,
    number,
    date,
    addDays(date, DAYS_TO_PAY),
    `Cinéma ${companyName(cinema)}`,
    week.start,
    week.number,
    week.year,
    `411C${cinema + 1}`,
    centsToWire(cents(total - vat)),
    centsToWire(vat),
    centsToWire(total),
    "imported",
  ];
  return `${cells.join("\t")}\n`;
}

/** @param next invoice of the same cinema; when a line pays it too, it is paid a second time by a line of its own */
function bankLine(
  index: number,
  invoice: WorldInvoice,
  next: WorldInvoice,
  random: (below: number) => number,
): WorldLine {
  const { number, total } = invoice;
  const name = companyName(invoice.cinema).toUpperCase();
  const line = { date: addDays(invoice.date, DAYS_TO_PAY), amount: total, pays: [number] };
  switch (random(20)) {
    case 0:
      return {
        ...line,
        label: `VIR SEPA SARL ${name} FACT ${number} ${next.number}`,
        amount: cents(total + next.total),
        pays: [number, next.number],
      };
    case 1:
      return { ...line, label: `VIR SEPA SARL ${name} LOCATION FILMS` };
    case 2:
      return { ...line, label: `VIR SARL ${name} ACPTE ${number}`, amount: cents(Math.ceil(total / 2)) };
    case 3:
      return {
        ...line,
        label: `VIREMENT M DUPONT ${index}`,
        amount: cents(1_000 + random(100_000)),
        pays: [],
      };
    case 4:
    case 5:
      return {
        ...line,
        label: `PRLV SEPA FOURNISSEUR ${index} ECH`,
        amount: cents(-1_000 - random(200_000)),
        pays: [],
      };
    case 6:
      return { ...line, label: "COTISATION COMPTE PRO", amount: cents(-3_990), pays: [] };
    default:
      return { ...line, label: `VIR SEPA RECU /DE SARL ${name} /MOTIF ${number} /REF ${index}` };
  }
}

/** The lines as BNP Paribas writes them. */
export function statementFile(lines: readonly WorldLine[]): Buffer {
  const rows = lines.map(
    ({ date, label, amount }) =>
      `${frenchDate(date)};${label.slice(0, 25)};Virement;${label};${centsToWire(amount).replace(".", ",")}`,
  );
  const head = [
    "Compte de chèques;Compte professionnel;****0234;31/12/2026;;45 210,18",
    "",
    "Date operation;Libelle court;Type operation;Libelle operation;Montant operation en euro",
  ];
  return Buffer.from([...head, ...rows, ""].join("\r\n"), "latin1");
}
