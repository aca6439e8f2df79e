import { wholeNumber } from "@bobine/contract/french";
import { type BoxOfficeStats, WEEK_NOT_OVER } from "@bobine/contract/box-office";
import { cinemaWeekOf, unfinishedWeeks, weekLabel } from "@bobine/contract/cinema-week";
import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { cents, centsToWire } from "@bobine/contract/money";
import { lockInvoicing } from "../../db/locks.ts";
import { retriedOnClash } from "../../db/retried-on-clash.ts";
import { inDiscardedTransaction, inTransaction, type Tx } from "../../db/scope.ts";
import { distributorMatcher } from "../../domain/parsing/box-office-xml.ts";
import {
  type BoxOfficeDeclaration,
  type ReportIssue,
  UnreadableReport,
} from "../../domain/parsing/box-office-types.ts";
import { cutText } from "../../domain/parsing/cut-text.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { concurrencyLimiter, IMPORTS_WAITING_EACH } from "../../http/concurrency-limiter.ts";
import type { Services } from "../../services.ts";
import { isPrintable } from "../../pdf/fonts.ts";
import { readBoxOfficeFile } from "../../workers/read-box-office-file.ts";
import { confirmedIbans } from "../company/company.repository.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { boxOfficeRepository as repository } from "./box-office.repository.ts";
import { followCorrections, restoreUncorrected } from "./follow-corrections.ts";
import { placeDeclarations, reportedPlaces, type ReportedPlaces } from "./place-declarations.ts";
import { spellScreens } from "./spell-screens.ts";
import { stageDeclarations, type StagedRow } from "./stage-declarations.ts";
import { reportedCinemasRepository } from "./reported-cinemas.repository.ts";
import { instantOf, otherIbanFinder, problemOf, shareOf, siteOf, stagedRowOf } from "./staged-declaration.ts";
import { warnImportedWeeks } from "./warn-imported-weeks.ts";
import { unvalidatedCinemasRepository } from "./unvalidated-cinemas.repository.ts";

/** Reading a large report, to import it or to look at it, fills a core and holds a session: two at a time, of one distributor one, leave room for others. */
const limiter = concurrencyLimiter(2, 1, IMPORTS_WAITING_EACH);
/** Somebody may create the same cinema or screen by hand meanwhile, or delete a cinema that is found. */
const CLASHING = { taken: ["cinema", "screen"], orphaned: ["cinema_distributor", "declaration"] };
/** Of each list of messages, a person reads the first ones; the counts are whole. */
const MAX_MESSAGES = 100;

export interface Importer {
  readonly distributorId: number;
  readonly userId: number;
  readonly source: AuditSource;
  /** A report of a week that is not over asks first instead of being imported (BOX-10). */
  readonly asksAboutUnfinished?: boolean;
}

export interface ImportedReport {
  readonly message: string;
  readonly import_id: number;
  readonly preliminary_stats: BoxOfficeStats;
}

/**
 * Imports a weekly report (BOX-2, BOX-3, BOX-6): the whole file or nothing. It is read once, at the pace at which the
 * database takes its rows; then a few statements find the cinemas, tell new declarations from known ones and keep them. The
 * job that issues the invoices is queued in the same transaction.
 * @param signal aborts when the client goes away: nothing of the file is kept then
 * @throws 400 with the message of BOX-5 when the file cannot be read, 409 when it asks about a week that is not over
 */
export async function importBoxOffice(
  services: Services,
  importer: Importer,
  upload: Upload,
  signal: AbortSignal,
): Promise<ImportedReport> {
  const scope = { kind: "distributor", distributorId: importer.distributorId } as const;
  return await limiter.run(
    () =>
      retriedOnClash(CLASHING, () =>
        inTransaction(services.pool, scope, (tx) => importReport(tx, services, importer, upload, signal)),
      ),
    signal,
    importer.distributorId,
  );
}

