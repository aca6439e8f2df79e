import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/**
 * Which of these addresses did not get the last mail that is known to have reached them or not: it was refused, came back, or was given up.
 * A mail that one takes again takes it off. What is said of a policy, of the message or by nobody says nothing of an address (MAIL-14).
 * @returns in small letters
 */
export async function readDeadAddresses(
  tx: Tx,
  distributorId: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const asked = addresses.map((address) => address.toLowerCase());
  const rows = await tx.many<{ address: string }>(sql`
    select address from (
      select distinct on (lower(r.address)) lower(r.address) as address, r.state
      from mail_recipient r join mail m on m.id = r.mail_id
      where r.distributor_id = ${distributorId} and lower(r.address) = any(${asked}::text[])
        and (r.state = 'accepted' or r.state = 'refused' and r.response !~ '(^|[ -])5[.]7[.][0-9]'
          or r.state = 'waiting' and m.state = 'failed' and r.response ~ '^4[0-9][0-9][ -]4[.][12][.]|^450(?![ -]4[.])')
      order by lower(r.address), r.mail_id desc) last
    where state <> 'accepted'`);
  return new Set(rows.map(({ address }) => address));
}
