import type { AccountChoice, BankPart } from "@bobine/contract/bank-parts";
import { type Cents, centsFromWire, type Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { columnsOf } from "../../db/columns.ts";
import { eurosList } from "../../db/money.ts";
import { prepared } from "../../db/prepared.ts";
import type { BankPartRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import { STANDARD_ACCOUNTS } from "../../domain/settlement/account-choices.ts";
import type { Counterpart } from "../../domain/settlement/counterpart.ts";
import type { SettledPart } from "../../domain/settlement/parts.ts";
import { vatAccountsOf } from "../../domain/vat/vat-regime.ts";
import { vatRegimes } from "../company/vat-regimes.repository.ts";
import { CLIENT_ACCOUNT } from "./client-account-of-cinema.ts";

const COLUMNS = columnsOf<BankPartRow>()(["id", "kind", "amount", "account", "account_label"], "p");

/**
 * What of a part `p` stands in other tables. `offset 0` keeps PostgreSQL from reading whole tables for the few rows that are looked up: it
 * takes a line for one of many parts, and under row-level security it uses no index for what is compared with a `coalesce`, which it
 * does not trust to keep what it sees.
 */
const TOLD = sql`
  coalesce((select i.invoice_number from invoice i where i.id = p.invoice_id), '') as invoice_number,
  coalesce(nullif(p.client_account, ''), s.client_account, n.client_account, '') as client_account,
  coalesce((select c.name from cinema c where c.id = w.cinema_id), '') as cinema_name,
  case when p.credit_note_id is not null then 'note:' || p.credit_note_id when p.source_part_id is not null then 'part:' || p.source_part_id
    when p.kind in ('credit', 'advance', 'unknown') and p.amount > 0 then 'part:' || p.id end as credit,
  case when p.kind in ('credit', 'advance', 'unknown') and p.amount > 0 then p.amount - p.used_amount end as remaining
  from bank_part p
  left join lateral (select client_account, cinema_id from bank_part where id = p.source_part_id offset 0) s on true
  left join lateral (select client_account, cinema_id from invoice where id = p.credit_note_id offset 0) n on true
  cross join lateral (select coalesce(p.cinema_id, s.cinema_id, n.cinema_id) as cinema_id offset 0) w`;

/** The parts of transaction `t`, as the contract has them, as one JSON value. */
export const PARTS_JSON = sql`
  (select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'amount', p.amount::text, 'account', p.account,
      'account_label', p.account_label, 'invoice_number', p.invoice_number, 'client_account', p.client_account, 'cinema_name', p.cinema_name,
      'credit', p.credit, 'remaining', p.remaining::text) order by p.position), '[]')
    from (select ${COLUMNS}, p.position, ${TOLD} where p.transaction_id = t.id) p)`;

export const bankPartsRepository = {
  async ofTransaction(tx: Tx, transactionId: number): Promise<BankPart[]> {
    return await tx.many<BankPart>(
      prepared(sql`select ${COLUMNS}, ${TOLD} where p.transaction_id = ${transactionId} order by p.position`),
    );
  },

  /** What parts may be: the accounts to choose from, the distributor's own or the standard ones, and the most that is written off. */
  async allowed(
    tx: Tx,
    distributorId: number,
  ): Promise<{ readonly accounts: AccountChoice[]; readonly write_off_limit: Cents }> {
    const { own, write_off_limit } = await tx.one<{ own: AccountChoice[] | null; write_off_limit: Money }>(
      prepared(sql`
      select d.write_off_limit, (select json_agg(json_build_object('code', c.code, 'label', c.label) order by c.position, c.code)
        from bank_account_choice c where c.distributor_id = d.id) as own
      from distributor d where d.id = ${distributorId}`),
    );
    return { accounts: own ?? [...STANDARD_ACCOUNTS], write_off_limit: centsFromWire(write_off_limit) };
  },

  /** Those of the VAT of its documents (VAT-3). */
  vatAccounts: async (tx: Tx, distributorId: number): Promise<string[]> =>
    vatAccountsOf(await vatRegimes.of(tx, distributorId)),

  /** The client accounts of cinemas as their next invoices have them; those that are not the distributor's are absent. */
  async clientAccounts(
    tx: Tx,
    distributorId: number,
    cinemaIds: readonly number[],
  ): Promise<Map<number, string>> {
    if (cinemaIds.length === 0) return new Map();
    const rows = await tx.many<{ id: number; client_account: string }>(
      prepared(sql`
      select c.id, ${CLIENT_ACCOUNT} as client_account
      from cinema c
      left join distributor_cinema_settings s on s.cinema_id = c.id and s.distributor_id = ${distributorId}
      where c.id = any(${cinemaIds}::bigint[]) and (
        exists (select from cinema_distributor l where l.cinema_id = c.id and l.distributor_id = ${distributorId})
        or exists (select from invoice i where i.cinema_id = c.id and i.distributor_id = ${distributorId}))`),
    );
    return new Map(rows.map((row) => [row.id, row.client_account]));
  },

  /**
   * Writes the parts of new decisions, before their allocations: a line is never over its amount in between.
   * @param rentalRates of the cinemas of its advances, by their ids. An advance that a lot holds of its client keeps the rate with which it does (VAT-5): that
   *   one, and the distributor's where no rate is given, come of the trigger `bank_part_is_rated`
   */
  async insert(
    tx: Tx,
    distributorId: number,
    parts: readonly (SettledPart & {
      readonly reconciliation_id: number;
      readonly transaction_id: number;
      readonly position: number;
    })[],
    rentalRates: ReadonlyMap<number, number>,
  ): Promise<void> {
    if (parts.length === 0) return;
    const rates = parts.map(({ kind, cinema_id }) =>
      kind === "advance" ? (rentalRates.get(cinema_id ?? 0) ?? null) : null,
    );
    await tx.run(
      prepared(sql`
      insert into bank_part (distributor_id, reconciliation_id, transaction_id, position, kind, amount, account, account_label, invoice_id,
        cinema_id, client_account, credit_note_id, source_part_id, vat_rate_bp)
      select ${distributorId}, reconciliation_id, transaction_id, position, kind, amount, account, account_label, invoice_id, cinema_id,
        client_account, credit_note_id, source_part_id,
        case when p.rate is not null and not exists (
          select from posted_entry e cross join lateral jsonb_array_elements(e.lines) l (line)
          where e.distributor_id = ${distributorId} and e.key = 'transaction:' || p.transaction_id and e.reverses_id is null
            and not exists (select from posted_entry r where r.reverses_id = e.id) and l.line ? 'advance_rate_bp'
            and (l.line ->> 'credit')::bigint > 0 and l.line ->> 'client_account' = p.client_account) then p.rate end
      from unnest(${parts.map((one) => one.reconciliation_id)}::bigint[], ${parts.map((one) => one.transaction_id)}::bigint[],
        ${parts.map((one) => one.position)}::integer[], ${parts.map((one) => one.kind)}::text[], ${eurosList(parts.map((one) => one.amount))},
        ${parts.map((one) => one.account)}::text[], ${parts.map((one) => one.account_label)}::text[],
        ${parts.map((one) => one.invoice_id ?? null)}::bigint[], ${parts.map((one) => one.cinema_id ?? null)}::bigint[],
        ${parts.map((one) => one.client_account ?? "")}::text[], ${parts.map((one) => one.credit_note_id ?? null)}::bigint[],
        ${parts.map((one) => one.source_part_id ?? null)}::bigint[], ${rates}::integer[])
        as p (reconciliation_id, transaction_id, position, kind, amount, account, account_label, invoice_id, cinema_id, client_account,
          credit_note_id, source_part_id, rate)`),
    );
  },

  async accounts(tx: Tx, distributorId: number): Promise<AccountChoice[]> {
    return (await bankPartsRepository.allowed(tx, distributorId)).accounts;
  },

  async replaceAccounts(tx: Tx, distributorId: number, accounts: readonly AccountChoice[]): Promise<void> {
    await tx.run(sql`delete from bank_account_choice where distributor_id = ${distributorId}`);
    await tx.run(sql`
      insert into bank_account_choice (distributor_id, code, label, position)
      select ${distributorId}, code, label, n
      from unnest(${accounts.map((one) => one.code)}::text[], ${accounts.map((one) => one.label)}::text[]) with ordinality as a (code, label, n)`);
  },

  /** Whom the bank names as the other party of a line; empty when it does not. */
  async partyOf(tx: Tx, transactionId: number): Promise<string> {
    const row = await tx.maybe<{ party: string }>(
      prepared(sql`
      select coalesce(evidence ->> 'party_name', '') as party from bank_transaction where id = ${transactionId}`),
    );
    return row?.party ?? "";
  },

  /** What was decided last about the first of these phrases that anything was decided about. */
  async remembered(
    tx: Tx,
    distributorId: number,
    phrases: readonly string[],
  ): Promise<(Counterpart & { readonly phrase: string }) | undefined> {
    return await tx.maybe<Counterpart & { readonly phrase: string }>(
      prepared(sql`
      select phrase, kind, account from payer_account
      where distributor_id = ${distributorId} and phrase = any(${phrases}::text[]) and phrase <> ''
      order by array_position(${phrases}::text[], phrase) limit 1`),
    );
  },

  /** The last decision counts: who changes their mind is right. */
  async remember(
    tx: Tx,
    distributorId: number,
    phrase: string,
    { kind, account }: Counterpart,
    at: Date,
  ): Promise<void> {
    await tx.run(
      prepared(sql`
      insert into payer_account (distributor_id, phrase, kind, account, updated_at)
      values (${distributorId}, ${phrase}, ${kind}, ${account}, ${at})
      on conflict (distributor_id, phrase) do update set kind = excluded.kind, account = excluded.account, updated_at = excluded.updated_at`),
    );
  },
};
