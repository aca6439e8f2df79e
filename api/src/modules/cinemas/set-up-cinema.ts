import { isDeepStrictEqual } from "node:util";
import {
  ADDRESS_LISTS,
  type CinemaSettingsFields,
  DEFAULT_CINEMA_SETTINGS,
  type SeenAddresses,
} from "@bobine/contract/cinema-settings";
import { wrongClientAccount } from "@bobine/contract/cinema-values";
import { CINEMA_LIST_MAX } from "@bobine/contract/cinemas";
import { mergedTexts } from "@bobine/contract/merged-list";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import { moveCommentsWith } from "../banking/client-comments.repository.ts";
import { requestProposals } from "../banking/propose-again.ts";
import {
  distributorOption,
  existingCinema,
  insertSettings,
  linkCinema,
  lockedSettings,
  type Pair,
  type StoredSettings,
  writeSettings,
} from "./cinema-settings.repository.ts";
import { refuseLongMerge } from "./refuse-long-merge.ts";
import { similarAccountError, similarAccountOf } from "./similar-account.ts";

/** What a person writes, in the order in which the log tells it. */
const FIELDS = Object.keys(DEFAULT_CINEMA_SETTINGS) as (keyof typeof DEFAULT_CINEMA_SETTINGS)[];

/** A change of one pair's settings, and who makes it. */
export interface SettingsWork {
  readonly tx: Tx;
  readonly jobs: JobQueue;
  readonly source: AuditSource;
  readonly pair: Pair;
  /** Super admins also set up a cinema that the distributor does not work with yet. */
  readonly mayLink: boolean;
  readonly now: Date;
}

async function existingPair({ tx, pair, mayLink }: SettingsWork) {
  const cinema = await existingCinema(tx, pair.cinemaId, mayLink ? undefined : pair.distributorId);
  const distributor = cinema && (await distributorOption(tx, pair.distributorId));
  if (!distributor) throw errors.notFound();
  return { cinema, distributor };
}

/** The settings with those fields of `requested` that are given. */
function merged<T extends Omit<StoredSettings, "id" | "distributor" | "cinema">>(
  settings: T,
  requested: CinemaSettingsFields,
): T {
  const given = FIELDS.filter((field) => requested[field] !== undefined).map((field) => [
    field,
    requested[field],
  ]);
  return { ...settings, ...Object.fromEntries(given) };
}

/** The request on what is there by now: no address goes that its form has not seen (CIN-2). @throws 400 on a list that is too long then */
function onWhatIsThere(
  present: StoredSettings,
  { seen = {}, ...asked }: CinemaSettingsFields & { readonly seen?: SeenAddresses | undefined },
): CinemaSettingsFields {
  const request: CinemaSettingsFields = { ...asked };
  for (const list of ADDRESS_LISTS) {
    const [written, before] = [asked[list], seen[list]];
    if (!written || !before) continue;
    const merged = mergedTexts(written, before, present[list]);
    refuseLongMerge(list, merged, written, CINEMA_LIST_MAX);
    request[list] = merged;
  }
  return request;
}

/** CIN-6: only an account that is typed now has to be right. */
async function refuseWrongAccount(
  { tx, pair }: SettingsWork,
  before: string,
  { custom_accounting_code: account }: CinemaSettingsFields,
): Promise<void> {
  if (account === undefined || account === before) return;
  const message = wrongClientAccount(account);
  if (message !== undefined) throw errors.field("custom_accounting_code", message);
  const similar = account === "" ? undefined : await similarAccountOf(tx, pair, account);
  if (similar) throw similarAccountError("custom_accounting_code", similar);
}

