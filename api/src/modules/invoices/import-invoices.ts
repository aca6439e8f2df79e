import { requestProposals } from "../banking/propose-again.ts";
import type { CivilDate } from "@bobine/contract/civil-date";
import { wholeNumber } from "@bobine/contract/french";
import { hasOtherIban } from "@bobine/contract/ibans-in-text";
import type { ImportAccounting, InvoiceImport } from "@bobine/contract/invoices";
import { cents, centsToWire, sumCents } from "@bobine/contract/money";
import { lockInvoicing, lockLedger } from "../../db/locks.ts";
import { retriedOnClash } from "../../db/retried-on-clash.ts";
import { ChangedMeanwhile, inTransaction, type Tx } from "../../db/scope.ts";
import { numberKey, vatBreakdownOf } from "../../domain/invoicing/imported-invoice.ts";
import {
  type InvoiceCsv,
  type InvoiceCsvError,
  type InvoiceCsvRow,
  lineError,
} from "../../domain/parsing/invoice-csv.ts";
import { writeAudit } from "../../http/audit.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { refusedTable } from "../../http/refused-table.ts";
import { concurrencyLimiter, IMPORTS_WAITING_EACH } from "../../http/concurrency-limiter.ts";
import type { Services } from "../../services.ts";
import { readInvoiceFile } from "../../workers/read-invoice-csv.ts";
import { refreshLetters, takeLetters } from "../banking/letter-groups.ts";
import { siteTitle } from "../box-office/site-title.ts";
import { confirmedIbans } from "../company/company.repository.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import {
  type ComingNumber,
  type ImportedFacts,
  importedInvoicesRepository as repository,
} from "./imported-invoices.repository.ts";
import { issueRepository } from "./issue.repository.ts";
import { clientAccountOf, clientOf } from "./parties.ts";
import { listedAs, placeInvoices } from "./place-invoices.ts";
import { toConfirmRepository } from "./to-confirm.repository.ts";
import { type InvoiceWriter, weekFacts } from "./write-invoices.ts";
import { warnIssuedWeeks } from "./warn-issued-weeks.ts";
import { must } from "../../domain/must.ts";

/** A long list fills a core and holds a database session: two at a time, of one distributor one, leave room for everybody else. */
const limiter = concurrencyLimiter(2, 1, IMPORTS_WAITING_EACH);
/** Somebody may create the same cinema by hand meanwhile, or delete one that is found. */
export const LIST_CLASHES = { taken: ["cinema"], orphaned: ["cinema_distributor", "invoice"] };
/** Rows sent to the database at a time: some megabytes. */
const CHUNK = 5000;
const MAX_ERRORS = 1000;

/**
 * Imports a CSV list of invoices of outside the product (BILL-18): its good lines in one transaction, with what was paid of
 * them as opening allocations; a line with an error is left out and told. The same list again finds its numbers taken.
 * @throws 400 with a sentence when the file cannot be read as such a list
 */
export async function importInvoices(
  services: Services,
  writer: InvoiceWriter,
  upload: Upload,
  accounting: ImportAccounting,
  signal: AbortSignal,
): Promise<InvoiceImport> {
  const { distributorId } = writer;
  const work = async (): Promise<InvoiceImport> => {
    const csv = await readInvoiceFile(upload, signal).catch(refusedTable);
    const scope = { kind: "distributor", distributorId } as const;
    return await retriedOnClash(LIST_CLASHES, () =>
      inTransaction(services.pool, scope, async (tx) => {
        const answer = await saveList(tx, writer, upload, bookedRows(csv, accounting, writer.today));
        await requestProposals(tx, services.jobs, { distributorIds: [distributorId] });
        signal.throwIfAborted();
        return answer;
      }),
    );
  };
  return await limiter.run(work, signal, distributorId);
}

const bookedRows = (
  { rows, errors: wrong, unread }: InvoiceCsv,
  accounting: ImportAccounting,
  today: CivilDate,
) => ({
  rows: rows.map(
    (row): InvoiceCsvRow => ({ ...row, opening_date: accounting === "already_booked" ? today : null }),
  ),
  errors: wrong,
  unread,
});

