import type { readParts } from "@bobine/contract/bank-parts";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { normaliseLabel } from "../../domain/matching/normalise-label.ts";
import { buildPayerIndex, readPayer } from "../../domain/matching/payers.ts";
import { bankPartsRepository as parts } from "./bank-parts.repository.ts";
import { clientCreditsRepository as credits } from "./client-credits.repository.ts";
import { LEDGER_CURRENCY } from "./decide-lettering.ts";
import { readPayersOf } from "./open-set.repository.ts";
import type { LockedTransaction } from "./reconciliation.repository.ts";
import { unpaidInvoicesRepository as unpaid } from "./unpaid-invoices.repository.ts";

type Offered = Pick<ResponseOf<typeof readParts>, "clients" | "credits" | "open_invoices">;

const NOTHING: Offered = { clients: [], credits: [], open_invoices: [] };

/** The cinemas of whoever a receipt names, with their open credits and unpaid invoices (LET-28); nothing when nobody is named. */
export async function offersOfPayers(
  tx: Tx,
  distributorId: number,
  { label, currency_code }: LockedTransaction,
): Promise<Offered> {
  if (currency_code !== LEDGER_CURRENCY) return NOTHING;
  const payers = await readPayersOf(tx, distributorId);
  const words = normaliseLabel(label);
  const { matches, circuit } = readPayer(buildPayerIndex(payers.clients, payers.aliases), words, words.zones);
  const keys = [...new Set([...matches.map((match) => match.payer_key), ...(circuit?.payer_keys ?? [])])];
  const named = payers.clients
    .filter(({ payer_key }) => keys.includes(payer_key))
    .sort((a, b) => keys.indexOf(a.payer_key) - keys.indexOf(b.payer_key));
  if (named.length === 0) return NOTHING;
  const ids = named.map(({ cinema_id }) => Number(cinema_id));
  const accounts = await parts.clientAccounts(tx, distributorId, ids);
  return {
    clients: named.map(({ cinema_id, name }) => ({
      cinema_id: Number(cinema_id),
      cinema_name: name,
      client_account: accounts.get(Number(cinema_id)) ?? "",
    })),
    credits: await credits.openOf(tx, distributorId, [...new Set(accounts.values())]),
    open_invoices: await unpaid.ofCinemas(tx, distributorId, ids),
  };
}
