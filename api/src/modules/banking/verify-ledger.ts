import { type Cents, centsToWire, type Money } from "@bobine/contract/money";
import sql, { join } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

interface LotSums {
  readonly id: number;
  readonly distributor_id: number;
  readonly number: number;
  readonly year: number;
  readonly entry_count: number;
  readonly reversal_count: number;
  readonly total_amount: Money;
  readonly entries: number;
  readonly reversals: number;
  readonly debit: Cents;
}

/** A row that breaks an invariant of the ledger. */
export interface Violation {
  /** Which invariant, for programs. */
  readonly rule: string;
  readonly distributor_id: number | null;
  /** The row: an id, or a number series. */
  readonly subject: string;
  /** In English, for an operator. */
  readonly message: string;
}

/**
 * Looks for what breaks the ledger's invariants (OPS-5) in all that the transaction's scope can see. Constraints, triggers
 * and locks should make each of them impossible: this proves it on the rows.
 */
export async function verifyLedger(tx: Tx): Promise<Violation[]> {
  const checks = [
    INVOICE_CHECKS,
    TRANSACTION_CHECKS,
    OWNER_CHECKS,
    LETTER_CHECKS,
    NUMBER_CHECKS,
    LOT_CHECKS,
    GUARD_CHECKS,
  ];
  const violations = await tx.many<Violation>(sql`
    with recursive ${SUMS}, ${GROUPS_AND_SERIES}
    ${join(checks, "\nunion all\n")}
    order by 1, 2, 3`);
  return [...violations, ...(await wrongLotSums(tx))];
}

/** Each invoice and transaction with the sums of what is allocated, credited and given. */
const SUMS = sql`
  invoice_sums as (
    select i.*, coalesce(a.total, 0) as allocations,
      case i.type when 'invoice' then coalesce(c.received, 0) else coalesce(f.refunded, 0) - coalesce(g.given, 0) end as credits
    from invoice i
    left join (select invoice_id, sum(amount) as total from allocation group by 1) a on a.invoice_id = i.id
    left join (select invoice_id, sum(amount) as received from credit_application group by 1) c on c.invoice_id = i.id
    left join (select credit_note_id, sum(amount) as given from credit_application group by 1) g on g.credit_note_id = i.id
    left join (select credit_note_id, sum(amount) as refunded from bank_part where credit_note_id is not null group by 1) f on f.credit_note_id = i.id
  ), transaction_sums as (
    select t.*, coalesce(a.total, 0) as allocations, coalesce(p.total, 0) as parts, p.count as parts_count, coalesce(p.credits, 0) as credits, r.id as live_id, r.surplus_amount as live_surplus
    from bank_transaction t
    left join (select transaction_id, sum(amount) as total from allocation group by 1) a on a.transaction_id = t.id
    left join (select transaction_id, sum(amount) as total, count(*) as count, sum(amount) filter (where kind = 'credit') as credits
      from bank_part group by 1) p on p.transaction_id = t.id
    left join reconciliation r on r.transaction_id = t.id and r.reverted_at is null
  )`;

/** The groups that one letter code stands for, and the series of issued numbers. */
const GROUPS_AND_SERIES = sql`
  linked (start, id) as (
    select i.id, i.id from invoice i where lettering_letters is not null
      or exists (select from allocation a where a.invoice_id = i.id and a.transaction_id is not null)
    union
    select l.start, n.id
    from linked l
    join invoice own on own.id = l.id
    cross join lateral (
      select b.invoice_id as id from allocation a join allocation b on b.transaction_id = a.transaction_id where a.invoice_id = l.id
      union all select invoice_id from credit_application where credit_note_id = l.id
      union all select credit_note_id from credit_application where invoice_id = l.id
      union all select b.invoice_id from allocation a
        join bank_part p on p.id = a.part_id and p.kind = 'credit' and p.client_account = own.client_account
        join allocation b on b.part_id = a.part_id where a.invoice_id = l.id
    ) next
    join invoice n on n.id = next.id and n.client_account = own.client_account
  ), lettered as (
    select i.distributor_id, i.client_account, i.id, i.invoice_number, i.lettering_letters as letters, g.head,
      exists (select from allocation a where a.invoice_id = i.id and a.transaction_id is not null) as is_paid,
      exists (select from credit_application c where i.id in (c.credit_note_id, c.invoice_id))
        or exists (select from allocation a where a.invoice_id = i.id and a.kind in ('opening', 'part')) as is_settled_otherwise
    from (select start, min(id) as head from linked group by start) g join invoice i on i.id = g.start
  ), issued as (
    select distributor_id, left(invoice_number, 1) as series, 2000 + substr(invoice_number, 2, 2)::integer as year,
      count(*) as count, max(substr(invoice_number, 4)::integer) as last
    from invoice where origin = 'issued' and invoice_number ~ '^[FA][0-9]{8}$' group by 1, 2, 3
  )`;