async function saveList(
  tx: Tx,
  writer: InvoiceWriter,
  { fileName, size, sha256 }: Upload,
  csv: InvoiceCsv,
): Promise<InvoiceImport> {
  const { distributorId, userId, source } = writer;
  await lockInvoicing(tx, distributorId);
  const refused = [...csv.errors];
  const free = await withFreeNumbers(tx, writer, csv.rows, refused);
  const placing = { distributorId, source, origin: "list", linkedBy: userId, at: writer.now } as const;
  const { placed, toConfirm } = await placeInvoices(tx, placing, free, refused);
  const kept = await saveRows(tx, writer, placed, refused);
  await toConfirmRepository.save(tx, distributorId, { fileName, at: writer.now }, toConfirm);
  const warnings = await warnIssuedWeeks(tx, distributorId, kept);
  const answer = importAnswer(kept.length, refused, toConfirm, warnings);

  const import_id = await repository.createImport(tx, {
    distributorId,
    userId,
    fileName,
    size,
    sha256,
    stats: { imported: kept.length, errors_count: refused.length, to_confirm: toConfirm.length },
  });
  await writeAudit(tx, source, "created_invoice", {
    import_id,
    file_name: fileName,
    origin: "imported",
    imported: kept.length,
    errors: refused.length,
    ...(toConfirm.length > 0 ? { to_confirm: toConfirm.length } : {}),
    total_amount: centsToWire(sumCents(kept.map((row) => row.total))),
    ...(await moveOnboarding(tx, distributorId)),
  });
  return csv.unread.length > 0 ? { ...answer, unread_columns: [...csv.unread] } : answer;
}

/** What the user is told: all that was not imported, line by line, and what may be billed twice. */
export function importAnswer(
  imported: number,
  refused: readonly InvoiceCsvError[],
  toConfirm: readonly InvoiceCsvRow[],
  warnings: readonly string[],
): InvoiceImport {
  const problems = [...refused, ...toConfirm.map(unsure)]
    .toSorted((a, b) => a.line - b.line)
    .map((error) => error.message);
  return {
    message: messageOf(imported, toConfirm.length, new Set(refused.map((error) => error.line)).size),
    success_count: imported,
    errors:
      problems.length > MAX_ERRORS
        ? [...problems.slice(0, MAX_ERRORS), moreErrors(problems.length - MAX_ERRORS)]
        : problems,
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
  };
}

const unsure = ({ line, cinema }: InvoiceCsvRow): InvoiceCsvError =>
  lineError(
    line,
    `cinéma à confirmer («\u00a0${listedAs(cinema)}\u00a0»). Confirmez-le dans «\u00a0Factures émises\u00a0» pour importer cette facture.`,
  );

/** Leaves out the lines whose number is an invoice's already, one that our own series will come to, or that names another account in its number or cinema: clients read both (SEC-17). */
export async function withFreeNumbers(
  tx: Tx,
  { distributorId, today }: InvoiceWriter,
  rows: readonly InvoiceCsvRow[],
  refused: InvoiceCsvError[],
): Promise<InvoiceCsvRow[]> {
  const taken = await repository.takenKeys(
    tx,
    distributorId,
    rows.map((row) => numberKey(row.invoice_number)),
  );
  const coming = await repository.comingNumbers(
    tx,
    distributorId,
    today,
    rows.map((row) => row.invoice_number),
  );
  const ibans = await confirmedIbans(tx, distributorId);
  const problemOf = ({ invoice_number: number, cinema }: InvoiceCsvRow): string | undefined => {
    if (taken.has(numberKey(number))) return alreadyKnown(number);
    if (hasOtherIban(number, ibans)) return numberWithIban(number);
    if (hasOtherIban(`${siteTitle(cinema)} ${cinema.city}`, ibans)) return CINEMA_WITH_IBAN;
    const place = coming.get(number);
    return place && numberToCome(number, place);
  };
  return rows.filter((row) => {
    const problem = problemOf(row);
    if (problem !== undefined) refused.push(lineError(row.line, problem));
    return problem === undefined;
  });
}

