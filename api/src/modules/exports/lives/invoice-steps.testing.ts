// Documents beside those of reports: imported, written and corrected by hand; defaults and clients' accounts.
import { addDays } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { type Facts, factsOf } from "./facts.testing.ts";
import type { Cinema, Life } from "./life.testing.ts";
import type { Chance } from "./random.testing.ts";
import { comma, euros } from "./writing.testing.ts";

export async function importInvoices(life: Life, chance: Chance): Promise<void> {
  const rows = Array.from({ length: chance.between(1, 3) }, () => {
    const net = chance.between(100, 90_000);
    const vat = Math.round(net / 10);
    const paid = chance.one([0, chance.between(1, net), net + vat]) as number;
    const date = addDays(life.today, -chance.between(0, 60));
    const cinema = chance.one(life.cinemas) as Cinema;
    if (chance.next() < 0.25)
      return `X-${life.next()};${date.split("-").toReversed().join("/")};${cinema.name};-${comma(net)};-${comma(vat)};-${comma(net + vat)};;`;
    return `X-${life.next()};${date.split("-").toReversed().join("/")};${cinema.name};${comma(net)};${comma(vat)};${comma(net + vat)};${comma(paid)};`;
  });
  const corrected = chance.one(
    (await factsOf(life.app, life.id)).documents.filter(
      (one) => one.type === "invoice" && one.origin === "imported",
    ),
  );
  const home = life.cinemas.find((one) => one.id === corrected?.cinema_id);
  if (corrected && home && chance.next() < 0.3) {
    const date = life.today.split("-").toReversed().join("/");
    rows.push(`X-${life.next()};${date};${home.name};-10,00;-1,00;-11,00;;${corrected.number}`);
  }
  const csv = [
    "numero_facture;date_facture;nom_cinema;montant_ht;montant_tva;montant_ttc;montant_regle;facture_corrigee",
    ...rows,
  ];
  const answer = await life.client.upload(
    `/invoices/upload/?accounting=${chance.next() < 0.5 ? "already_booked" : "to_book"}`,
    "file",
    "factures.csv",
    csv.join("\r\n"),
  );
  life.expectStatus(answer, 200);
  // Its account was renamed since.
  const ofAnother = answer.text.includes("autre client") ? 1 : 0;
  if (answer.body?.success_count !== rows.length - ofAnother) life.expected.push(answer.text);
}

export async function writeInvoice(life: Life, chance: Chance): Promise<void> {
  const net = chance.between(100, 50_000);
  const vat = Math.round(net * (chance.one([0.1, 0.2, 0.055]) as number));
  const answer = await life.client.post("/invoices/invoices/", {
    invoice_number: `H-${life.next()}`,
    invoice_date: life.today,
    cinema_id: chance.one(life.cinemas)?.id,
    total_net_amount: euros(net),
    total_vat_amount: euros(vat),
    total_amount: euros(net + vat),
  });
  life.expectStatus(answer, 201);
}

export async function writeCreditNote(life: Life, chance: Chance, { documents }: Facts): Promise<void> {
  const invoice = chance.one(documents.filter((one) => one.type === "invoice"));
  if (!invoice) return;
  const detail = await life.client.get(`/invoices/invoices/${invoice.id}/detail/`);
  life.expectStatus(detail, 200);
  const films: { line_id: number; remaining: string }[] = detail.body.creditable;
  const left = films.reduce((all, film) => all + Math.round(Number(film.remaining) * 100), 0);
  const [film] = films.filter((one) => Number(one.remaining) > 0);
  if (!film) return;
  const most = Math.round(Number(film.remaining) * 100);
  const lines = [{ line_id: film.line_id, net_amount: euros(chance.between(1, most)) }];
  const answer = await life.client.post(`/invoices/invoices/${invoice.id}/credit-notes/`, {
    reason: "Geste commercial",
    remaining_net_amount: euros(left),
    ...(chance.next() < 0.3 ? {} : { lines }),
  });
  life.expectStatus(answer, 201);
}

/** Another amount of an invoice of elsewhere, or none: only while nothing settles it. What it was imported with goes with it, until a lot holds that. */
export async function correctImported(
  life: Life,
  chance: Chance,
  { documents, allocations, credits, parts }: Facts,
): Promise<void> {
  const invoice = chance.one(documents.filter((one) => one.origin === "imported"));
  if (!invoice) return;
  const own = allocations.filter((one) => one.document_id === invoice.id);
  const isNamed =
    credits.some((one) => one.note_id === invoice.id || one.document_id === invoice.id) ||
    documents.some((one) => one.corrects_id === invoice.id) ||
    parts.some((one) => one.note_id === invoice.id);
  const isSettled = isNamed || own.length > 0;
  const isOpened =
    !isNamed && own.length > 0 && own.every((one) => one.line_id === null && one.part_id === null);
  const path = `/invoices/invoices/${invoice.id}/`;
  if (chance.next() < 0.4) {
    const keys = [`invoice:${invoice.id}`, ...own.map((one) => `opening:${one.id}`)];
    const stays = isOpened ? await isPosted(life, keys) : isSettled;
    life.expectStatus(await life.client.delete(path), stays ? 409 : 204);
    return;
  }
  const net = chance.between(100, 50_000);
  const vat = Math.round(net / 10);
  const amounts = {
    total_net_amount: euros(net),
    total_vat_amount: euros(vat),
    total_amount: euros(net + vat),
  };
  const isKept = isSettled || invoice.type === "credit_note";
  life.expectStatus(await life.client.patch(path, amounts), isKept ? 409 : 200);
}

const isPosted = async (life: Life, keys: readonly string[]): Promise<boolean> => {
  const { posted } = await life.app.inDatabase((tx) =>
    tx.one<{ posted: boolean }>(
      sql`select exists (select from posted_entry where distributor_id = ${life.id} and key = any(${keys}::text[])) as posted`,
    ),
  );
  return posted;
};

export async function changeDefault(life: Life, chance: Chance, { documents }: Facts): Promise<void> {
  const invoice = chance.one(documents.filter((one) => one.outstanding > 0));
  if (!invoice) return;
  const status = invoice.status === "default" ? "awaiting_payment" : "default";
  life.expectStatus(await life.client.patch(`/invoices/invoices/${invoice.id}/`, { status }), 200);
}

/** The accountant renames a client: later documents are in another account. */
export async function renameAccount(life: Life, chance: Chance): Promise<void> {
  const cinema = chance.one(life.cinemas) as Cinema;
  life.hasActed = true;
  const account = `411N${life.id}-${chance.between(1, 2)}`;
  await life.app.inDatabase((tx) =>
    tx.run(sql`update cinema set default_accounting_code = ${account} where id = ${cinema.id}`),
  );
}