/** What an invoice keeps of its allocations and credits, and its status. */
const INVOICE_CHECKS = sql`
  select 'invoice_sum' as rule, distributor_id, id::text as subject,
    format('invoice %s keeps %s allocated, its allocations are %s', invoice_number, allocated_amount, allocations) as message
  from invoice_sums where allocated_amount <> allocations
  union all
  select 'credit_sum', distributor_id, id::text, format('%s keeps %s credited, its credits are %s', invoice_number, credited_amount, credits)
  from invoice_sums where credited_amount <> credits
  union all
  select 'invoice_over_allocated', distributor_id, id::text, format('invoice %s: %s and %s exceed %s', invoice_number, allocations, credits, total_amount)
  from invoice_sums where type = 'invoice' and allocations + credits > total_amount
  union all
  select 'invoice_status', distributor_id, id::text, format('invoice %s is %s', invoice_number, status)
  from invoice_sums
  where outstanding <> total_amount - allocations - credits
    or status <> case when total_amount - allocations - credits <= 0 then 'paid' when in_default then 'default'
      when allocations > 0 then 'part_paid' else 'awaiting_payment' end`;

/** What a bank transaction keeps of its allocations, parts and surplus. */
const TRANSACTION_CHECKS = sql`
  select 'transaction_sum', distributor_id, id::text, format('transaction %s keeps %s allocated, its allocations are %s', id, allocated_amount, allocations)
  from transaction_sums where allocated_amount <> allocations
  union all
  select 'transaction_over_allocated', distributor_id, id::text,
    format('transaction %s: %s and parts of %s exceed %s', id, allocations, parts, amount)
  from transaction_sums where case when amount > 0 then allocations + parts > amount
    else surplus_amount <> 0 or allocations + parts < amount end
  union all
  select 'parts_sum', distributor_id, id::text, format('transaction %s keeps parts of %s, they are %s', id, parts_amount, parts)
  from transaction_sums where parts_amount <> parts
  union all
  select 'surplus_history', distributor_id, id::text, format('the surplus %s of transaction %s is not that of its reconciliation', surplus_amount, id)
  from transaction_sums t where surplus_amount <> credits or (live_surplus > 0 and not exists (
    select from bank_part p where p.reconciliation_id = t.live_id and p.kind in ('credit', 'unknown') and p.amount = t.live_surplus))
    or (live_surplus > 0 and not exists (
    select from transaction_event e where e.transaction_id = t.id and e.kind = 'surplus'
      and (e.details ->> 'reconciliation_id')::bigint = t.live_id and (e.details ->> 'surplus_amount')::numeric = t.live_surplus))
  union all
  select 'reconciled_whole', distributor_id, id::text, format('transaction %s is reconciled but %s of it is nowhere', id, amount - allocations - parts)
  from transaction_sums where (live_id is not null or parts_count > 0) and allocations + parts <> amount`;