const numberWithIban = (number: string): string =>
  `le numéro ${number} contient un IBAN qui n’est pas celui de votre société. Donnez-lui un autre numéro, puis importez-le de nouveau.`;

const CINEMA_WITH_IBAN =
  "le cinéma porte un IBAN qui n’est pas celui de votre société. Corrigez son nom, son code ou sa ville, puis importez la ligne de nouveau.";

/** What to do with a number of our own series: the former software's end where ours begins (BILL-18). */
const numberToCome = (number: string, { has_begun, highest }: ComingNumber): string =>
  has_begun
    ? `le numéro ${number} appartient à la suite des factures émises ici, déjà commencée. Donnez-lui un autre numéro, par exemple ${number}-A, puis importez-le de nouveau.`
    : `le numéro ${number} a la forme de vos prochains numéros. S’il vient de votre ancien logiciel, faites d’abord fixer la série ${number.slice(0, 1)} à ${highest} ou plus («\u00a0Infos compte\u00a0», «\u00a0Début de numérotation\u00a0», par un administrateur), puis importez le fichier de nouveau.`;

/**
 * Keeps the invoices and what was paid of them, then the credit notes, which may correct an invoice of the same list.
 * @returns those that were kept
 */
export async function saveRows(
  tx: Tx,
  writer: InvoiceWriter,
  rows: readonly PlacedRow[],
  refused: InvoiceCsvError[],
): Promise<PlacedRow[]> {
  const cinemas = await issueRepository.cinemas(tx, writer.distributorId, [
    ...new Set(rows.map((row) => row.cinema_id)),
  ]);
  const isNote = (row: InvoiceCsvRow): boolean => row.total < 0;
  const invoices = await saveKind(
    tx,
    writer,
    rows.filter((row) => !isNote(row)),
    cinemas,
    refused,
  );
  const notes = await saveKind(tx, writer, rows.filter(isNote), cinemas, refused);
  return [...invoices, ...notes];
}

type PlacedRow = InvoiceCsvRow & { readonly cinema_id: number };
type Cinemas = Awaited<ReturnType<typeof issueRepository.cinemas>>;

async function saveKind(
  tx: Tx,
  { distributorId, userId, today }: InvoiceWriter,
  allRows: readonly PlacedRow[],
  cinemas: Cinemas,
  refused: InvoiceCsvError[],
): Promise<PlacedRow[]> {
  const corrected = await repository.correctable(
    tx,
    distributorId,
    allRows.flatMap((row) => (row.corrects ? [numberKey(row.corrects)] : [])),
  );
  const rows = allRows.filter((row) => {
    const wrong = correctionProblem(row, corrected, cinemas);
    if (wrong !== undefined) refused.push(lineError(row.line, wrong));
    return wrong === undefined;
  });
  const kept: PlacedRow[] = [];
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const facts = chunk.map((row): ImportedFacts => {
      const cinema = cinemas.get(row.cinema_id);
      // Deleted since its line found it, which finds another or none once more.
      if (!cinema)
        throw new ChangedMeanwhile(`the cinema ${row.cinema_id} of an imported invoice is not there`);
      return {
        type: row.total < 0 ? "credit_note" : "invoice",
        corrects_id: row.corrects ? (corrected.get(numberKey(row.corrects))?.id ?? null) : null,
        opening_date: row.opening_date ?? null,
        invoice_number: row.invoice_number,
        invoice_date: row.invoice_date,
        due_date: row.due_date,
        cinema_id: cinema.id,
        cinema_name: cinema.name,
        client: clientOf(cinema),
        client_account: clientAccountOf(cinema),
        ...weekFacts(row.week_start),
        total_net_amount: centsToWire(row.net),
        total_vat_amount: centsToWire(row.vat),
        total_amount: centsToWire(row.total),
        vat_breakdown: vatBreakdownOf(row.net, row.vat, row.rate_bp ?? undefined),
        in_default: row.in_default,
        notes: row.film === "" ? "" : `Film\u00a0: ${row.film}`,
      };
    });
    const ids = await repository.insert(tx, distributorId, userId, facts);
    const credits: { note: number; invoice: number }[] = [];
    const paid: { invoice_id: number; client_account: string; amount: string }[] = [];
    for (const [place, row] of chunk.entries()) {
      const id = ids.get(row.invoice_number);
      // Somebody wrote the same number by hand in the meantime.
      if (id === undefined) refused.push(lineError(row.line, alreadyKnown(row.invoice_number)));
      else kept.push(row);
      const correctedId = facts[place]?.corrects_id ?? null;
      if (id !== undefined && correctedId !== null) credits.push({ note: id, invoice: correctedId });
      if (id !== undefined && row.paid > cents(0))
        paid.push({
          invoice_id: id,
          client_account: must(facts[place], "imported invoice").client_account,
          amount: centsToWire(row.paid),
        });
    }
    const defaulted = chunk.flatMap((row) => (row.in_default ? (ids.get(row.invoice_number) ?? []) : []));
    if (defaulted.length > 0) await repository.defaultedOn(tx, defaulted, today);
    if (paid.length > 0) await saveOpenings(tx, distributorId, paid);
    if (credits.length > 0) await applyCredits(tx, distributorId, credits);
  }
  return kept;
}

