import { counted, wholeNumber } from "@bobine/contract/french";
import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";

/** What waits for one reason. */
export interface WaitingActions {
  /** In French (MAIL-5). */
  readonly reason: string;
  readonly count: number;
  /** Day of the oldest one. */
  readonly since: CivilDate;
  /** False for questions about mails and invoices. */
  readonly is_about_bank: boolean;
}

export interface DigestText {
  readonly subject: string;
  readonly intro: string;
  /** Reason, how many, since when. */
  readonly rows: readonly (readonly [string, string, string])[];
}

export const DIGEST_HEAD = ["Raison", "Actions", "Depuis le"] as const;
const toHandle = (count: number): string => counted(count, "action à traiter", "actions à traiter");

/**
 * The words of a morning's summary (MAIL-5: « 5 actions à traiter sur vos opérations bancaires »).
 * @param fresh how many no summary has told before; 0 when that is not known any more
 */
export function digestText(waiting: readonly WaitingActions[], fresh: number): DigestText {
  const total = sum(waiting);
  const ofBank = sum(waiting.filter(({ is_about_bank }) => is_about_bank));
  const news =
    fresh === 0 || fresh > total
      ? ""
      : `, dont ${wholeNumber(fresh)} ${fresh > 1 ? "nouvelles" : "nouvelle"},`;
  const wait = total > 1 ? `actions${news} attendent` : `action${news} attend`;
  return {
    subject: subjectOf(total, ofBank),
    intro: `${wholeNumber(total)} ${wait} une décision.`,
    rows: waiting.map(({ reason, count, since }) => [reason, wholeNumber(count), frenchDate(since)]),
  };
}

function subjectOf(total: number, ofBank: number): string {
  if (ofBank === 0) return toHandle(total);
  if (ofBank === total) return `${toHandle(total)} sur vos opérations bancaires`;
  return `${toHandle(total)}, dont ${wholeNumber(ofBank)} sur vos opérations bancaires`;
}

const sum = (waiting: readonly WaitingActions[]): number =>
  waiting.reduce((total, { count }) => total + count, 0);
