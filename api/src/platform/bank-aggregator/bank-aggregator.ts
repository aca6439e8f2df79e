import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";

/** An account at a bank, as the aggregator knows it. */
export interface BankAccount {
  readonly id: number;
  readonly item_id: number;
  readonly iban: string | null;
  readonly currency_code: string;
  readonly type: string;
  /** The person lets us read it. */
  readonly is_readable: boolean;
}

/** A person's access to one bank. */
export interface BankItem {
  readonly id: number;
  /** AGG-3 */
  readonly status: number;
  readonly message: string;
  readonly provider_id: number | null;
  /** ISO instant of the end of the strong authentication. */
  readonly expires_at: string | null;
}

export interface AggregatorRow {
  readonly id: number;
  readonly account_id: number;
  /** Above zero: received. */
  readonly amount: Cents;
  readonly currency_code: string;
  /** As the bank writes it. */
  readonly label: string;
  readonly transaction_date: CivilDate;
  readonly value_date: CivilDate | null;
  /** `transfer`, `check`; empty when the aggregator says none. */
  readonly operation_type: string;
  /** ISO instant; null when the aggregator says none. */
  readonly updated_at: string | null;
  readonly is_deleted: boolean;
  readonly is_future: boolean;
}

/**
 * What the product asks of a bank aggregator (AGG-1). Each call may throw `BankAggregatorError`.
 */
export interface BankAggregator {
  /** Makes the user, or finds it again. @returns its uuid */
  ensureUser(externalId: string): Promise<string>;
  /** @returns the address where the person chooses the bank and signs in */
  openConnectSession(
    userUuid: string,
    session: {
      readonly email: string;
      readonly callbackUrl: string;
      readonly context: string;
      /** An access to renew. */
      readonly itemId?: number;
    },
  ): Promise<string>;
  items(userUuid: string): Promise<BankItem[]>;
  /**
   * Undefined when it does not exist or is another user's.
   * @param isHurried somebody waits in front of the screen: no long tries
   */
  item(userUuid: string, itemId: number, isHurried?: boolean): Promise<BankItem | undefined>;
  bankName(providerId: number): Promise<string | undefined>;
  accounts(userUuid: string, itemId: number): Promise<BankAccount[]>;
  /**
   * Page by page, oldest change first or not: the aggregator does not say.
   * @param query.since ISO instant; without it, the whole history
   */
  transactions(
    userUuid: string,
    query: { readonly accountId: number; readonly since: string | null },
  ): AsyncGenerator<AggregatorRow[]>;
  /** Gone already is as good. */
  deleteItem(userUuid: string, itemId: number): Promise<void>;
  /** Whether the secret's holder signed these bytes (AGG-4). */
  isSigned(body: Buffer, header: string | undefined): boolean;
}

/** Why the aggregator did not do what was asked: it is down, it refuses, or its answer makes no sense. */
export class BankAggregatorError extends Error {
  override readonly name = "BankAggregatorError";
  readonly kind: "unavailable" | "refused" | "malformed";
  /** HTTP status of its answer; undefined when there was none. */
  readonly status: number | undefined;

  constructor(kind: BankAggregatorError["kind"], message: string, status?: number, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
  }
}