/** Parts, allocations, credits and user actions belong to what they name. */
const OWNER_CHECKS = sql`
  select 'part_owner', p.distributor_id, p.id::text, format('part %s does not belong to a live reconciliation of its own distributor', p.id)
  from bank_part p
  left join bank_transaction t on t.id = p.transaction_id
  left join reconciliation r on r.id = p.reconciliation_id
  where t.distributor_id is distinct from p.distributor_id or t.currency_code is distinct from 'EUR'
    or r.distributor_id is distinct from p.distributor_id or r.transaction_id is distinct from p.transaction_id or r.reverted_at is not null
  union all
  select 'credit_used', p.distributor_id, p.id::text, format('part %s of %s keeps %s used, it is %s', p.id, p.amount, p.used_amount, u.total)
  from bank_part p cross join lateral (
    select coalesce((select sum(a.amount) from allocation a where a.part_id = p.id), 0)
      - coalesce((select sum(f.amount) from bank_part f where f.source_part_id = p.id), 0) as total) u
  where p.used_amount <> u.total or u.total < 0 or u.total > greatest(p.amount, 0)
  union all
  select 'allocation_owner', a.distributor_id, a.id::text, format('allocation %s does not belong to a live reconciliation of its own distributor', a.id)
  from allocation a
  join invoice i on i.id = a.invoice_id
  left join bank_transaction t on t.id = a.transaction_id
  left join reconciliation r on r.id = a.reconciliation_id
  where i.distributor_id <> a.distributor_id or i.type <> 'invoice' or (a.kind in ('payment', 'return') and (t.distributor_id is distinct from a.distributor_id
    or t.currency_code is distinct from 'EUR' or r.distributor_id is distinct from a.distributor_id
    or r.transaction_id is distinct from a.transaction_id or r.reverted_at is not null or a.invoice_id <> all(r.invoice_ids)))
  union all
  select 'returned_sum', b.distributor_id, b.returned_transaction_id::text,
    format('%s of transaction %s are returned of invoice %s, which it paid with %s', b.returned, b.returned_transaction_id, b.invoice_id, coalesce(a.amount, 0))
  from (select distributor_id, returned_transaction_id, invoice_id, -sum(amount) as returned from allocation where kind = 'return' group by 1, 2, 3) b
  left join allocation a on a.transaction_id = b.returned_transaction_id and a.invoice_id = b.invoice_id and a.kind = 'payment'
  where b.returned > coalesce(a.amount, 0) or a.distributor_id is distinct from b.distributor_id
  union all
  select 'credit_owner', distributor_id, subject, format('%s uses a credit of another client or distributor, or a decision that was undone', subject)
  from (
    select a.distributor_id, 'allocation ' || a.id as subject, p.distributor_id as source_distributor, i.distributor_id as owner,
      p.client_account as source_account, p.cinema_id as source_cinema, i.client_account, i.cinema_id, a.reconciliation_id
    from allocation a join bank_part p on p.id = a.part_id join invoice i on i.id = a.invoice_id
    union all
    select c.distributor_id, 'application ' || c.id, n.distributor_id, i.distributor_id, n.client_account, n.cinema_id, i.client_account, i.cinema_id,
      c.reconciliation_id
    from credit_application c join invoice n on n.id = c.credit_note_id join invoice i on i.id = c.invoice_id where c.decided_by is not null
  ) u
  where distributor_id <> source_distributor or distributor_id <> owner
    or (source_account <> '' and source_account <> client_account and source_cinema is distinct from cinema_id)
    or exists (select from reconciliation r where r.id = u.reconciliation_id and r.reverted_at is not null)
  union all
  select 'action_state', ua.distributor_id, ua.id::text, format('action %s is %s, its transaction is %s', ua.id, ua.status,
    case when t.live_id is null then 'not reconciled' else 'reconciled' end)
  from user_action ua join transaction_sums t on t.id = ua.transaction_id
  where (t.live_id is not null and ua.status <> 'DONE') or (t.live_id is null and ua.status = 'DONE' and ua.reason_code = 'automatic_match')
    or ua.distributor_id <> t.distributor_id`;

/** Letter codes of groups. */
const LETTER_CHECKS = sql`
  select 'letters_missing', distributor_id, id::text, format('invoice %s has %s', invoice_number,
    case when letters is null then 'a payment but no letters' else 'letters but nothing that settles it' end)
  from lettered where (is_paid and letters is null) or (not is_paid and not is_settled_otherwise and letters is not null)
  union all
  select 'letters_of_group', distributor_id, min(id)::text, format('one group of %s has the letters %s', client_account, string_agg(distinct letters, ', '))
  from lettered where letters is not null group by distributor_id, client_account, head having count(distinct letters) > 1
  union all
  select 'letters_shared', distributor_id, min(id)::text, format('several groups of %s have the letters %s', client_account, letters)
  from lettered where letters is not null group by distributor_id, client_account, letters having count(distinct head) > 1`;

/** Numbers without gaps. */
const NUMBER_CHECKS = sql`
  select 'number_gap', coalesce(i.distributor_id, s.distributor_id), format('%s %s', coalesce(i.series, s.series), coalesce(i.year, s.year)),
    format('%s numbers from %s to %s, and the series is at %s', coalesce(i.count, 0), coalesce(s.taken_before, 0) + 1,
      coalesce(i.last, s.taken_before, 0), coalesce(s.last_number, 0))
  from issued i full join invoice_sequence s on s.distributor_id = i.distributor_id and s.series = i.series and s.year = i.year
  where coalesce(i.count, 0) <> coalesce(i.last, s.taken_before, 0) - coalesce(s.taken_before, 0)
    or coalesce(i.last, s.taken_before, 0) <> coalesce(s.last_number, 0)
  union all
  select 'lot_number_gap', distributor_id, year::text, format('%s lots of %s, and the last is number %s', count(*), year, max(number))
  from export_lot group by distributor_id, year having count(*) <> max(number)
  union all
  select 'entry_number_gap', distributor_id, format('%s %s', journal, year), format('%s entries, and the last is number %s', count(*), max(number))
  from posted_entry group by distributor_id, journal, year having count(*) <> max(number)`;

