// Two people may each have access to one bank (AGG-8): what each reads, so that no account is read twice.
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { BankAccount } from "../../platform/bank-aggregator/bank-aggregator.ts";
import type { Services } from "../../services.ts";
import { must } from "../../domain/must.ts";
import {
  type BankConnectionRow,
  bankConnectionRepository as repository,
} from "./bank-connection.repository.ts";
import { isConnected } from "./connection-view.ts";
import { abandonItems } from "./disconnect-bank.ts";
import { queueSync } from "./request-sync.ts";
import { saveItemState } from "./save-item-state.ts";

/** An access with its item. */
type OpenBank = BankConnectionRow & { readonly item_id: number };
const hasItem = (bank: BankConnectionRow): bank is OpenBank => bank.item_id !== null;

/** Those of accounts, each once; accounts without one cannot be told apart. */
export const ibansOf = (accounts: readonly BankAccount[]): string[] => [
  ...new Set(accounts.map(({ iban }) => iban ?? "")),
];

/**
 * The accounts that an access reads: those that no other one reads which works. When it is read for the first time, an access to a bank
 * whose accounts a later one to it all has gives its place to that one: it is the same login, or has nothing of its own.
 * @returns undefined when one of them did: a job of its own reads what is left
 */
export async function accountsToRead(
  tx: Tx,
  services: Services,
  access: {
    readonly distributorId: number;
    readonly itemId: number;
    readonly accounts: readonly BankAccount[];
    readonly source: AuditSource;
  },
): Promise<readonly BankAccount[] | undefined> {
  const { distributorId, itemId, accounts, source } = access;
  const open = (await repository.lockAll(tx, distributorId)).filter(hasItem);
  const own = open.find(({ item_id }) => item_id === itemId);
  // Disconnected meanwhile.
  if (!own) return undefined;
  const ibans = ibansOf(accounts);
  const others = open.filter((bank) => bank !== own);
  for (const other of isNew(own) ? others.filter((bank) => isSameBank(bank, own)) : []) {
    const isLater = other.item_id > own.item_id;
    const read = other.synced_ibans ?? [];
    if (isLater ? !hasAll(read, ibans) : !hasAll(ibans, read)) continue;
    await (isLater ? giveWay(tx, services, own, other, source) : giveWay(tx, services, other, own, source));
    return undefined;
  }
  const held = new Set(
    others
      .filter(({ item_status }) => isConnected(item_status))
      .flatMap(({ synced_ibans }) => synced_ibans ?? []),
  );
  return accounts.filter(({ iban }) => iban === null || !held.has(iban));
}

/** It was not read since it was connected. */
const isNew = ({ synced_ibans }: BankConnectionRow): boolean => synced_ibans === null;

const isSameBank = (a: BankConnectionRow, b: BankConnectionRow): boolean =>
  a.bank_provider_id !== null && a.bank_provider_id === b.bank_provider_id;

/** An access that was never read has what nobody knows. */
const hasAll = (ibans: readonly string[], former: readonly string[]): boolean =>
  former.length > 0 && former.every((iban) => ibans.includes(iban));

/** The former access ends, here and at the aggregator; the later one stands in its place, with the account that its lines are on. */
async function giveWay(
  tx: Tx,
  services: Services,
  former: OpenBank,
  later: OpenBank,
  source: AuditSource,
): Promise<void> {
  await repository.unlinkLines(tx, former.distributor_id, former.item_id);
  await abandonItems(tx, services, former, [former.item_id]);
  await repository.remove(tx, later.id);
  const item = {
    id: later.item_id,
    status: must(later.item_status, "status of an item"),
    message: later.item_message,
    provider_id: later.bank_provider_id,
    expires_at: later.expires_at,
  };
  await saveItemState(tx, former, item, { userId: source.actorId, at: services.clock.now() });
  await writeAudit(tx, source, "system_action", {
    reason: "Accès à la banque remplacé",
    bank_name: former.bank_name,
  });
  await queueSync(tx, services, former, source.actorId);
}

/** What an access reads, it reads alone: lines of these accounts that another one knows are recognised as those of a file are. */
export async function takeOverAccounts(
  tx: Tx,
  own: BankConnectionRow,
  banks: readonly BankConnectionRow[],
  accounts: readonly BankAccount[],
): Promise<void> {
  if (!banks.some((bank) => bank !== own && hasItem(bank))) return;
  const ibans = ibansOf(accounts).filter((iban) => iban !== "");
  // Somebody may be deciding about these lines.
  if (await repository.areLinkedElsewhere(tx, own, ibans)) await lockLedger(tx, own.distributor_id);
  await repository.takeOver(tx, own, ibans);
}
