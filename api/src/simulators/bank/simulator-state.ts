import { randomUUID } from "node:crypto";
import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import { z } from "zod";

/** A line to appear on the account of a simulated bank. */
export interface SimulatedOperation {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly label: string;
  readonly amount: Cents;
  readonly future?: boolean;
}

const itemShape = z.object({
  id: z.number(),
  user_uuid: z.string(),
  status: z.number(),
  status_code_description: z.string(),
  authentication_expires_at: z.string().nullable(),
  /** Those that were kept before there was a second bank are of the first. */
  provider_id: z.number().default(574),
  /** Whose access it is. */
  login: z.string().default("success"),
});
export type SimulatedItem = z.output<typeof itemShape>;
const accountShape = z.object({
  id: z.number(),
  item_id: z.number(),
  name: z.string(),
  iban: z.string(),
  type: z.string(),
  currency_code: z.string(),
  data_access: z.string(),
});
const transactionShape = z.object({
  id: z.number(),
  account_id: z.number(),
  amount: z.number().int().transform(cents),
  label: z.string(),
  date: z.string(),
  updated_at: z.string(),
  deleted: z.boolean(),
  future: z.boolean(),
  currency_code: z.string().default("EUR"),
});
export type SimulatedTransaction = z.output<typeof transactionShape>;
const sessionShape = z.object({
  id: z.string(),
  user_uuid: z.string(),
  callback_url: z.string(),
  context: z.string(),
  item_id: z.number().nullable(),
});
export type ConnectSession = z.output<typeof sessionShape>;

/** All that a simulated aggregator remembers after a restart; tokens are made again. */
export const simulatorShape = z.object({
  last_id: z.number(),
  users: z.array(z.tuple([z.string(), z.string()])),
  items: z.array(itemShape),
  accounts: z.array(accountShape),
  transactions: z.array(transactionShape),
  sessions: z.array(sessionShape),
});
export type StoredSimulator = z.output<typeof simulatorShape>;

const DAY_MS = 86_400_000;
/** AGG-3: how long a strong authentication lasts. */
const SCA_DAYS = 180;
const TOKEN_MS = 2 * 60 * 60 * 1000;
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  402: "Identifiants incorrects",
  429: "Une action est nécessaire sur le site de votre banque",
  1003: "La banque ne répond pas",
  1010: "Votre banque demande une nouvelle authentification",
};

/** All that a simulated aggregator knows. */
export class SimulatorState {
  readonly now: () => Date;
  /** External names by uuid. */
  readonly users: Map<string, string>;
  readonly items: Map<number, SimulatedItem>;
  readonly accounts: StoredSimulator["accounts"];
  readonly transactions: SimulatedTransaction[];
  readonly sessions: Map<string, ConnectSession>;
  readonly #changed: () => void;
  readonly #tokens = new Map<string, { readonly user: string; readonly expiresAt: number }>();
  #last: number;

  /**
   * @param kept of a process before this one
   * @param changed told of each change
   */
  constructor(now: () => Date, stored?: StoredSimulator, changed: () => void = () => undefined) {
    this.now = now;
    this.users = new Map(stored?.users);
    this.items = new Map(stored?.items.map((item) => [item.id, item]));
    this.accounts = stored?.accounts ?? [];
    this.transactions = stored?.transactions ?? [];
    this.sessions = new Map(stored?.sessions.map((session) => [session.id, session]));
    // Where nothing was kept, another process must not give its ids to other lines.
    this.#last = stored?.last_id ?? Date.now() * 1000;
    this.#changed = changed;
  }

  snapshot(): StoredSimulator {
    return {
      last_id: this.#last,
      users: [...this.users],
      items: [...this.items.values()],
      accounts: this.accounts,
      transactions: this.transactions,
      sessions: [...this.sessions.values()],
    };
  }

  nextId(): number {
    this.#last += 1;
    return this.#last;
  }

  /** @returns undefined when there is one already */
  makeUser(externalId: string): string | undefined {
    if (this.userOf(externalId) !== undefined) return undefined;
    const uuid = randomUUID();
    this.users.set(uuid, externalId);
    this.#changed();
    return uuid;
  }

  userOf(externalId: string): string | undefined {
    return [...this.users].find(([, external]) => external === externalId)?.[0];
  }

  /** With all its banks. @returns false when there is none */
  deleteUser(uuid: string): boolean {
    if (!this.users.delete(uuid)) return false;
    for (const item of this.items.values()) if (item.user_uuid === uuid) this.deleteItem(item.id);
    this.#changed();
    return true;
  }

  openSession(session: ConnectSession): void {
    this.sessions.set(session.id, session);
    this.#changed();
  }
  closeSession(id: string): void {
    this.sessions.delete(id);
    this.#changed();
  }

  makeToken(user: string) {
    const token = randomUUID();
    const expiresAt = this.now().getTime() + TOKEN_MS;
    this.#tokens.set(token, { user, expiresAt });
    return { token, expires_at: new Date(expiresAt).toISOString() };
  }