/** What lots hold. */
const LOT_CHECKS = sql`
  select 'entry_balance', distributor_id, id::text, format('entry %s of %s %s is %s cents off', number, journal, year, difference)
  from (select p.*, (select coalesce(sum(l.debit - l.credit), 0) from jsonb_to_recordset(p.lines) as l (debit bigint, credit bigint)) as difference
    from posted_entry p) p where difference <> 0
  union all
  select 'posted_twice', distributor_id, key, format('%s entries of %s stand in lots', count(*), key)
  from posted_entry p where reverses_id is null and not exists (select from posted_entry r where r.reverses_id = p.id)
  group by distributor_id, key having count(*) > 1
  union all
  select 'reversal', r.distributor_id, r.id::text, format('entry %s takes back entry %s, and is not its mirror', r.id, p.id)
  from posted_entry r join posted_entry p on p.id = r.reverses_id
  where p.reverses_id is not null or r.distributor_id <> p.distributor_id or r.key <> p.key or r.journal <> p.journal or r.entry_date < p.entry_date
    or (select coalesce(sum((line ->> 'debit')::bigint), 0) from jsonb_array_elements(r.lines) as line)
      <> (select coalesce(sum((line ->> 'credit')::bigint), 0) from jsonb_array_elements(p.lines) as line)
  union all
  select 'lot_bytes', l.distributor_id, l.id::text, format('file %s of lot %s of %s is not what was written', wanted.format, l.number, l.year)
  from export_lot l cross join (values ('A'), ('B'), ('C')) as wanted (format)
  left join export_lot_file f on f.lot_id = l.id and f.format = wanted.format
  left join lateral (select string_agg(bytes, ''::bytea order by part) as bytes from export_lot_part p
    where p.lot_id = l.id and p.format = wanted.format) p on true
  where f.sha256 is null or f.sha256 <> sha256(coalesce(p.bytes, ''::bytea)) or f.size <> length(coalesce(p.bytes, ''::bytea))`;

/** The triggers that make all this impossible. */
const GUARD_CHECKS = sql`
  select 'guard_missing', null, wanted, format('the trigger %s is missing or disabled', wanted)
  from unnest(array['allocation_made', 'allocation_undone', 'allocation_is_final', 'allocation_returned_made', 'allocation_returned_kept',
    'credit_sums', 'credit_undone', 'bank_part_made', 'bank_part_undone',
    'bank_part_is_final', 'bank_part_whole', 'bank_transaction_whole', 'invoice_is_final', 'audit_log_only_grows',
    'export_lot_is_final', 'posted_entry_is_final', 'export_lot_part_is_final', 'export_lot_file_is_final']) as wanted
  where not exists (select from pg_trigger where tgname = wanted and tgenabled = 'O')`;

/** Lots that say another number of entries or another sum than they hold. Posted lines are frozen as the domain has them, in cents. */
async function wrongLotSums(tx: Tx): Promise<Violation[]> {
  const lots = await tx.many<LotSums>(sql`
    select l.id, l.distributor_id, l.number, l.year, l.entry_count, l.reversal_count, l.total_amount,
      count(p.id)::integer as entries, count(p.reverses_id)::integer as reversals, coalesce(sum(s.debit), 0)::bigint as debit
    from export_lot l left join posted_entry p on p.lot_id = l.id
    cross join lateral (select sum((line ->> 'debit')::bigint) as debit from jsonb_array_elements(p.lines) as line) s
    group by l.id order by l.distributor_id, l.id`);
  return lots.flatMap(({ id, distributor_id, number, year, debit, ...lot }) => {
    const said = [lot.entry_count, lot.reversal_count, lot.total_amount];
    const actual = [lot.entries, lot.reversals, centsToWire(debit)];
    if (said.join() === actual.join()) return [];
    return {
      rule: "lot_sum",
      distributor_id,
      subject: String(id),
      message: `lot ${number} of ${year} says ${said[0]} entries, ${said[1]} reversals and ${said[2]}, and holds ${actual[0]}, ${actual[1]} and ${actual[2]}`,
    };
  });
}
