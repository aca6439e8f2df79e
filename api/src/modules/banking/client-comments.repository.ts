import sql, { empty } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { CLIENT_ACCOUNT, cinemasInvoicedOn } from "./client-account-of-cinema.ts";

/** A client whose documents, or next ones, are another account's now. */
export interface AccountMove {
  readonly from: string;
  readonly to: string;
}

/** The account of a distributor's next documents for a linked cinema. */
interface NextAccount {
  readonly distributor_id: number;
  readonly cinema_id: number;
  readonly account: string;
}

/**
 * What was said of a client goes to the account of its last document when its cinema is found to be another one, or of its next one when
 * that changes (COM-6): nothing leads to an account that no document, advance or linked cinema has. Not when a person chooses another
 * cinema, who may choose the former again.
 */
export const moveClientComments = async (
  tx: Tx,
  distributorId: number,
  moves: readonly AccountMove[],
): Promise<void> => {
  if (moves.length === 0) return;
  await tx.run(sql`
    update comment k set client_account = m."to"
    from (select distinct on (r."from") r."from", r."to" from json_to_recordset(${JSON.stringify(moves)}) as r ("from" text, "to" text)
      where r."from" <> r."to" order by r."from", r."to") m
    where k.distributor_id = ${distributorId} and k.client_account = m."from"
      and not exists (select from invoice i where i.distributor_id = ${distributorId} and i.client_account = m."from")
      and not exists (select from bank_part p where p.distributor_id = ${distributorId} and p.client_account = m."from")
      and not exists (${cinemasInvoicedOn(distributorId, sql`m."from"`)})`);
};

const nextAccounts = (
  tx: Tx,
  cinemaIds: readonly number[],
  distributorId: number | undefined,
  areCommented: boolean,
): Promise<NextAccount[]> =>
  tx.many<NextAccount>(sql`
    select l.distributor_id, c.id as cinema_id, ${CLIENT_ACCOUNT} as account
    from cinema_distributor l join cinema c on c.id = l.cinema_id
      left join distributor_cinema_settings s on s.distributor_id = l.distributor_id and s.cinema_id = c.id
    where c.id = any(${cinemaIds}::bigint[]) ${distributorId === undefined ? empty : sql`and l.distributor_id = ${distributorId}`}
      ${
        areCommented
          ? sql`and exists (select from comment k where k.distributor_id = l.distributor_id and k.client_account = ${CLIENT_ACCOUNT})`
          : empty
      }
    order by l.distributor_id, c.id`);

/** The accounts of these cinemas, linked with a distributor, of which something was said. */
export const commentedAccounts = (
  tx: Tx,
  distributorId: number,
  cinemaIds: readonly number[],
): Promise<NextAccount[]> => nextAccounts(tx, cinemaIds, distributorId, true);

/**
 * Writes what the accounts of cinemas hang on (CIN-6), and moves comments of those that are nobody's then (COM-6).
 * @param distributorId undefined for all that work with them
 */
export async function moveCommentsWith<T>(
  tx: Tx,
  { cinemaIds, distributorId }: { cinemaIds: readonly number[]; distributorId?: number },
  write: () => Promise<T>,
): Promise<T> {
  const before = cinemaIds.length === 0 ? [] : await nextAccounts(tx, cinemaIds, distributorId, true);
  const written = await write();
  if (before.length === 0) return written;
  const keyOf = (one: NextAccount): string => `${one.distributor_id} ${one.cinema_id}`;
  const now = new Map(
    (await nextAccounts(tx, cinemaIds, distributorId, false)).map((one) => [keyOf(one), one.account]),
  );
  const moves = new Map<number, AccountMove[]>();
  for (const one of before) {
    const to = now.get(keyOf(one)) ?? one.account;
    if (to !== one.account)
      moves.set(one.distributor_id, [...(moves.get(one.distributor_id) ?? []), { from: one.account, to }]);
  }
  for (const [distributor, some] of moves) await moveClientComments(tx, distributor, some);
  return written;
}
