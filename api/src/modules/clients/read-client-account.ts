import type { ClientAccountView } from "@bobine/contract/client-accounts";
import type { CivilDate } from "@bobine/contract/civil-date";
import { together, type Tx } from "../../db/scope.ts";
import { agedAmounts } from "../../domain/client-account/aged-balance.ts";
import { invoiceRecipients, reminderRecipients } from "../../domain/mailing/recipients.ts";
import { isStopped } from "../../domain/mailing/schedule.ts";
import { errors } from "../../errors.ts";
import { formerPayers } from "../banking/former-payers.repository.ts";
import { isClientAccount } from "../banking/is-client-account.ts";
import type { PayingCinema } from "../banking/legal-payer.ts";
import { isFormer } from "../banking/payer-of-document.ts";
import { agedToWire } from "./aged-to-wire.ts";
import { clientAccountsRepository as accounts } from "./client-accounts.repository.ts";
import { clientHeadRepository as heads } from "./client-head.repository.ts";

interface Asked {
  readonly distributorId: number;
  readonly account: string;
  readonly on: CivilDate;
  readonly today: CivilDate;
}

/** All that one page tells of a client, but its movements (CLI-1). @throws 404 for an account that neither a document nor a cinema has */
export async function readClientAccount(
  tx: Tx,
  { distributorId, account, on, today }: Asked,
): Promise<ClientAccountView> {
  const cinemas = await heads.cinemas(tx, distributorId, account);
  const client_name = await nameOf(tx, distributorId, account, cinemas);
  const [former, open, advances, reminders, stops, statements] = await together(
    tx,
    () => formerAddresses(tx, distributorId, account, cinemas),
    () => accounts.openOn(tx, { distributorId, on, account }),
    () => heads.advances(tx, distributorId, account, on),
    () => heads.reminders(tx, distributorId, account),
    () => heads.stops(tx, distributorId, account),
    () => heads.statements(tx, distributorId, account),
  );
  return {
    client_account: account,
    client_name,
    on,
    amounts: agedToWire(agedAmounts(open, on)),
    advances,
    cinemas: cinemas.map((cinema) => ({
      id: cinema.id,
      name: cinema.name,
      city: cinema.city,
      group: cinema.group,
      phones: cinema.phones,
      invoice_emails: former.get(cinema.id) ?? invoiceRecipients(cinema),
      reminder_emails: former.get(cinema.id) ?? reminderRecipients(cinema),
    })),
    reminders,
    stops: stops.map((stop) => ({ ...stop, is_in_effect: isStopped(today, stop) })),
    statements,
  };
}

/**
 * Of the cinemas that another company has taken to another account: who took the last document of the company that the account is of, whose
 * mails never go to its successor (MAIL-2, MAIL-11).
 */
async function formerAddresses(
  tx: Tx,
  distributorId: number,
  account: string,
  cinemas: readonly PayingCinema[],
): Promise<ReadonlyMap<number, string[]>> {
  const now = new Map(cinemas.map((cinema) => [cinema.id, cinema]));
  const former = (await heads.latestOf(tx, distributorId, account)).filter(
    (one) => one.has_moved && isFormer(one, now),
  );
  if (former.length === 0) return new Map();
  const taken = await formerPayers.addresses(
    tx,
    distributorId,
    former.map(({ id }) => id),
  );
  return new Map(former.map((one) => [one.cinema_id, [...(taken.get(one.id) ?? [])]]));
}

/** @throws 404 for an account that neither a document nor a cinema has */
export const readClientName = async (tx: Tx, distributorId: number, account: string): Promise<string> =>
  await nameOf(tx, distributorId, account, await heads.cinemas(tx, distributorId, account));

async function nameOf(
  tx: Tx,
  distributorId: number,
  account: string,
  cinemas: readonly { readonly payer: string }[],
): Promise<string> {
  const named = await heads.nameOnDocuments(tx, distributorId, account);
  const name = named ?? cinemas[0]?.payer;
  if (name !== undefined) return name;
  if (await isClientAccount(tx, distributorId, account)) return account;
  throw errors.notFound();
}
