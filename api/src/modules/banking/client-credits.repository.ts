import type { usedCreditSchema } from "@bobine/contract/bank-parts";
import type { ClientCredit, CreditId, CreditUse } from "@bobine/contract/client-credits";
import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { type Cents, centsFromWire, type Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import type { z } from "zod";
import { euros, inCents } from "../../db/money.ts";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { numberInLabel } from "./number-in-label.ts";

const KIND_OF_PART = sql`case p.kind when 'credit' then 'overpayment' when 'advance' then 'advance' else 'unidentified' end`;

/** Credit notes and parts of bank lines, in one shape: `credit` (place, row, kind, …). Only notes have a number. */
export const CREDITS = (distributorId: number): Sql => sql`
  select 'note' as place, n.id as row, 'credit_note' as kind, n.invoice_number as name, ${numberInLabel("n")} as label_key, n.client_account,
    n.cinema_id, n.cinema_name, n.invoice_date as date, -n.total_amount as amount, -n.outstanding as remaining
  from invoice n where n.distributor_id = ${distributorId} and n.type = 'credit_note'
  union all
  select 'part', p.id, ${KIND_OF_PART}, t.label, '',
    p.client_account, p.cinema_id, coalesce(c.name, ''), t.transaction_date, p.amount, p.amount - p.used_amount
  from bank_part p join bank_transaction t on t.id = p.transaction_id left join cinema c on c.id = p.cinema_id
  where p.distributor_id = ${distributorId} and p.kind in ('credit', 'advance', 'unknown') and p.amount > 0`;

export interface CreditRow {
  readonly place: "note" | "part";
  readonly row: number;
  readonly kind: ClientCredit["kind"];
  readonly name: string;
  readonly client_account: string;
  readonly cinema_id: number | null;
  readonly cinema_name: string;
  readonly date: CivilDate;
  readonly amount: Money;
  readonly remaining: Money;
}

type UsedCredit = z.output<typeof usedCreditSchema>;
type UseRow = Omit<UsedCredit, "label"> & Pick<CreditRow, "kind" | "name" | "date">;

const NOTE = "Avoir ";

function labelOf({ kind, name, date }: Pick<CreditRow, "kind" | "name" | "date">): string {
  switch (kind) {
    case "credit_note":
      return `${NOTE}${name}`;
    case "overpayment":
      return `Trop-perçu du ${frenchDate(date)}`;
    case "advance":
      return `Avance du ${frenchDate(date)}`;
    case "unidentified":
      return `À identifier\u00a0: ${name}`;
  }
}

/** Undefined of what has none: its label ends with a date, or with the words of a bank. */
export const numberOfCredit = ({ kind, label }: Pick<Credit, "kind" | "label">): string | undefined =>
  kind === "credit_note" ? label.slice(NOTE.length) : undefined;

const idOf = ({ place, row }: Pick<CreditRow, "place" | "row">): CreditId => `${place}:${row}`;

/** A credit with what a decision needs of it. */
export interface Credit extends Omit<ClientCredit, "uses"> {
  readonly place: CreditRow["place"];
  /** Of its credit note, or of its part. */
  readonly row: number;
}

export const creditOf = (row: CreditRow): Credit => ({
  id: idOf(row),
  place: row.place,
  row: row.row,
  kind: row.kind,
  label: labelOf(row),
  client_account: row.client_account,
  cinema_id: row.cinema_id,
  cinema_name: row.cinema_name,
  date: row.date,
  amount: row.amount,
  remaining: row.remaining,
});

export const rowOfCredit = (id: string): { readonly place: "note" | "part"; readonly row: number } => {
  const [place, row] = id.split(":");
  return { place: place === "note" ? "note" : "part", row: Number(row) };
};

/** How a use is made, without what it belongs to. */
export interface NewUse {
  readonly credit: Pick<Credit, "place" | "row">;
  readonly invoice_id: number;
  readonly amount: Cents;
  readonly date: CivilDate;
  /** Of the bank line that it was decided with. */
  readonly reconciliation_id: number | null;
  readonly decided_by: number | null;
}

/** A use as undoing needs it. */
export interface MadeUse {
  readonly credit: CreditId;
  readonly invoice_id: number;
  readonly invoice_number: string;
  readonly amount: Money;
  /** Of the bank line that it was decided with; null without one. */
  readonly line_date: CivilDate | null;
}

/** What stands on a decided bank line. */
export interface Dependent {
  readonly kind: "use" | "refund";
  /** Of the invoice; empty of a refund. */
  readonly name: string;
  /** Null of what only its bank line undoes. */
  readonly use_id: string | null;
  /** The bank line that it was decided with. */
  readonly transaction_id: number | null;
  readonly date: CivilDate | null;
}

export const clientCreditsRepository = {
  /** Those that do not exist, or are another distributor's, are absent. */
  async find(tx: Tx, distributorId: number, ids: readonly string[]): Promise<Map<string, Credit>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.many<CreditRow>(sql`
      select c.* from (${CREDITS(distributorId)}) c where (c.place = 'note' and c.row = any(${rowsOf(ids, "note")}::bigint[]))
        or (c.place = 'part' and c.row = any(${rowsOf(ids, "part")}::bigint[]))`);
    return new Map(rows.map((row) => [idOf(row), creditOf(row)]));
  },

  async withUses(tx: Tx, credit: Credit): Promise<ClientCredit> {
    const [told] = await withUses(tx, [credit]);
    if (!told) throw new Error("a credit was lost");
    return told;
  },

  /**
   * Open credits that a debit may give back, at most two hundred: those of its amount first, then the newest.
   * @param numberKeys of what is before these
   */
  async refundable(
    tx: Tx,
    distributorId: number,
    debit: { readonly amount: Cents; readonly transaction_date: CivilDate },
    numberKeys: readonly string[],
  ): Promise<(Omit<ClientCredit, "uses"> & { readonly payer_names: readonly string[] })[]> {
    const rows = await tx.many<CreditRow & { readonly payer_names: readonly string[] }>(sql`
      select c.*, array_remove(array[c.cinema_name, m.legal_name, m.invoicing_company_name], null) as payer_names
      from (${CREDITS(distributorId)}) c left join cinema m on m.id = c.cinema_id
      where c.remaining > 0 and c.date <= ${debit.transaction_date}
      order by c.label_key = any(${numberKeys}::text[]) desc, c.remaining + ${euros(debit.amount)} = 0 desc, c.date desc, c.row desc
      limit 200`);
    return rows.map(({ payer_names, ...row }) => {
      const { place: _place, row: _row, ...told } = creditOf(row);
      return { ...told, payer_names };
    });
  },

  /**
   * Open credits of client accounts, or of cinemas, oldest first; at most a hundred.
   * @param numberKeys of what is among these hundred in any case
   */
  async openOf(
    tx: Tx,
    distributorId: number,
    { accounts, cinemaIds }: { readonly accounts: readonly string[]; readonly cinemaIds: readonly number[] },
    numberKeys: readonly string[],
  ): Promise<Omit<ClientCredit, "uses">[]> {
    if (accounts.length === 0 && cinemaIds.length === 0) return [];
    const rows = await tx.many<CreditRow>(sql`
      select o.* from (
        select c.* from (${CREDITS(distributorId)}) c where c.remaining > 0
          and (c.client_account = any(${accounts}::text[]) or c.cinema_id = any(${cinemaIds}::bigint[]))
        order by c.label_key = any(${numberKeys}::text[]) desc, c.date, c.row limit 100) o
      order by o.date, o.row`);
    return rows.map((row) => {
      const { place: _place, row: _row, ...told } = creditOf(row);
      return told;
    });
  },

  /** Uses that were decided with a bank line, by credit and invoice. */
  async usesOfTransaction(tx: Tx, transactionId: number): Promise<UsedCredit[]> {
    const rows = await tx.many<UseRow>(
      prepared(sql`
      select u.place || ':' || u.row as credit, u.kind, u.name, u.date, u.amount, i.id as invoice_id, i.invoice_number
      from reconciliation r cross join lateral (
        select 'note' as place, c.credit_note_id as row, 'credit_note' as kind, n.invoice_number as name, n.invoice_date as date, c.invoice_id, c.amount
        from credit_application c join invoice n on n.id = c.credit_note_id where c.reconciliation_id = r.id
        union all
        select 'part', a.part_id, ${KIND_OF_PART}, t.label, t.transaction_date, a.invoice_id, a.amount
        from allocation a join bank_part p on p.id = a.part_id join bank_transaction t on t.id = p.transaction_id where a.reconciliation_id = r.id
      ) u join invoice i on i.id = u.invoice_id
      where r.transaction_id = ${transactionId} and r.reverted_at is null order by u.place, u.row, i.id`),
    );
    return rows.map(({ kind, name, date, ...use }) => ({ ...use, label: labelOf({ kind, name, date }) }));
  },

  /** The parts and credit notes themselves are locked by the ledger's lock. */
  async use(tx: Tx, distributorId: number, uses: readonly NewUse[]): Promise<void> {
    for (const { credit, invoice_id, amount, date, reconciliation_id, decided_by } of uses)
      await tx.run(
        credit.place === "note"
          ? prepared(sql`
            insert into credit_application (distributor_id, credit_note_id, invoice_id, amount, applied_on, reconciliation_id, decided_by)
            values (${distributorId}, ${credit.row}, ${invoice_id}, ${euros(amount)}, ${date}, ${reconciliation_id}, ${decided_by})`)
          : prepared(sql`
            insert into allocation (distributor_id, kind, part_id, invoice_id, amount, settled_on, reconciliation_id, decided_by)
            values (${distributorId}, 'part', ${credit.row}, ${invoice_id}, ${euros(amount)}, ${date}, ${reconciliation_id}, ${decided_by})`),
      );
  },

  async findUse(tx: Tx, distributorId: number, id: string): Promise<MadeUse | undefined> {
    const [kind, row] = id.split(":");
    const line = sql`(select t.transaction_date from reconciliation r join bank_transaction t on t.id = r.transaction_id
      where r.id = u.reconciliation_id) as line_date`;
    if (kind === "application")
      return await tx.maybe<MadeUse>(sql`
        select 'note:' || u.credit_note_id as credit, u.invoice_id, i.invoice_number, u.amount, ${line}
        from credit_application u join invoice i on i.id = u.invoice_id where u.id = ${Number(row)} and u.distributor_id = ${distributorId}`);
    if (kind === "allocation")
      return await tx.maybe<MadeUse>(sql`
        select 'part:' || u.part_id as credit, u.invoice_id, i.invoice_number, u.amount, ${line}
        from allocation u join invoice i on i.id = u.invoice_id
        where u.id = ${Number(row)} and u.kind = 'part' and u.distributor_id = ${distributorId}`);
    return await tx.maybe<MadeUse>(sql`
      select case when u.credit_note_id is null then 'part:' || u.source_part_id else 'note:' || u.credit_note_id end as credit, 0 as invoice_id,
        '' as invoice_number, -u.amount as amount, ${line}
      from bank_part u where u.id = ${Number(row)} and u.kind = 'refund' and u.distributor_id = ${distributorId}`);
  },

  /** @returns its invoice and what the credit joins with it: their letters are to be looked at */
  async undoUse(tx: Tx, id: string): Promise<number[]> {
    const [kind, row] = id.split(":");
    const rows = await tx.many<{ id: number }>(
      kind === "application"
        ? sql`
          with gone as (delete from credit_application where id = ${Number(row)} returning invoice_id, credit_note_id)
          select unnest(array[invoice_id, credit_note_id]) as id from gone`
        : sql`
          with gone as (delete from allocation where id = ${Number(row)} and kind = 'part' returning invoice_id, part_id)
          select invoice_id as id from gone union select a.invoice_id from allocation a join gone on gone.part_id = a.part_id`,
    );
    return rows.map((one) => one.id);
  },

  /** What was made of the credits of a transaction elsewhere: it must be undone before the transaction. */
  async dependents(tx: Tx, transactionId: number): Promise<Dependent[]> {
    return await tx.many<Dependent>(
      prepared(sql`
      select 'use' as kind, i.invoice_number as name, 'allocation:' || a.id as use_id, r.transaction_id,
        (select t.transaction_date from bank_transaction t where t.id = r.transaction_id) as date
      from bank_part p join allocation a on a.part_id = p.id join invoice i on i.id = a.invoice_id
      left join reconciliation r on r.id = a.reconciliation_id
      where p.transaction_id = ${transactionId} and r.transaction_id is distinct from p.transaction_id
      union all
      select 'refund', '', null, t.id, t.transaction_date
      from bank_part p join bank_part f on f.source_part_id = p.id join bank_transaction t on t.id = f.transaction_id
      where p.transaction_id = ${transactionId}
      order by date, name`),
    );
  },

  /** What was put on an invoice without a bank line, latest first. */
  async usesWithoutLine(tx: Tx, invoiceId: number): Promise<{ id: string; amount: Cents }[]> {
    const rows = await tx.many<{ id: string; amount: Money }>(
      prepared(sql`
      select 'application:' || id as id, amount, created_at from credit_application
      where invoice_id = ${invoiceId} and reconciliation_id is null
      union all
      select 'allocation:' || id, amount, created_at from allocation
      where invoice_id = ${invoiceId} and kind = 'part' and reconciliation_id is null
      order by created_at desc, id desc`),
    );
    return rows.map((row) => inCents(row, "amount"));
  },

  /** Takes the credit notes off that were put on invoices with a bank line. */
  async undoApplications(tx: Tx, reconciliationId: number): Promise<void> {
    await tx.run(prepared(sql`delete from credit_application where reconciliation_id = ${reconciliationId}`));
  },

  /** Invoices and credit notes that a decision touches, and those that only a credit of it joins with them. */
  async reachOf(tx: Tx, reconciliationId: number): Promise<{ touched: number[]; joined: number[] }> {
    return await tx.one(
      prepared(sql`
      select array(
        select invoice_id from allocation where reconciliation_id = r.id
        union select invoice_id from credit_application where reconciliation_id = r.id
        union select credit_note_id from credit_application where reconciliation_id = r.id
        union select credit_note_id from bank_part where reconciliation_id = r.id and credit_note_id is not null) as touched,
        array(select distinct b.invoice_id from allocation a join allocation b on b.part_id = a.part_id where a.reconciliation_id = r.id) as joined
      from (select ${reconciliationId}::bigint as id) r`),
    );
  },

  /** Last day that a lot holds; undefined before the first lot. */
  async lastClosedDay(tx: Tx, distributorId: number): Promise<CivilDate | undefined> {
    const { day } = await tx.one<{ day: CivilDate | null }>(
      prepared(sql`select max(period_to) as day from export_lot where distributor_id = ${distributorId}`),
    );
    return day ?? undefined;
  },

  /**
   * Once money has left invoices, what of the credit notes that correct them is on no invoice comes back to them (LET-25).
   * @param reconciliationId of the return that the money left with: undoing it takes the credit notes off again
   * @returns what changed: its letters are to be looked at
   */
  async returnToInvoices(
    tx: Tx,
    distributorId: number,
    invoiceIds: readonly number[],
    date: CivilDate,
    reconciliationId: number | null = null,
  ): Promise<number[]> {
    const notes = await tx.many<{ id: number }>(
      prepared(sql`
      select id from invoice where distributor_id = ${distributorId} and corrects_id = any(${invoiceIds}::bigint[]) and type = 'credit_note'
        and outstanding < 0 order by id for update`),
    );
    const changed: number[] = [];
    for (const { id } of notes) {
      const made = await tx.many<{ invoice_id: number }>(
        prepared(sql`
        insert into credit_application (distributor_id, credit_note_id, invoice_id, amount, applied_on, reconciliation_id)
        select ${distributorId}, n.id, i.id, least(i.outstanding, -n.outstanding), greatest(${date}::date, n.invoice_date, i.invoice_date),
          ${reconciliationId}
        from invoice n join invoice i on i.id = n.corrects_id
        where n.id = ${id} and i.outstanding > 0 and n.outstanding < 0
        returning invoice_id`),
      );
      for (const { invoice_id } of made) changed.push(id, invoice_id);
    }
    return changed;
  },
};

