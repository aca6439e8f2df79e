import type { ConnectionResult } from "@bobine/contract/bank-connection";
import { bankConnectionPolicy } from "@bobine/contract/policy/bank-connection";
import { mayCall, mayChooseDistributor } from "@bobine/contract/policy/people";
import { isPageOf } from "@bobine/contract/provider-pages";
import { inTransaction, type Scope } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { hashOf } from "../../http/session.ts";
import { type BankItem, BankAggregatorError } from "../../platform/bank-aggregator/bank-aggregator.ts";
import type { Services } from "../../services.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import {
  type BankConnectionRow,
  bankConnectionRepository as repository,
} from "./bank-connection.repository.ts";
import { errors } from "../../errors.ts";
import { toBankError } from "./bank-connection.errors.ts";
import { CONTEXT_MS, newContext, readContext } from "./connect-context.ts";
import { endsSoon, LOST, needsPerson } from "./connection-view.ts";
import { saveItemState } from "./save-item-state.ts";
import { abandonItems } from "./disconnect-bank.ts";
import { queueSync } from "./request-sync.ts";

const CALLBACK = "/api/v1/banking/bridge-callback/";
const MAX_ID = /^[1-9]\d{0,15}$/;
const scopeOf = (distributorId: number): Scope => ({ kind: "distributor", distributorId });

/**
 * Opens a session at the aggregator (AGG-1 to 3). It is bound to this distributor, and to the browser that asked: nobody
 * can be led to give a bank to somebody else's distributor.
 * @param browser the secret of the browser's own cookie
 * @throws 400 `bank_unavailable`
 */
export async function startConnection(
  services: Services,
  who: {
    readonly distributorId: number;
    readonly userId: number;
    readonly email: string;
    readonly browser: string;
    /** Which access is renewed; undefined: the only one when its access ends. */
    readonly connectionId: number | undefined;
    /** It is for a further bank, whatever the others need. */
    readonly isFurther: boolean;
  },
): Promise<{ redirect_url: string }> {
  const { distributorId } = who;
  const aggregator = services.bank;
  try {
    const uuid = await aggregator.ensureUser(`distributor-${distributorId}`);
    const now = services.clock.now();
    const context = newContext(services, distributorId);
    const itemId = await inTransaction(services.pool, scopeOf(distributorId), async (tx) => {
      await repository.saveUser(tx, distributorId, uuid);
      const renewed = itemToRenew(await repository.list(tx, distributorId), who, now);
      await repository.createContext(tx, {
        nonceHash: hashOf(context.nonce),
        distributorId,
        userId: who.userId,
        browserHash: hashOf(who.browser),
        expiresAt: new Date(now.getTime() + CONTEXT_MS),
        now,
      });
      return renewed;
    });
    const redirect_url = await aggregator.openConnectSession(uuid, {
      email: who.email,
      callbackUrl: services.config.publicUrl + CALLBACK,
      context: context.text,
      ...(itemId === undefined ? {} : { itemId }),
    });
    if (!isPageOf(redirect_url, services.config.providerPages.bank))
      throw new BankAggregatorError("malformed", "the session is on no page of BRIDGE_CONNECT_ORIGINS");
    return { redirect_url };
  } catch (error) {
    if (error instanceof BankAggregatorError)
      services.log.warn({ err: error, distributor_id: distributorId }, "no session at the bank aggregator");
    throw toBankError(error);
  }
}

/**
 * The access that the person is sent to renew; undefined when it is for a new one.
 * @throws 404 for a bank that is not the distributor's
 */
function itemToRenew(
  banks: readonly BankConnectionRow[],
  asked: { readonly connectionId: number | undefined; readonly isFurther: boolean },
  now: Date,
): number | undefined {
  if (asked.connectionId !== undefined) {
    const named = banks.find(({ id }) => id === asked.connectionId);
    if (!named) throw errors.notFound();
    return renewable(named);
  }
  const [only, other] = banks;
  if (asked.isFurther || other || !only) return undefined;
  const isToRenew = needsPerson(only.item_status) || endsSoon(only.expires_at, now);
  return isToRenew ? renewable(only) : undefined;
}

/** What the aggregator no longer knows is connected anew. */
const renewable = ({ item_id, item_status }: BankConnectionRow): number | undefined =>
  item_status === LOST ? undefined : (item_id ?? undefined);

/**
 * The browser is back (AGG-1). What it says is a hint: the aggregator is asked, as this distributor's user, so that
 * nobody's item but its own is taken (SEC-11).
 * @param browser the secret of the browser's own cookie; undefined when it has none
 */