/** Settings are the distributor's own: its log tells them, whoever changed them. */
async function auditSettings(
  { tx, source, pair }: SettingsWork,
  names: { cinema: { name: string }; distributor: { name: string } },
  before: Omit<StoredSettings, "id" | "distributor" | "cinema">,
  after: StoredSettings,
  comment?: string,
): Promise<void> {
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const [field] = changed;
  if (field === undefined && comment === undefined) return;
  // Beside their fields, of several a list (UI-18).
  const valuesOf = (settings: Pick<StoredSettings, (typeof FIELDS)[number]>): unknown =>
    field !== undefined && changed.length === 1 ? settings[field] : changed.map((name) => settings[name]);
  await writeAudit(tx, { ...source, distributorId: pair.distributorId }, "updated_cinema", {
    cinema_id: pair.cinemaId,
    cinema_name: names.cinema.name,
    distributor_name: names.distributor.name,
    changed_fields: changed,
    ...(field === undefined ? {} : { old_value: valuesOf(before), new_value: valuesOf(after) }),
    ...(comment === undefined ? {} : { comment }),
  });
}

/** Those whose account the settings of a pair tell. */
const ofPair = ({ cinemaId, distributorId }: Pair) => ({ cinemaIds: [cinemaId], distributorId });

/** Links the two where they are not; what was declared while the link was cut is issued then, and what waits proposed again. @returns whether they were not */
async function linkPair({ tx, jobs, pair, mayLink, source, now }: SettingsWork): Promise<boolean> {
  const isNew = mayLink && (await linkCinema(tx, pair, source.actorId, now));
  if (!isNew) return false;
  await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: pair.distributorId } });
  await requestProposals(tx, jobs, { distributorIds: [pair.distributorId] });
  return true;
}

/**
 * The first settings of a cinema for a distributor; by a super admin, they also link the two.
 * @throws 404 unknown pair, 400 a wrong account, 409 when there are settings already
 */
export async function createSettings(
  work: SettingsWork,
  requested: CinemaSettingsFields,
): Promise<StoredSettings> {
  const { tx, pair } = work;
  const names = await existingPair(work);
  await refuseWrongAccount(work, DEFAULT_CINEMA_SETTINGS.custom_accounting_code, requested);
  const isNew = await linkPair(work);
  const defaults = {
    ...DEFAULT_CINEMA_SETTINGS,
    additional_invoice_emails: [] as string[],
    additional_reminder_emails: [] as string[],
  };
  const settings = await moveCommentsWith(tx, ofPair(pair), () =>
    insertSettings(tx, pair, merged<typeof defaults>(defaults, requested)),
  );
  if (!settings) {
    throw errors.conflict(
      "Ce cinéma a déjà des paramètres pour ce distributeur. Rechargez la page.",
      "settings_exist",
    );
  }
  const comment = isNew ? "Paramètres créés, cinéma lié au distributeur" : "Paramètres créés";
  await auditSettings(work, names, defaults, settings, comment);
  return settings;
}

/**
 * Changes what is given of the settings, under their lock; what is the same leaves no trace. By a super admin they also link the two again, where
 * the link was cut and its settings stayed (CIN-9).
 * @throws 404 unknown pair, or one without settings yet, 400 a wrong account, or a list that is too long with what somebody else has added
 */
export async function changeSettings(
  work: SettingsWork,
  requested: CinemaSettingsFields & { readonly seen?: SeenAddresses | undefined },
): Promise<StoredSettings> {
  const { tx, pair } = work;
  const names = await existingPair(work);
  const before = await lockedSettings(tx, pair);
  if (!before) throw errors.notFound();
  await refuseWrongAccount(work, before.custom_accounting_code, requested);
  const after = merged(before, onWhatIsThere(before, requested));
  const isLinked = await linkPair(work);
  const isSame = isDeepStrictEqual(before, after);
  if (!isSame) await moveCommentsWith(tx, ofPair(pair), () => writeSettings(tx, after));
  if (isLinked || !isSame)
    await auditSettings(work, names, before, after, isLinked ? "Cinéma lié au distributeur" : undefined);
  return isSame ? before : after;
}