/** Why a credit note cannot correct what it names. */
function correctionProblem(
  { corrects, cinema_id }: PlacedRow,
  corrected: ReadonlyMap<string, { readonly client_account: string; readonly origin: string }>,
  cinemas: Cinemas,
): string | undefined {
  if (!corrects) return undefined;
  const invoice = corrected.get(numberKey(corrects));
  if (!invoice) return `la facture corrigée ${corrects} est introuvable.`;
  if (invoice.origin === "issued")
    return `la facture corrigée ${corrects} a été émise ici\u00a0: établissez son avoir depuis sa fiche.`;
  const cinema = cinemas.get(cinema_id);
  if (cinema && clientAccountOf(cinema) !== invoice.client_account)
    return `la facture corrigée ${corrects} est celle d’un autre client.`;
  return undefined;
}

/** As issued credit notes: each takes off its invoice what is still due of it, and keeps the rest (BILL-12). */
async function applyCredits(
  tx: Tx,
  distributorId: number,
  credits: readonly { readonly note: number; readonly invoice: number }[],
): Promise<void> {
  const invoices = [...new Set(credits.map((one) => one.invoice))];
  await lockLedger(tx, distributorId);
  await issueRepository.lockInvoices(tx, invoices);
  for (const { note, invoice } of credits)
    await issueRepository.applyCreditNote(tx, distributorId, note, invoice);
  await refreshLetters(tx, distributorId, invoices);
}

/** What was paid elsewhere settles its invoice, so that both have letters. */
async function saveOpenings(
  tx: Tx,
  distributorId: number,
  paid: readonly { readonly invoice_id: number; readonly client_account: string; readonly amount: string }[],
): Promise<void> {
  await lockLedger(tx, distributorId);
  const letters = await takeLetters(
    tx,
    distributorId,
    paid.map((one) => one.client_account),
  );
  await repository.insertOpenings(
    tx,
    distributorId,
    paid.map((one, place) => ({ ...one, letters: letters[place] ?? null })),
  );
}

const alreadyKnown = (number: string): string => `la facture ${number} existe déjà.`;

const counted = (count: number, one: string, several: string): string =>
  `${wholeNumber(count)} ${count >= 2 ? several : one}`;

/** « 118 factures importées, 2 lignes à confirmer, 3 lignes en erreur. » */
function messageOf(imported: number, unsureLines: number, wrong: number): string {
  const parts = [
    counted(imported, "facture importée", "factures importées"),
    ...(unsureLines > 0 ? [counted(unsureLines, "ligne à confirmer", "lignes à confirmer")] : []),
    ...(wrong > 0 ? [counted(wrong, "ligne en erreur", "lignes en erreur")] : []),
  ];
  return `${parts.join(", ")}.`;
}

const moreErrors = (count: number): string =>
  count === 1 ? "Et une autre erreur." : `Et ${wholeNumber(count)} autres erreurs.`;