const rowsOf = (ids: readonly string[], place: "note" | "part"): number[] =>
  ids.map(rowOfCredit).flatMap((one) => (one.place === place ? one.row : []));

/** What was made of credits, by `credit`. @param notes what the ids of their credit notes are, as « = any(…) » @param parts those of their parts */
export const usesOf = (notes: Sql, parts: Sql): Sql => sql`
    select 'note:' || u.credit_note_id as credit, 'application:' || u.id as id, 'invoice' as kind, i.id as invoice_id, i.invoice_number, u.amount,
      coalesce(u.applied_on, greatest(n.invoice_date, i.invoice_date)) as date, r.transaction_id
    from credit_application u join invoice i on i.id = u.invoice_id join invoice n on n.id = u.credit_note_id
    left join reconciliation r on r.id = u.reconciliation_id where u.credit_note_id ${notes}
    union all
    select 'part:' || u.part_id, 'allocation:' || u.id, 'invoice', i.id, i.invoice_number, u.amount, u.settled_on, r.transaction_id
    from allocation u join invoice i on i.id = u.invoice_id left join reconciliation r on r.id = u.reconciliation_id
    where u.part_id ${parts}
    union all
    select case when u.credit_note_id is null then 'part:' || u.source_part_id else 'note:' || u.credit_note_id end, 'refund:' || u.id, 'refund',
      null, '', -u.amount, t.transaction_date, t.id
    from bank_part u join bank_transaction t on t.id = u.transaction_id
    where u.credit_note_id ${notes} or u.source_part_id ${parts}`;

export async function withUses(tx: Tx, credits: readonly Credit[]): Promise<ClientCredit[]> {
  const ids = credits.map((credit) => credit.id);
  const among = (place: "note" | "part"): Sql => sql`= any(${rowsOf(ids, place)}::bigint[])`;
  const uses = await tx.many<CreditUse & { readonly credit: string }>(
    sql`${usesOf(among("note"), among("part"))} order by date, id`,
  );
  const of = Map.groupBy(uses, (use) => use.credit);
  return credits.map((credit) =>
    creditWithUses(
      credit,
      (of.get(credit.id) ?? []).map(({ credit: _credit, ...use }) => use),
    ),
  );
}

export const creditWithUses = (
  { place: _place, row: _row, ...credit }: Credit,
  uses: ClientCredit["uses"],
): ClientCredit => ({ ...credit, uses });

/** What is left of a credit, in cents. */
export const remainingOf = (credit: Credit): Cents => centsFromWire(credit.remaining);