/** What is known of the file once it is read, beside its rows in the database. */
interface Staged {
  readonly places: ReportedPlaces;
  readonly declarations_found: number;
  readonly generated_at: string | null;
  readonly films: ReadonlySet<string>;
  /** Titles that the page of an invoice does not show whole. */
  readonly unprintable: ReadonlySet<string>;
  readonly screens: ReadonlySet<string>;
  readonly weeks: ReadonlySet<CivilDate>;
  readonly total_admissions: number;
  readonly total_gross_ttc: number;
  readonly other_distributors: number;
  /** Some share has to be computed. */
  readonly computesShares: boolean;
  /** Some correction names what it corrects. */
  readonly namesCorrected: boolean;
  readonly errors: Pick<Messages, "count">;
  /** Whose declarations the first errors are, in their order. */
  readonly refused: readonly Refusal[];
  readonly warnings: Messages;
}

/** A declaration that is refused, with its cinema as the report gives it. */
export interface Refusal {
  readonly cinema_name: string | null;
  readonly message: string;
}

/** The first messages, and how many there are. */
interface Messages {
  readonly count: number;
  readonly first: readonly string[];
}

async function importReport(
  tx: Tx,
  services: Services,
  importer: Importer,
  upload: Upload,
  signal: AbortSignal,
): Promise<ImportedReport> {
  const { distributorId, source } = importer;
  const { import_id, stats } = await saveReport(tx, services, importer, upload, signal);
  const unfinished = unfinishedWeeks(stats.weeks, services.clock.today());
  if (importer.asksAboutUnfinished && unfinished.length > 0)
    throw errors.conflict(unfinishedMessage(unfinished), WEEK_NOT_OVER);
  await writeAudit(tx, source, "updated_box_office", {
    import_id,
    file_name: upload.fileName,
    declarations_found: stats.declarations_found,
    imported: stats.imported,
    duplicates: stats.duplicates,
    corrections: stats.corrections,
    set_aside: stats.set_aside,
    unknown_cinemas: stats.unknown_cinemas,
    errors: stats.errors_count,
    ...(await moveOnboarding(tx, distributorId)),
  });
  await services.jobs.enqueue(tx, {
    name: "issue-invoices",
    data: { distributor_id: distributorId, import_id },
  });
  signal.throwIfAborted();
  return { message: foundMessage(stats.declarations_found), import_id, preliminary_stats: stats };
}

/** A report as it stands in the transaction that saved it. */
interface SavedReport {
  readonly import_id: number;
  readonly stats: BoxOfficeStats;
  readonly places: ReportedPlaces;
  /** The first declarations that are refused. */
  readonly refused: readonly Refusal[];
}

/**
 * Does with a report what its import does, for as long as `look` looks at it, and takes all of it back (BOX-9): nothing is saved,
 * queued or told, and no invoice has a number.
 * @throws 400 with the message of BOX-5 when the file cannot be read
 */
export async function dryRunReport<T>(
  services: Services,
  importer: Importer,
  upload: Upload,
  signal: AbortSignal,
  look: (tx: Tx, report: SavedReport) => Promise<T>,
): Promise<T> {
  const scope = { kind: "distributor", distributorId: importer.distributorId } as const;
  return await limiter.run(
    () =>
      retriedOnClash(CLASHING, () =>
        inDiscardedTransaction(services.pool, scope, async (tx) => {
          const report = await saveReport(tx, services, importer, upload, signal);
          return await look(tx, report);
        }),
      ),
    signal,
    importer.distributorId,
  );
}