  /** Whose token it is; undefined once it has expired. */
  userOfToken(token: string): string | undefined {
    const known = this.#tokens.get(token);
    return known && known.expiresAt > this.now().getTime() ? known.user : undefined;
  }

  forgetTokens(): void {
    this.#tokens.clear();
  }

  /** A bank that a person has connected: a current account, and others that are of no use to us. */
  makeItem(
    user: string,
    status: number,
    iban: string,
    { bank, login }: { readonly bank: number; readonly login: string },
  ): SimulatedItem {
    const item: SimulatedItem = {
      id: this.nextId(),
      user_uuid: user,
      status: 0,
      status_code_description: "",
      authentication_expires_at: null,
      provider_id: bank,
      login,
    };
    this.items.set(item.id, item);
    this.setStatus(item, status);
    const common = { item_id: item.id, currency_code: "EUR", data_access: "enabled" };
    this.accounts.push(
      { ...common, id: this.nextId(), name: "Compte courant", iban, type: "checking" },
      { ...common, id: this.nextId(), name: "Livret", iban: "", type: "savings" },
      {
        ...common,
        id: this.nextId(),
        name: "Compte en dollars",
        iban: "",
        type: "checking",
        currency_code: "USD",
      },
    );
    this.#changed();
    return item;
  }

  setStatus(item: SimulatedItem, status: number): void {
    item.status = status;
    item.status_code_description = DESCRIPTIONS[status] ?? "";
    if (status === 0)
      item.authentication_expires_at = new Date(this.now().getTime() + SCA_DAYS * DAY_MS).toISOString();
    this.#changed();
  }

  deleteItem(id: number): void {
    this.items.delete(id);
    const gone = new Set(
      this.accounts.filter((account) => account.item_id === id).map((account) => account.id),
    );
    const remaining = this.transactions.filter((line) => !gone.has(line.account_id));
    this.transactions.splice(0, this.transactions.length, ...remaining);
    const left = this.accounts.filter((account) => account.item_id !== id);
    this.accounts.splice(0, this.accounts.length, ...left);
    this.#changed();
  }

  /** The lines of a bank's current account. */
  linesOf(itemId: number): SimulatedTransaction[] {
    const account = this.#currentAccount(itemId);
    return this.transactions.filter((line) => line.account_id === account?.id);
  }
  #currentAccount(itemId: number, currency = "EUR"): StoredSimulator["accounts"][number] | undefined {
    return this.accounts.find(
      (one) => one.item_id === itemId && one.type === "checking" && one.currency_code === currency,
    );
  }

  /** The bank tells the IBAN of its account in dollars. */
  nameDollars(itemId: number, iban: string): void {
    const account = this.#currentAccount(itemId, "USD");
    if (account) account.iban = iban;
    this.#changed();
  }

  /** Lines on the current account of a bank, or on that in another currency. */
  addOperations(
    itemId: number,
    operations: readonly SimulatedOperation[],
    currency = "EUR",
  ): SimulatedTransaction[] {
    const account = this.#currentAccount(itemId, currency);
    if (!account) throw new Error("this bank is not connected");
    const added = operations.map(
      (operation): SimulatedTransaction => ({
        id: this.nextId(),
        account_id: account.id,
        amount: operation.amount,
        label: operation.label,
        date: operation.date,
        updated_at: this.now().toISOString(),
        deleted: false,
        future: operation.future ?? false,
        currency_code: currency,
      }),
    );
    this.transactions.push(...added);
    this.#changed();
    return added;
  }

  /** Gives a line twice from now on, under one id, as pages that shift while they are read do. */
  repeat(id: number): void {
    const line = this.transactions.find((one) => one.id === id);
    if (!line) throw new Error("this line does not exist");
    line.updated_at = this.now().toISOString();
    this.transactions.push({ ...line });
    this.#changed();
  }

  change(
    id: number,
    changes: Partial<Pick<SimulatedTransaction, "amount" | "label" | "date" | "deleted">>,
  ): void {
    const lines = this.transactions.filter((one) => one.id === id);
    if (lines.length === 0) throw new Error("this line does not exist");
    for (const line of lines) Object.assign(line, changes, { updated_at: this.now().toISOString() });
    this.#changed();
  }
}

/** A line on the wire. One in ten comes without what is optional. */
export function wireOf(line: SimulatedTransaction): string {
  const { id, account_id, updated_at, deleted, future, date, label, currency_code } = line;
  const isBare = id % 10 === 9;
  const rest = {
    id,
    account_id,
    currency_code,
    clean_description: label.toLowerCase(),
    provider_description: label,
    date,
    updated_at,
    deleted,
    future,
    ...(isBare ? {} : { booking_date: date, value_date: date, category_id: 78, operation_type: "transfer" }),
  };
  // The amount is a JSON number that never was a float.
  return `{"amount":${centsToWire(line.amount)},${JSON.stringify(rest).slice(1)}`;
}