export async function finishConnection(
  services: Services,
  back: {
    readonly context?: string | undefined;
    readonly success?: string | undefined;
    readonly item_id?: string | undefined;
    readonly user_uuid?: string | undefined;
  },
  browser: string | undefined,
  source: (distributorId: number, userId: number) => AuditSource,
): Promise<ConnectionResult> {
  const context = readContext(services, back.context ?? "");
  if (!context || browser === undefined) return "invalid";
  const { distributorId, nonce } = context;
  const now = services.clock.now();
  const taken = await inTransaction(services.pool, scopeOf(distributorId), async (tx) => {
    const used = await repository.useContext(tx, {
      nonceHash: hashOf(nonce),
      distributorId,
      browserHash: hashOf(browser),
      now,
    });
    const [bank] = await repository.list(tx, distributorId);
    return used && bank ? { userId: used.user_id, uuid: bank.provider_user } : undefined;
  });
  if (!taken) return "invalid";
  if (back.success !== "true") return "refused";
  if (back.user_uuid !== taken.uuid || !MAX_ID.test(back.item_id ?? "")) return "invalid";
  const itemId = Number(back.item_id);
  if (!(await mayStillConnect(services, distributorId, taken.userId))) {
    await giveUpNew(services, distributorId, taken.uuid, itemId);
    return "invalid";
  }
  try {
    const item = await services.bank.item(taken.uuid, itemId, true);
    if (!item) return "invalid";
    await attachItem(services, distributorId, taken.uuid, item, source(distributorId, taken.userId), true);
    return "connected";
  } catch (error) {
    if (!(error instanceof BankAggregatorError)) throw error;
    services.log.warn({ err: error, distributor_id: distributorId }, "the item will be asked for later");
    await inTransaction(services.pool, scopeOf(distributorId), async (tx) => {
      const banks = await repository.lockAll(tx, distributorId);
      if (!banks.some(({ provider_user }) => provider_user === taken.uuid)) return;
      const known = banks.find(({ item_id }) => item_id === itemId);
      const place =
        known ??
        banks.find(({ item_id }) => item_id === null) ??
        (await repository.insert(tx, distributorId, taken.uuid));
      if (!known) await repository.awaitItem(tx, place.id, itemId);
      // Another one that was awaited is nobody's any more.
      if (!known && place.awaited_item_id !== itemId)
        await abandonItems(tx, services, place, [place.awaited_item_id]);
      await queueSync(tx, services, place, taken.userId);
    });
    return "unavailable";
  }
}

/** Whether who went to the bank would be sent there today: nobody reads a session of theirs on the way back (SEC-18, SEC-22). */
async function mayStillConnect(services: Services, distributorId: number, userId: number): Promise<boolean> {
  const person = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    repository.enabledPerson(tx, userId),
  );
  if (!person || !mayCall(bankConnectionPolicy.connect, person)) return false;
  return mayChooseDistributor(person) || person.distributor_id === distributorId;
}

/** Has an access ended at the aggregator, unless it was renewed: that one goes on as it was. */
async function giveUpNew(
  services: Services,
  distributorId: number,
  uuid: string,
  itemId: number,
): Promise<void> {
  await inTransaction(services.pool, scopeOf(distributorId), async (tx) => {
    const banks = await repository.lockAll(tx, distributorId);
    if (banks.some(({ item_id, awaited_item_id }) => item_id === itemId || awaited_item_id === itemId))
      return;
    await abandonItems(tx, services, { distributor_id: distributorId, provider_user: uuid }, [itemId]);
  });
}

/**
 * The bank is one of the distributor's from now on (AGG-8). What still waited to be asked about is given up at the aggregator.
 * @param isToSync false for the synchronisation that is under way
 */
export async function attachItem(
  services: Services,
  distributorId: number,
  uuid: string,
  item: BankItem,
  source: AuditSource,
  isToSync: boolean,
): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services.pool, scopeOf(distributorId), async (tx) => {
    const banks = await repository.lockAll(tx, distributorId);
    // The distributor became another user meanwhile: this item is no longer its own.
    if (!banks.some(({ provider_user }) => provider_user === uuid)) return;
    const known = banks.find(({ item_id }) => item_id === item.id);
    const waiting = banks.find(({ item_id }) => item_id === null);
    const place = known ?? waiting ?? (await repository.insert(tx, distributorId, uuid));
    // Before the item has a place: it may be the one that waited.
    if (waiting && waiting !== place) await repository.remove(tx, waiting.id);
    await saveItemState(tx, place, item, { userId: source.actorId, at: now });
    const awaited = waiting?.awaited_item_id ?? null;
    if (awaited !== item.id) await abandonItems(tx, services, place, [awaited]);
    const move = await moveOnboarding(tx, distributorId);
    await writeAudit(tx, source, "system_action", {
      reason: known ? "Connexion bancaire renouvelée" : "Banque connectée",
      ...move,
    });
    if (isToSync) await queueSync(tx, services, place, source.actorId);
  });
}
