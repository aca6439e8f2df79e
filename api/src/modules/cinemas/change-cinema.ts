import { requestProposals } from "../banking/propose-again.ts";
import { isDeepStrictEqual } from "node:util";
import {
  CANNOT_UNVALIDATE,
  type Cinema,
  CINEMA_LIST_MAX,
  CINEMA_SCREENS_MAX,
  type CinemaChange,
  type SeenLists,
} from "@bobine/contract/cinemas";
import { checkedCinema } from "@bobine/contract/cinema-values";
import { mergedScreens, mergedTexts } from "@bobine/contract/merged-list";
import type { CinemaScreen } from "@bobine/contract/screens";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { JobQueue } from "../../services.ts";
import { moveCommentsWith } from "../banking/client-comments.repository.ts";
import { auditCinema } from "./audit-cinema.ts";
import { foundCinema, lockedCinema } from "./cinemas.repository.ts";
import { isBilled, issueWhatWaits } from "./issue-what-waits.ts";
import { refuseLongMerge } from "./refuse-long-merge.ts";
import { refuseTakenNumbers } from "./refuse-taken-numbers.ts";
import { similarAccountError, similarDefaultAccount } from "./similar-account.ts";
import { freeShortNameCode, shortNameCodeBase } from "./short-name-code.ts";
import { validateCinemaOnce } from "./validate-cinema.ts";
import {
  ACCOUNT_COLUMNS,
  cinemaToDelete,
  insertCinema,
  isReferredTo,
  removeCinema,
  shortNameCodesLike,
  WRITTEN_COLUMNS,
  writeColumns,
  writeScreens,
} from "./written-cinemas.repository.ts";

/** What a call asks of a cinema; what is absent stays. */
export type CinemaRequest = CinemaChange & {
  readonly is_validated?: boolean | undefined;
  readonly seen?: SeenLists | undefined;
};

/** Everything that the change of one cinema needs, besides the change. */
export interface CinemaWork {
  readonly tx: Tx;
  readonly jobs: JobQueue;
  readonly user: SignedInUser;
  readonly source: AuditSource;
}

const screenNames = (screens: readonly CinemaScreen[]): string[] =>
  screens.map((screen) => [screen.name, screen.authorization_number].filter(Boolean).join(" \u2013 "));

/** The screens as asked for, or undefined when that is what they are already. */
function changedScreens(
  present: readonly CinemaScreen[],
  asked: CinemaChange["screens"],
): { id: number | undefined; name: string; authorization_number: string }[] | undefined {
  if (!asked) return undefined;
  const known = new Map(present.map((screen) => [screen.id, screen]));
  const wanted = asked.map((screen) => {
    const before = screen.id === undefined ? undefined : known.get(screen.id);
    if (screen.id !== undefined && !before)
      throw errors.field("screens", "Choisissez des salles de ce cinéma.");
    const authorization_number = screen.authorization_number ?? before?.authorization_number ?? "";
    return { id: screen.id, name: screen.name, authorization_number };
  });
  const byId = new Map(wanted.map((screen) => [screen.id, screen]));
  const isSame =
    wanted.length === present.length &&
    present.every((screen) => isDeepStrictEqual(byId.get(screen.id), { ...screen }));
  return isSame ? undefined : wanted;
}

const TEXT_LISTS = ["phones", "default_invoice_emails", "default_reminder_emails"] as const;

const namesOf = (screens: readonly { readonly name: string }[]): string[] => screens.map(({ name }) => name);

/** The request on what is there by now: nothing goes that its form has not seen. @throws 400 on a list that is too long then */
function onWhatIsThere(present: Cinema, { seen = {}, ...asked }: CinemaRequest): CinemaRequest {
  const merged: CinemaRequest = { ...asked };
  for (const list of TEXT_LISTS) {
    const [written, before] = [asked[list], seen[list]];
    if (!written || !before) continue;
    const texts = mergedTexts(written, before, present[list]);
    refuseLongMerge(list, texts, written, CINEMA_LIST_MAX);
    merged[list] = texts;
  }
  if (asked.screens && seen.screens) {
    const screens = mergedScreens(asked.screens, seen.screens, present.screens);
    refuseLongMerge("screens", namesOf(screens), namesOf(asked.screens), CINEMA_SCREENS_MAX);
    merged.screens = screens;
  }
  return merged;
}

/** The request with its values as they are kept. @throws 400 by field, for what is new and wrong */
function checkedRequest<Requested extends CinemaRequest>(
  before: Cinema | undefined,
  requested: Requested,
): Requested {
  const { values, wrong } = checkedCinema(before, requested);
  if (Object.keys(wrong).length > 0) throw errors.fields(wrong);
  return values;
}

/** Numbers that were there stay, even those that another has. */
async function refuseNumbers(
  tx: Tx,
  id: number,
  before: Pick<Cinema, "cnc_authorization" | "screens"> | undefined,
  cnc: string | undefined,
  screens: ReturnType<typeof changedScreens>,
): Promise<void> {
  const present = before?.screens ?? [];
  const numberOf = new Map(present.map((screen) => [screen.id, screen.authorization_number]));
  const given = (screens ?? []).filter(
    (screen) => screen.id === undefined || numberOf.get(screen.id) !== screen.authorization_number,
  );
  const kept = new Set((screens ?? []).map((screen) => screen.id));
  await refuseTakenNumbers(tx, id, {
    cnc: cnc === undefined || cnc === before?.cnc_authorization ? "" : cnc,
    screens: given.map((screen) => screen.authorization_number),
    leaving: present
      .filter(({ id: own }) => !kept.has(own) || given.some((screen) => screen.id === own))
      .map((screen) => screen.id),
  });
}

