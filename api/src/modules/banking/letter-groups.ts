import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { firstLetters, type GroupLink, lettersOfGroups } from "../../domain/exports/carried-letters.ts";
import { letteringCode } from "../../domain/exports/lettering-code.ts";
import { must } from "../../domain/must.ts";

/** A payment that is about to be written. */
export interface LetteredPayment {
  readonly transaction_id: number;
  readonly invoice_id: number;
}

/** What a locked invoice must tell for its letters. */
export interface LetterableInvoice {
  readonly id: number;
  readonly client_account: string;
  readonly lettering_letters: string | null;
  /** A credit note was applied to it, so that its group has more members. */
  readonly is_credited: boolean;
}

export interface PaymentLetters {
  /** One per payment, in the order given. */
  readonly letters: readonly string[];
  /** Invoices whose groups must be looked at again once the payments are written: groups that met, or credit notes. */
  readonly to_refresh: readonly number[];
}

/**
 * The letters of new payments (EXP-3): those of the group that a payment joins, the oldest when it joins several, else
 * the account's next ones. One payment of two client accounts has letters in each.
 * @param invoices the paid invoices, locked
 */
export async function letterPayments(
  tx: Tx,
  distributorId: number,
  payments: readonly LetteredPayment[],
  invoices: ReadonlyMap<number, LetterableInvoice>,
): Promise<PaymentLetters> {
  const groups = new Map<
    string,
    { account: string; known: string[]; payments: number[]; refresh: boolean }
  >();
  payments.forEach((payment, index) => {
    const invoice = invoices.get(payment.invoice_id);
    if (!invoice) throw new RangeError(`invoice ${payment.invoice_id} is not locked`);
    const key = `${payment.transaction_id} ${invoice.client_account}`;
    const group = groups.get(key) ?? {
      account: invoice.client_account,
      known: [],
      payments: [],
      refresh: false,
    };
    groups.set(key, group);
    group.payments.push(index);
    if (invoice.lettering_letters !== null && !group.known.includes(invoice.lettering_letters))
      group.known.push(invoice.lettering_letters);
    if (invoice.is_credited) group.refresh = true;
  });
  const list = [...groups.values()];
  // Two of these payments may pay one invoice: their groups meet, which the letters that were read do not tell.
  const payers = new Map<number, number>();
  for (const group of list)
    for (const index of group.payments) {
      const invoiceId = must(payments[index], "payment").invoice_id;
      payers.set(invoiceId, (payers.get(invoiceId) ?? 0) + 1);
    }
  const fresh = await takeLetters(
    tx,
    distributorId,
    list.filter((group) => group.known.length === 0).map((group) => group.account),
  );
  const letters: string[] = payments.map(() => "");
  const toRefresh: number[] = [];
  for (const group of list) {
    const own = firstLetters(group.known) ?? fresh.shift();
    if (own === undefined) throw new Error("an account gave no letters");
    for (const index of group.payments) letters[index] = own;
    const paid = group.payments.flatMap((index) => payments[index]?.invoice_id ?? []);
    if (group.refresh || group.known.length > 1 || paid.some((id) => (payers.get(id) ?? 0) > 1))
      toRefresh.push(...paid);
  }
  return { letters, to_refresh: toRefresh };
}

/**
 * The next letters of each account, one per entry. They are never given again, whatever is undone later. The caller holds the
 * ledger's lock.
 */
export async function takeLetters(
  tx: Tx,
  distributorId: number,
  accounts: readonly string[],
): Promise<string[]> {
  if (accounts.length === 0) return [];
  const counts = new Map<string, number>();
  for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
  // The order keeps two decisions on the same accounts from waiting for each other.
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = await tx.many<{ client_account: string; last_index: number }>(
    prepared(sql`
    insert into lettering_sequence as s (distributor_id, client_account, last_index)
    select ${distributorId}, account, taken - 1
    from unnest(${sorted.map(([account]) => account)}::text[], ${sorted.map(([, count]) => count)}::integer[])
      with ordinality as a (account, taken, n) order by n
    on conflict (distributor_id, client_account) do update set last_index = s.last_index + excluded.last_index + 1
    returning client_account, last_index`),
  );
  const next = new Map(
    rows.map((row) => [
      row.client_account,
      row.last_index - must(counts.get(row.client_account), "count of an account") + 1,
    ]),
  );
  return accounts.map((account) => {
    const index = next.get(account);
    if (index === undefined) throw new Error(`no lettering sequence for ${account}`);
    next.set(account, index + 1);
    return letteringCode(index);
  });
}

/** What was written: letters where there were none, and letters that replaced others. */
export interface WrittenLetters {
  readonly given: number;
  readonly replaced: number;
}

/**
 * Gives the groups of these invoices the letters that their links carry, and the account's next ones to a group that has none:
 * after groups met, after a decision was undone, after a credit note was applied. Links and invoices then say the same.
 * @param seeds invoices; all that is linked to them is looked at and locked, with the credit notes of other accounts that are put on them
 */
