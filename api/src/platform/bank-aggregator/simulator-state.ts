import { randomUUID } from "node:crypto";
import { type Cents, centsToWire } from "@bobine/contract/money";

/** A line to appear on the account of a simulated bank. */
export interface SimulatedOperation {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly label: string;
  readonly amount: Cents;
  readonly future?: boolean;
}

export interface SimulatedItem {
  readonly id: number;
  readonly user_uuid: string;
  status: number;
  status_code_description: string;
  authentication_expires_at: string | null;
}
interface SimulatedAccount {
  readonly id: number;
  readonly item_id: number;
  readonly name: string;
  readonly iban: string;
  readonly type: string;
  readonly currency_code: string;
  readonly data_access: string;
}
export interface SimulatedTransaction {
  readonly id: number;
  readonly account_id: number;
  amount: Cents;
  label: string;
  date: string;
  updated_at: string;
  deleted: boolean;
  future: boolean;
}
export interface ConnectSession {
  readonly id: string;
  readonly user_uuid: string;
  readonly callback_url: string;
  readonly context: string;
  readonly item_id: number | null;
}

const DAY_MS = 86_400_000;
/** DOMAIN §5.2: how long a strong authentication lasts. */
const SCA_DAYS = 180;
const TOKEN_MS = 2 * 60 * 60 * 1000;
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  402: "Identifiants incorrects",
  429: "Une action est nécessaire sur le site de votre banque",
  1003: "La banque ne répond pas",
  1010: "Votre banque demande une nouvelle authentification",
};

/** All that a simulated aggregator remembers, in memory: gone with its process. */
export class SimulatorState {
  readonly now: () => Date;
  readonly users = new Map<string, string>();
  readonly items = new Map<number, SimulatedItem>();
  readonly accounts: SimulatedAccount[] = [];
  readonly transactions: SimulatedTransaction[] = [];
  readonly sessions = new Map<string, ConnectSession>();
  readonly #tokens = new Map<string, { readonly user: string; readonly expiresAt: number }>();
  #last: number;

  constructor(now: () => Date) {
    this.now = now;
    // Of this process alone: another one must not give its ids to other lines.
    this.#last = Date.now() * 1000;
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
    return uuid;
  }

  userOf(externalId: string): string | undefined {
    return [...this.users].find(([, external]) => external === externalId)?.[0];
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
  makeItem(user: string, status: number, iban: string): SimulatedItem {
    const item: SimulatedItem = {
      id: this.nextId(),
      user_uuid: user,
      status: 0,
      status_code_description: "",
      authentication_expires_at: null,
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
    return item;
  }

  setStatus(item: SimulatedItem, status: number): void {
    item.status = status;
    item.status_code_description = DESCRIPTIONS[status] ?? "";
    if (status === 0)
      item.authentication_expires_at = new Date(this.now().getTime() + SCA_DAYS * DAY_MS).toISOString();
  }

  deleteItem(id: number): void {
    this.items.delete(id);
    const gone = new Set(
      this.accounts.filter((account) => account.item_id === id).map((account) => account.id),
    );
    const kept = this.transactions.filter((line) => !gone.has(line.account_id));
    this.transactions.splice(0, this.transactions.length, ...kept);
    const left = this.accounts.filter((account) => account.item_id !== id);
    this.accounts.splice(0, this.accounts.length, ...left);
  }

  /** Lines on the current account of a bank. */
  addOperations(itemId: number, operations: readonly SimulatedOperation[]): SimulatedTransaction[] {
    const account = this.accounts.find((one) => one.item_id === itemId && one.type === "checking");
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
      }),
    );
    this.transactions.push(...added);
    return added;
  }

  change(
    id: number,
    changes: Partial<Pick<SimulatedTransaction, "amount" | "label" | "date" | "deleted">>,
  ): void {
    const line = this.transactions.find((one) => one.id === id);
    if (!line) throw new Error("this line does not exist");
    Object.assign(line, changes, { updated_at: this.now().toISOString() });
  }
}

/** A line on the wire. One in ten comes without what is optional. */
export function wireOf(line: SimulatedTransaction): string {
  const { id, account_id, updated_at, deleted, future, date, label } = line;
  const isBare = id % 10 === 9;
  const rest = {
    id,
    account_id,
    currency_code: "EUR",
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