async function refuseSimilarAccount(tx: Tx, id: number, account: string | undefined): Promise<void> {
  if (account === undefined || account === "") return;
  const similar = await similarDefaultAccount(tx, id, account);
  if (similar) throw similarAccountError("default_accounting_code", similar);
}

async function wholeCinema(tx: Tx, id: number): Promise<Cinema> {
  const cinema = await foundCinema(tx, id, undefined);
  if (!cinema) throw errors.notFound();
  return cinema;
}

/**
 * Creates a cinema with its screens. Without a short code it is given one from its name and city (CIN-6).
 * @throws 400 by field, 23505 when a code or number is taken
 */
export async function createCinemaWith(
  { tx, jobs, source }: CinemaWork,
  asked: CinemaRequest & { readonly name: string },
): Promise<Cinema> {
  const requested = checkedRequest(undefined, asked);
  const { id } = await insertCinema(tx, requested.name, requested.is_validated ?? false);
  const base = shortNameCodeBase(requested.name, requested.city ?? "");
  const short_name_code =
    requested.short_name_code ?? freeShortNameCode(base, await shortNameCodesLike(tx, base));
  await refuseSimilarAccount(tx, id, requested.default_accounting_code);
  const screens = changedScreens([], requested.screens);
  await refuseNumbers(tx, id, undefined, requested.cnc_authorization, screens);
  const change = { ...requested, short_name_code };
  await writeColumns(
    tx,
    id,
    change,
    WRITTEN_COLUMNS.filter((column) => change[column] !== undefined),
  );
  if (screens) await writeScreens(tx, id, screens);
  await auditCinema(tx, source, { id, name: requested.name }, { comment: "Cinéma créé" });
  await requestProposals(tx, jobs, { cinemaIds: [id] });
  return wholeCinema(tx, id);
}

/**
 * Changes what differs, under the lock of the cinema, so that of two changes at once neither is lost; what is the same
 * leaves no trace.
 * @throws 404 unknown cinema, 400 a wrong value, a validation taken back or a screen of another cinema, 23505 when a code or number is taken
 */
export async function changeCinema(work: CinemaWork, id: number, asked: CinemaRequest): Promise<Cinema> {
  const { tx, jobs, user, source } = work;
  if (!(await lockedCinema(tx, id))) throw errors.notFound();
  const before = await wholeCinema(tx, id);
  const requested = checkedRequest(before, onWhatIsThere(before, asked));
  if (requested.is_validated === false && before.is_validated)
    throw errors.field("is_validated", CANNOT_UNVALIDATE);

  const columns = WRITTEN_COLUMNS.filter(
    (column) => requested[column] !== undefined && !isDeepStrictEqual(requested[column], before[column]),
  );
  if (columns.includes("default_accounting_code"))
    await refuseSimilarAccount(tx, id, requested.default_accounting_code);
  const screens = changedScreens(before.screens, requested.screens);
  await refuseNumbers(tx, id, before, requested.cnc_authorization, screens);
  const isOfAccount = columns.some((column) => ACCOUNT_COLUMNS.has(column));
  await moveCommentsWith(tx, { cinemaIds: isOfAccount ? [id] : [] }, () =>
    writeColumns(tx, id, requested, columns),
  );
  if (screens) await writeScreens(tx, id, screens);
  const after = await wholeCinema(tx, id);
  await auditChange(work, before, after, screens ? [...columns, "screens"] : columns);
  if (columns.some((column) => NAMING.has(column))) await requestProposals(tx, jobs, { cinemaIds: [id] });
  if (requested.is_validated && !before.is_validated) await validateCinemaOnce(tx, jobs, user, source, id);
  else if (after.is_validated && isBilled(columns)) await issueWhatWaits(tx, jobs, [id]);
  return requested.is_validated ? wholeCinema(tx, id) : after;
}

/** What a bank may write of who pays (LET-7). */
const NAMING: ReadonlySet<string> = new Set<(typeof WRITTEN_COLUMNS)[number]>([
  "name",
  "legal_name",
  "invoicing_company_name",
  "city",
  "siren",
  "invoicing_siren",
  "short_name_code",
  "group",
]);

async function auditChange(
  { tx, source }: CinemaWork,
  before: Cinema,
  after: Cinema,
  changed: readonly (keyof Cinema)[],
): Promise<void> {
  const [field, ...others] = changed;
  if (field === undefined) return;
  const valueOf = (cinema: Cinema): unknown =>
    field === "screens" ? screenNames(cinema.screens) : cinema[field];
  await auditCinema(tx, source, after, {
    changed_fields: changed,
    // One field is told with its values; many would be a page.
    ...(others.length === 0 && field !== "classification"
      ? { old_value: valueOf(before), new_value: valueOf(after) }
      : {}),
  });
}

/**
 * Deletes a cinema for good, with its screens, settings and links.
 * @throws 404 unknown cinema, 409 when invoices, declarations or what a bank line has put aside of its client (LET-22) refer to it
 */
export async function deleteCinemaForGood({ tx, source }: CinemaWork, id: number): Promise<void> {
  const cinema = await cinemaToDelete(tx, id);
  if (!cinema) throw errors.notFound();
  if (await isReferredTo(tx, id)) {
    throw errors.conflict(
      "Ce cinéma a des factures, des déclarations, des avances ou des trop-perçus\u00a0: il ne peut pas être supprimé. Choisissez plutôt «\u00a0Inactif\u00a0» dans «\u00a0Activité\u00a0» de sa fiche.",
      "cinema_in_use",
    );
  }
  await auditCinema(tx, source, cinema, { comment: "Cinéma supprimé" });
  await removeCinema(tx, id);
}
