import sql, { type Sql } from "sql-template-tag";

/** What a person answered of a reminder that may have left (MAIL-13), or that nobody has yet. The mail is `m`. */
const answerOf = (is: Sql): Sql => sql`exists (select from user_action q
  where q.id = m.user_action_id and q.reason_code = 'unconfirmed_email' and q.status ${is})`;

const HAS_NOT_ARRIVED = sql`(m.state = 'unconfirmed' and ${answerOf(sql`= 'REJECTED'`)})`;

/** No address has got it, as mail servers said or a person who checked. */
export const IS_UNREACHED: Sql = sql`(m.state in ('refused', 'failed') or ${HAS_NOT_ARRIVED})`;

/** It waits for another try and was planned, while nothing leaves by itself: it stays until a person sends it, or automation is on again. */
export const IS_SUSPENDED: Sql = sql`(m.state = 'waiting' and m.requested_by is null and m.kind not in ('digest', 'mention')
  and not exists (select from distributor held_by where held_by.id = m.distributor_id and held_by.is_issuing))`;

const hasRecipient = (is: Sql): Sql =>
  sql`exists (select from mail_recipient taken where taken.mail_id = m.id and taken.state ${is})`;

/** An address has it, or may have it. */
export const IS_TAKEN: Sql = hasRecipient(sql`in ('accepted', 'unconfirmed')`);

/** A reminder that an address may have, and none surely, waits for another try that nothing gives it: people have to be asked (MAIL-13). */
export const IS_SUSPENDED_IN_DOUBT: Sql = sql`(m.kind = 'reminder' and ${IS_SUSPENDED}
  and ${hasRecipient(sql`= 'unconfirmed'`)} and not ${hasRecipient(sql`= 'accepted'`)})`;

/** It may have left, and a person has still to say. */
export const IS_IN_DOUBT: Sql = sql`(m.state = 'unconfirmed' and ${answerOf(sql`not in ('DONE', 'REJECTED')`)} or ${IS_SUSPENDED_IN_DOUBT})`;

/** Its state as people see it. */
export const SHOWN_STATE: Sql = sql`case when m.state in ('claimed', 'handing_over') then 'sending'
  when ${HAS_NOT_ARRIVED} then 'failed' when m.state = 'unconfirmed' and ${answerOf(sql`= 'DONE'`)} then 'sent' else m.state end`;

/** What an action about a refused address says when it is of a reminder: which address it is then depends on it (UI-25). */
export const REFUSED_REMINDER = "Le message refusé est une relance.";

/** What an action that asks whether a mail has arrived says when a reminder waits for the answer (MAIL-13, LET-4). */
export const REMINDER_WAITS =
  "Tant que cette action attend, cette relance ne repart pas, et le passage en défaut n’est pas proposé.";

/** What an action that asks for an address begins with when it is about a company that a cinema had before (MAIL-2, UI-25). */
export const FORMER_PAYER_START = "Aucune adresse e-mail n’est connue pour ";

/** When it left, if it did. */
export const SHOWN_SENT_AT: Sql = sql`case when ${HAS_NOT_ARRIVED} then null else m.sent_at end`;