export async function refreshLetters(
  tx: Tx,
  distributorId: number,
  seeds: readonly number[],
): Promise<WrittenLetters> {
  if (seeds.length === 0) return { given: 0, replaced: 0 };
  const invoices = await lockGroups(tx, distributorId, seeds);
  const groups = lettersOfGroups(invoices, await linksOf(tx, invoices));
  const lacking = groups.filter((group) => group.is_lacking);
  const fresh = await takeLetters(
    tx,
    distributorId,
    lacking.map((group) => group.client_account),
  );
  const taken = new Map(lacking.map((group, index) => [group, fresh[index] ?? null]));
  const changed: { id: number; before: string | null; letters: string | null }[] = [];
  const relettered: { kind: string; key: string; before: string | null; letters: string }[] = [];
  for (const group of groups) {
    const letters = taken.get(group) ?? group.letters;
    for (const { id, lettering_letters: before } of group.invoices)
      if (before !== letters) changed.push({ id, before, letters });
    if (letters === null) continue;
    for (const { kind, key, letters: before } of group.stale_links)
      if (kind !== "moved")
        relettered.push({ kind: kind === "credit" ? "credit" : "allocation", key, before, letters });
  }
  await writeLetters(tx, relettered, changed);
  const written = [...changed, ...relettered];
  const given = written.filter((one) => one.before === null).length;
  return { given, replaced: written.length - given };
}

async function linksOf(tx: Tx, invoices: readonly LinkedInvoice[]): Promise<GroupLink[]> {
  const ids = invoices.map((invoice) => invoice.id);
  return await tx.many<GroupLink>(
    prepared(sql`
    select case when p.id is not null then 'part' when a.transaction_id is not null then 'payment' else 'opening' end as kind, a.id::text as key,
      coalesce(p.id, a.transaction_id, a.invoice_id) as link, a.invoice_id, a.letters
    from allocation a join invoice i on i.id = a.invoice_id
    left join bank_part p on p.id = a.part_id and p.kind = 'credit' and p.client_account = i.client_account
    where a.invoice_id = any(${ids}::bigint[])
    union all
    select 'credit', id::text, credit_note_id, invoice_id, letters
    from credit_application where invoice_id = any(${ids}::bigint[])
    union all
    select 'moved', c.id::text, n.id, n.id, n.lettering_letters
    from credit_application c join invoice n on n.id = c.credit_note_id join invoice i on i.id = c.invoice_id
    where c.credit_note_id = any(${ids}::bigint[]) and n.client_account <> i.client_account`),
  );
}

async function writeLetters(
  tx: Tx,
  relettered: readonly { readonly kind: string; readonly key: string; readonly letters: string }[],
  changed: readonly { readonly id: number; readonly letters: string | null }[],
): Promise<void> {
  if (relettered.length > 0) {
    await tx.run(
      prepared(sql`
      update allocation a set letters = c.letters
      from json_to_recordset(${JSON.stringify(relettered)}) as c (kind text, key text, letters text)
      where c.kind = 'allocation' and a.id = c.key::bigint`),
    );
    await tx.run(
      prepared(sql`
      update credit_application a set letters = c.letters
      from json_to_recordset(${JSON.stringify(relettered)}) as c (kind text, key text, letters text)
      where c.kind = 'credit' and a.id = c.key::bigint`),
    );
  }
  if (changed.length === 0) return;
  await tx.run(
    prepared(sql`
    update invoice i set lettering_letters = c.letters
    from unnest(${changed.map((one) => one.id)}::bigint[], ${changed.map((one) => one.letters)}::text[]) as c (id, letters)
    where i.id = c.id`),
  );
}

interface LinkedInvoice {
  readonly id: number;
  readonly client_account: string;
  readonly lettering_letters: string | null;
}

/**
 * The step of a recursive `linked (id, client_account)`: the invoices `i` that share a payment, a credit note or what was paid too much with one of
 * them. `array` and `offset 0` keep PostgreSQL from taking a step for thousands of rows: it would read all invoices for it, or make room for them.
 */
export const NEXT_OF_LINKED = sql`
  from linked l
  cross join lateral unnest(array(
    select b.invoice_id from allocation a join allocation b on b.transaction_id = a.transaction_id where a.invoice_id = l.id
    union all select invoice_id from credit_application where credit_note_id = l.id
    union all select credit_note_id from credit_application where invoice_id = l.id
    union all select b.invoice_id from allocation a join bank_part p on p.id = a.part_id and p.kind = 'credit' and p.client_account = l.client_account
      join allocation b on b.part_id = a.part_id where a.invoice_id = l.id
  )) next (id)
  cross join lateral (select id, client_account from invoice where id = next.id and client_account = l.client_account offset 0) i`;

/**
 * Locks all that payments and credit notes link to the seeds inside their client accounts. More rows than the decision has
 * locked already: it holds the ledger's lock, so that no other one holds them and waits for these.
 */
async function lockGroups(tx: Tx, distributorId: number, seeds: readonly number[]): Promise<LinkedInvoice[]> {
  let known: readonly number[] = [];
  for (;;) {
    const linked = await tx.many<LinkedInvoice>(
      prepared(sql`
      with recursive linked (id, client_account) as (
        select id, client_account from invoice where distributor_id = ${distributorId} and (id = any(${[...seeds, ...known]}::bigint[])
          or id = any(array(select credit_note_id from credit_application where invoice_id = any(${seeds}::bigint[]))))
        union
        select i.id, i.client_account
        ${NEXT_OF_LINKED}
      )
      select id, client_account, lettering_letters from invoice where id = any(array(select id from linked)) order by id for update`),
    );
    // While it waited for a lock, another decision may have linked more.
    if (linked.length === known.length) return linked;
    known = linked.map((row) => row.id);
  }
}
