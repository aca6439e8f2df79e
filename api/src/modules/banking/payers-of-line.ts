import type { readParts } from "@bobine/contract/bank-parts";
import { centsFromWire, centsToWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { buildPayerIndex } from "../../domain/matching/payer-index.ts";
import { readPayerOfLine } from "../../domain/matching/reading.ts";
import { listNumberKeys } from "../../domain/settlement/label-words.ts";
import { netPayments } from "../../domain/settlement/net-payments.ts";
import { bankPartsRepository as parts } from "./bank-parts.repository.ts";
import { clientCreditsRepository as credits, numberOfCredit } from "./client-credits.repository.ts";
import { LEDGER_CURRENCY } from "./decide-lettering.ts";
import { readPayersOf } from "./open-set.repository.ts";
import type { LockedTransaction } from "./reconciliation.repository.ts";
import { unpaidInvoicesRepository as unpaid } from "./unpaid-invoices.repository.ts";

type Offered = Pick<ResponseOf<typeof readParts>, "clients" | "credits" | "open_invoices" | "net_payments">;

const NOTHING: Offered = { clients: [], credits: [], open_invoices: [], net_payments: [] };

/**
 * The cinemas of whoever a receipt names, with their open credits and unpaid invoices (LET-28), and the invoices less credits that it may be
 * (LET-41). When nobody is named, the latter alone, by the numbers that it quotes.
 * @param isOpen nobody has decided it
 */
export async function offersOfPayers(
  tx: Tx,
  distributorId: number,
  receipt: LockedTransaction,
  isOpen: boolean,
): Promise<Offered> {
  if (receipt.currency_code !== LEDGER_CURRENCY) return NOTHING;
  const payers = await readPayersOf(tx, distributorId);
  const { matches, circuit } = readPayerOfLine(buildPayerIndex(payers.clients, payers.aliases), receipt);
  const keys = [...new Set([...matches.map((match) => match.payer_key), ...(circuit?.payer_keys ?? [])])];
  const named = payers.clients
    .filter(({ payer_key }) => keys.includes(payer_key))
    .sort((a, b) => keys.indexOf(a.payer_key) - keys.indexOf(b.payer_key));
  const numbers = listNumberKeys(receipt);
  if (named.length === 0) {
    if (!isOpen) return NOTHING;
    const quoted = await unpaid.clientsOfNumbers(tx, distributorId, numbers);
    const accounts = quoted.map(({ client_account }) => client_account).filter((account) => account !== "");
    const cinemaIds = quoted.map(({ cinema_id }) => cinema_id);
    const openCredits = await credits.openOf(tx, distributorId, { accounts, cinemaIds }, numbers);
    if (openCredits.length === 0) return NOTHING;
    const of = [...new Set([...cinemaIds, ...openCredits.flatMap(({ cinema_id }) => cinema_id ?? [])])];
    const owed = await unpaid.ofCinemas(tx, distributorId, of, numbers);
    return { ...NOTHING, net_payments: netPaymentsOf(receipt, undefined, owed, openCredits) };
  }
  const ids = named.map(({ cinema_id }) => Number(cinema_id));
  const accounts = await parts.clientAccounts(tx, distributorId, ids);
  const openCredits = await credits.openOf(
    tx,
    distributorId,
    { accounts: [...new Set(accounts.values())], cinemaIds: ids },
    numbers,
  );
  const owed = await unpaid.ofCinemas(tx, distributorId, ids, numbers);
  return {
    // One whose link went since it was read has no account here, and is offered no more.
    clients: named.flatMap(({ cinema_id, name }) => {
      const client_account = accounts.get(Number(cinema_id));
      return client_account === undefined
        ? []
        : [{ cinema_id: Number(cinema_id), cinema_name: name, client_account }];
    }),
    credits: openCredits,
    open_invoices: owed,
    net_payments: isOpen
      ? netPaymentsOf(receipt, matches[0]?.display_name ?? circuit?.name, owed, openCredits)
      : [],
  };
}

const netPaymentsOf = (
  receipt: LockedTransaction,
  payer: string | undefined,
  owed: Offered["open_invoices"],
  openCredits: Offered["credits"],
): Offered["net_payments"] =>
  netPayments(
    receipt,
    payer,
    owed.map((one) => ({ ...one, outstanding: centsFromWire(one.outstanding) })),
    openCredits.map((one) => ({
      ...one,
      number: numberOfCredit(one),
      remaining: centsFromWire(one.remaining),
    })),
  ).map(({ invoices, credits: used, ...rest }) => ({
    ...rest,
    reasons: [...rest.reasons],
    invoices: invoices.map(({ id, invoice_number, cinema_name, outstanding }) => ({
      id,
      invoice_number,
      cinema_name,
      amount: centsToWire(outstanding),
    })),
    credits: used.map(({ id, label, cinema_name, remaining }) => ({
      credit: id,
      label,
      cinema_name,
      amount: centsToWire(remaining),
    })),
  }));