/** The file's declarations, with the cinemas that it names; what follows from them is its caller's. */
async function saveReport(
  tx: Tx,
  services: Services,
  { distributorId, userId, source }: Importer,
  upload: Upload,
  signal: AbortSignal,
): Promise<SavedReport> {
  await repository.openStaging(tx);
  const distributor = await repository.distributor(tx, distributorId);
  const staged = await stage(tx, distributor, upload, services.clock.today(), signal);

  await lockInvoicing(tx, distributorId);
  const placing = {
    distributorId,
    source,
    origin: "report",
    linkedBy: userId,
    at: services.clock.now(),
  } as const;
  const placed = await placeDeclarations(tx, placing, staged.places);
  await repository.savePlaces(tx, placed.cinemas);
  const isKnown = await repository.isKnown(tx, distributorId, [...staged.weeks]);
  await spellScreens(tx, distributorId, staged.places.places, placed.cinemas, staged.weeks, isKnown);
  if (staged.computesShares) await repository.followHabits(tx, distributorId);
  if (isKnown) await repository.followKeys(tx, distributorId);
  await followCorrections(tx, distributorId, staged.namesCorrected, isKnown);
  await repository.classify(tx, distributorId, staged.generated_at);
  if (staged.namesCorrected) await restoreUncorrected(tx);
  const { fileName, size, sha256 } = upload;
  const import_id = await repository.createImport(tx, { distributorId, fileName, size, sha256, userId });
  await repository.saveDeclarations(tx, distributorId, import_id);

  const counts = await repository.counts(tx);
  const expected = await repository.expectedInvoices(tx);
  // A prospect's cinemas all wait for its own validation first.
  if (expected.held > 0 && (await reportedCinemasRepository.isValidated(tx, distributorId)))
    await unvalidatedCinemasRepository.ask(tx, distributorId, await repository.waitingCinemas(tx));
  const billed = await warnImportedWeeks(tx, distributorId, staged.places, staged.weeks);
  const notices = await noticesOf(tx, counts.told);
  const placeless = placed.cinemas.includes(undefined) ? await repository.placeless(tx, MAX_MESSAGES) : [];
  const refused = [...staged.refused, ...placeless.map(placelessRefusal)].slice(0, MAX_MESSAGES);
  const stats: BoxOfficeStats = {
    declarations_found: staged.declarations_found,
    imported: counts.imported,
    films_found: staged.films.size,
    cinemas_found: new Set(placed.cinemas.filter((id) => id !== undefined)).size,
    screens_found: staged.screens.size,
    weeks: [...staged.weeks].sort(),
    total_admissions: staged.total_admissions,
    total_gross_ttc: centsToWire(cents(staged.total_gross_ttc)),
    duplicates: counts.duplicates,
    corrections: counts.corrections,
    set_aside: counts.set_aside,
    other_distributors: staged.other_distributors,
    unknown_cinemas: placed.created,
    invoices_expected: distributor.is_issuing ? expected.ready : 0,
    invoices_held: distributor.is_issuing ? expected.held : 0,
    errors_count: staged.errors.count + (placeless[0]?.count ?? 0),
    errors: refused.map(({ message }) => message),
    warnings_count:
      staged.warnings.count +
      staged.unprintable.size +
      counts.told +
      billed.length +
      (placed.standIns > 0 ? 1 : 0),
    warnings: [
      ...(placed.standIns > 0 ? [cutMessage(placed.standIns)] : []),
      ...billed.slice(0, MAX_MESSAGES / 2),
      ...[...staged.unprintable].slice(0, MAX_MESSAGES).map(unprintableMessage),
      ...notices,
      ...staged.warnings.first,
      ...billed.slice(MAX_MESSAGES / 2),
    ].slice(0, MAX_MESSAGES),
  };
  await repository.saveImportStats(tx, import_id, stats);
  return { import_id, stats, places: staged.places, refused };
}

/** Reads the file to its end into the `staged` table. */
async function stage(
  tx: Tx,
  distributor: Awaited<ReturnType<typeof repository.distributor>>,
  upload: Upload,
  today: CivilDate,
  signal: AbortSignal,
): Promise<Staged> {
  const findOtherIban = otherIbanFinder(await confirmedIbans(tx, distributor.id));
  const isOwn = distributorMatcher(distributor);
  const places = reportedPlaces();
  const films = new Set<string>();
  const unprintable = new Set<string>();
  const screens = new Set<string>();
  const weeks = new Set<CivilDate>();
  const refused = messages<Refusal>();
  let total_admissions = 0;
  let total_gross_ttc = 0;
  let other_distributors = 0;
  let computesShares = false;
  let namesCorrected = false;

  const rowOf = (declaration: BoxOfficeDeclaration): StagedRow | undefined => {
    if (!isOwn(declaration.distributor)) {
      other_distributors += 1;
      return undefined;
    }
    const message = problemOf(declaration, total_gross_ttc, findOtherIban);
    if (message !== undefined) {
      refused.add({ cinema_name: declaration.cinema.name, message });
      return undefined;
    }
    const share = shareOf(declaration, distributor.sacem_deducted);
    computesShares ||= share.share_other_ht !== null;
    namesCorrected ||= declaration.corrects !== null && declaration.nature !== "initiale";
    const place = places.add(siteOf(declaration), {
      authorization: declaration.screen.authorization_number,
      name: declaration.screen.name ?? "",
    });
    const { visa_number, title } = declaration.film;
    films.add(visa_number ?? title ?? "");
    if (title !== null && !isPrintable(title)) unprintable.add(title);
    screens.add(declaration.screen.authorization_number);
    weeks.add(declaration.week_start);
    total_admissions += declaration.admissions_paid + declaration.admissions_free;
    total_gross_ttc += declaration.gross_ttc;
    const warnings = declaration.warnings.map((warning) => warning.message);
    return stagedRowOf(declaration, place, share, warnings);
  };

  const staging = stageDeclarations(tx);
  try {
    const reading = await readBoxOfficeFile(upload, {
      today,
      signal,
      onDeclarations: async (declarations) => {
        await staging.add(declarations.map(rowOf).filter((row) => row !== undefined));
      },
    });
    await staging.finish();
    const issues = (list: readonly ReportIssue[]): string[] => list.map((issue) => issue.message);
    return {
      places,
      declarations_found: reading.declarations_found,
      generated_at: instantOf(reading.generated_at),
      films,
      unprintable,
      screens,
      weeks,
      total_admissions,
      total_gross_ttc,
      other_distributors,
      computesShares,
      namesCorrected,
      errors: { count: reading.errors_count + refused.count() },
      refused: [...reading.errors, ...refused.first].slice(0, MAX_MESSAGES),
      warnings: { count: reading.warnings_count, first: issues(reading.warnings).slice(0, MAX_MESSAGES) },
    };
  } catch (error) {
    await staging.abandon(error as Error);
    if (error instanceof UnreadableReport) throw errors.upload(error.message, 400, error.code);
    throw error;
  }
}

