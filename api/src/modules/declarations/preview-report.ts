import { unfinishedWeeks } from "@bobine/contract/cinema-week";
import { cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import {
  PREVIEW_WEEKS,
  PREVIEWED_OUTCOMES,
  type PreviewedDocumentKind,
  type PreviewedOutcome,
  type PreviewedWeek,
  type ReportPreview,
} from "@bobine/contract/report-previews";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import type { Upload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { type Importer, dryRunReport, type Refusal } from "../box-office/import-box-office.ts";
import { nameOfPlace, type ReportedPlaces } from "../box-office/place-declarations.ts";
import { creditNoteRepository } from "../invoices/credit-note.repository.ts";
import { documentKey } from "../invoices/decide-issuable.ts";
import { type Decided, decide, weekKey } from "../invoices/decide-weeks.ts";
import {
  issueRepository,
  type InvoicedCinema,
  type IssuingDistributor,
} from "../invoices/issue.repository.ts";
import { clientOf, missingOfClient, missingOfIssuer } from "../invoices/parties.ts";
import { previewedWeeksRepository as repository, type WeekOfReport } from "./previewed-weeks.repository.ts";
import { outcomeOf } from "./read-declarations.ts";

/** Weeks decided at a time: the process answers others in between. */
const SLICE = 200;

/**
 * What a report would bring, per cinema and week, told by the very code of its import and of the issue of invoices (BOX-9). All of it
 * happens in a transaction that is taken back: no number, link, job, mail or entry of the audit log comes of it.
 * @throws 400 with the message of BOX-5 when the file cannot be read
 */
export async function previewReport(
  services: Services,
  viewer: Importer,
  upload: Upload,
  signal: AbortSignal,
): Promise<ReportPreview> {
  const today = services.clock.today();
  return await dryRunReport(services, viewer, upload, signal, async (tx, { stats, places, refused }) => {
    const weeks = await foreseenWeeks(tx, viewer.distributorId, places, signal);
    // The audit log tells what was done; who looks again and again at cinemas of others shows here.
    services.log.info(
      {
        distributor_id: viewer.distributorId,
        user_id: viewer.userId,
        weeks: weeks.length,
        sites: places.sites.length,
      },
      "report looked at",
    );
    return {
      file_name: upload.fileName,
      stats,
      unfinished_weeks: unfinishedWeeks(stats.weeks, today),
      refused: byCinema(refused),
      ...totalsOf(weeks),
      weeks_count: weeks.length,
      // Those that wait for somebody first; each kind in the order of the file.
      weeks: weeks
        .toSorted((a, b) => PREVIEWED_OUTCOMES.indexOf(a.outcome) - PREVIEWED_OUTCOMES.indexOf(b.outcome))
        .slice(0, PREVIEW_WEEKS),
    };
  });
}

function byCinema(refused: readonly Refusal[]): ReportPreview["refused"] {
  const groups = Map.groupBy(refused, ({ cinema_name }) => cinema_name ?? "");
  return [...groups].map(([cinema_name, own]) => ({
    cinema_name,
    messages: own.map(({ message }) => message),
  }));
}

async function foreseenWeeks(
  tx: Tx,
  distributorId: number,
  places: ReportedPlaces,
  signal: AbortSignal,
): Promise<PreviewedWeek[]> {
  const weeks = await repository.weeks(tx, distributorId);
  const distributor = must(await issueRepository.distributor(tx, distributorId), "distributor of the report");
  const ids = [...new Set(weeks.map((week) => week.cinema_id))];
  const cinemas = await issueRepository.cinemas(tx, distributorId, ids);
  const foreseen: PreviewedWeek[] = [];
  for (let from = 0; from < weeks.length; from += SLICE) {
    signal.throwIfAborted();
    const slice = weeks.slice(from, from + SLICE);
    const worth = await worthOf(tx, distributor, cinemas, slice);
    for (const week of slice) {
      const { cinema_id: _, place, name, city, is_open: __, is_validated: ___, ...told } = week;
      const worthOfWeek = worth(week);
      foreseen.push({
        ...(place === null ? { cinema_name: name, city } : nameOfPlace(places, place)),
        ...told,
        documents: worthOfWeek.documents,
        ...waitOf(week, distributor, worthOfWeek),
      });
    }
  }
  return foreseen;
}

type Documents = PreviewedWeek["documents"];
interface Worth {
  readonly documents: Documents;
  readonly isUndecided: boolean;
  /** Of whom the documents are for: what corrects an invoice is for whom that one billed (BILL-13). */
  readonly missingOfClient: string[];
}

/** What each week is worth beyond what was invoiced for it; nothing for those that the issue would not look at. */
async function worthOf(
  tx: Tx,
  distributor: IssuingDistributor,
  cinemas: ReadonlyMap<number, InvoicedCinema>,
  slice: readonly WeekOfReport[],
): Promise<(week: WeekOfReport) => Worth> {
  const open = slice.filter((week) => week.is_open);
  const lines = await issueRepository.issuedLines(tx, distributor.id, open);
  const declarations = await issueRepository.declarations(tx, distributor.id, open);
  const billed = await creditNoteRepository.billedClients(
    tx,
    lines.map((line) => line.invoice_id),
  );
  const decided = decide(distributor, cinemas, open, declarations, lines, billed);
  const invoiced = new Set(lines.map(weekKey));
  const undecided = new Set(decided.undecided.map(weekKey));
  const documents = new Map<string, Documents>();
  const missing = new Map<string, string[]>();
  const add = (kind: PreviewedDocumentKind, week: string, { cinema, draft }: Decided): void => {
    const document = {
      kind,
      total_net_amount: centsToWire(draft.total_net_amount),
      total_amount: centsToWire(draft.total_amount),
      corrects: "corrects" in draft ? draft.corrects.invoice_number : null,
    };
    documents.set(week, [...(documents.get(week) ?? []), document]);
    const lacking = missingOfClient(clientOf(cinema));
    if (lacking.length > 0) missing.set(week, lacking);
  };
  for (const one of decided.invoices)
    add(invoiced.has(documentKey(one)) ? "complement" : "invoice", documentKey(one), one);
  for (const one of decided.credit_notes) add("credit_note", documentKey(one), one);
  const ofToday = (week: WeekOfReport): string[] => {
    const cinema = invoiced.has(weekKey(week)) ? undefined : cinemas.get(week.cinema_id);
    return cinema ? missingOfClient(clientOf(cinema)) : [];
  };
  return (week) => ({
    documents: documents.get(weekKey(week)) ?? [],
    isUndecided: undecided.has(weekKey(week)),
    missingOfClient: missing.get(weekKey(week)) ?? ofToday(week),
  });
}

/** Whether its documents are issued at once, or the first thing that they wait for. */
function waitOf(
  { is_validated, set_aside_count, new_count, corrected_count }: WeekOfReport,
  distributor: IssuingDistributor,
  { documents, isUndecided, missingOfClient: missingOfAddressee }: Worth,
): { outcome: PreviewedOutcome; missing: string[] } {
  if (documents.length === 0 && !isUndecided) {
    const isAside = set_aside_count > 0 && new_count + corrected_count === 0;
    return { outcome: isAside ? "set_aside" : "unchanged", missing: [] };
  }
  const { outcome, missing } = outcomeOf(
    { state: "current", settled: false, is_validated, invoice: null },
    {
      validation_status: distributor.validation_status,
      automation_on: distributor.automation_on,
      missingOfSupplier: missingOfIssuer(distributor),
      missingOfClient: missingOfAddressee,
      isUndecided,
    },
  );
  return { outcome: isPreviewed(outcome) ? outcome : "issued", missing };
}

/** What it waits for; the job that is about to issue it waits for nothing. */
const isPreviewed = (outcome: string): outcome is PreviewedOutcome =>
  (PREVIEWED_OUTCOMES as readonly string[]).includes(outcome);

function totalsOf(
  weeks: readonly PreviewedWeek[],
): Pick<ReportPreview, "issued" | "held" | "unchanged_count"> {
  const isIdle = ({ outcome }: PreviewedWeek): boolean => outcome === "unchanged" || outcome === "set_aside";
  const issued = weeks.filter(({ outcome }) => outcome === "issued").flatMap(({ documents }) => documents);
  const withheld = weeks.filter(({ outcome }) => outcome !== "issued").flatMap(({ documents }) => documents);
  const sumOf = (documents: Documents) => ({
    count: documents.length,
    total: centsToWire(cents(documents.reduce((sum, one) => sum + centsFromWire(one.total_amount), 0))),
  });
  const ofKind = (kind: PreviewedDocumentKind) => sumOf(issued.filter((document) => document.kind === kind));
  return {
    issued: {
      invoice: ofKind("invoice"),
      complement: ofKind("complement"),
      credit_note: ofKind("credit_note"),
    },
    held: sumOf(withheld),
    unchanged_count: weeks.filter(isIdle).length,
  };
}
