import { OWED } from "../../db/invoice-statuses.ts";
import sql, { raw, type Sql } from "sql-template-tag";

/**
 * Letters as people read them: in small letters while their group is short (EXP-3), as exports write them.
 * @param link alias of a row with `letters`
 * @param invoice alias of the invoice that it settles
 */
export const shownLetters = (distributorId: number | Sql, link: string, invoice: string): Sql => sql`
  case when (${raw(`${invoice}.client_account, ${link}.letters`)}) in (
    select client_account, lettering_letters from invoice
    where distributor_id = ${distributorId} and status in ${OWED} and lettering_letters is not null
    union all select n.client_account, n.lettering_letters from credit_application c join invoice n on n.id = c.credit_note_id
    where c.distributor_id = ${distributorId} and n.outstanding < 0 and n.lettering_letters is not null
    union all select i.client_account, i.lettering_letters from bank_part p join allocation a on a.part_id = p.id join invoice i on i.id = a.invoice_id
    where p.distributor_id = ${distributorId} and p.kind = 'credit' and p.used_amount < p.amount and p.used_amount > 0
      and p.client_account = i.client_account and i.lettering_letters is not null)
  then lower(${raw(`${link}.letters`)}) else ${raw(`${link}.letters`)} end`;