function messages<Message>() {
  const first: Message[] = [];
  let count = 0;
  return {
    first,
    count: () => count,
    add(message: Message): void {
      count += 1;
      if (first.length < MAX_MESSAGES) first.push(message);
    },
  };
}

async function noticesOf(tx: Tx, count: number): Promise<string[]> {
  if (count === 0) return [];
  const rows = await repository.notices(tx, MAX_MESSAGES);
  return rows.map(
    (row) =>
      `${row.notice}\u00a0: ${row.reference || `${row.film_title}, salle ${row.screen_authorization}`}`,
  );
}

/** Of a declaration whose cinema is unknown, and that neither a name nor a number tells (BOX-6). */
const placelessRefusal = (where: { reference: string; film_title: string; screen: string }): Refusal => ({
  cinema_name: null,
  message: `${where.reference ? `Déclaration ${where.reference}` : `${where.film_title}, salle ${where.screen}`}\u00a0: établissement inconnu, sans nom ni numéro. Complétez le rapport et importez-le de nouveau.`,
});

/** What is told when a file names cinemas whose link was cut. */
const cutMessage = (count: number): string =>
  count === 1
    ? "Un cinéma de ce fichier n’est plus lié à votre distributeur\u00a0: ses déclarations sont conservées, et une demande de rattachement a été envoyée à Bobine."
    : `${wholeNumber(count)} cinémas de ce fichier ne sont plus liés à votre distributeur\u00a0: leurs déclarations sont conservées, et une demande de rattachement a été envoyée à Bobine.`;

/** The key of a film without a visa is its title: one that is corrected after the import would be another film's. */
const unprintableMessage = (title: string): string =>
  `Le titre «\u00a0${cutText(title, 80)}\u00a0» a des caractères que les factures n’impriment pas (elles ont «\u00a0?\u00a0» à leur place)\u00a0: corrigez-le dans le rapport avant de l’importer.`;

/** BOX-5: « 4 déclarations trouvées dans le fichier. » */
const foundMessage = (count: number): string =>
  count === 1
    ? "1 déclaration trouvée dans le fichier."
    : `${wholeNumber(count)} déclarations trouvées dans le fichier.`;

/** BOX-10: « La semaine S48/2026 (jusqu’au 01/12/2026) n’est pas terminée… » */
function unfinishedMessage(weeks: readonly CivilDate[]): string {
  const named = weeks.map((start) => {
    const week = cinemaWeekOf(start);
    return `${weekLabel(week)} (jusqu’au ${frenchDate(week.end)})`;
  });
  return named.length === 1
    ? `La semaine ${named[0]} n’est pas terminée\u00a0: confirmez l’import de ce rapport.`
    : `Des semaines ne sont pas terminées\u00a0: ${named.join(", ")}. Confirmez l’import de ce rapport.`;
}
