// The account of a life that the bank connection reads: lines come, change, and are taken back by the bank.
import type { CivilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { inTransaction } from "../../../db/scope.ts";
import { systemSource } from "../../../http/audit.ts";
import type { AggregatorRow } from "../../../platform/bank-aggregator/bank-aggregator.ts";
import type { TestApp } from "../../../testing/test-app.ts";
import { saveSynchronised } from "../../bank-connection/save-synchronised.ts";

const ACCOUNT = 1;

export class SyncedAccount {
  readonly #app: TestApp;
  readonly #distributorId: number;
  /** The aggregator's number of the connection, and the first of its numbers of lines: no other distributor's. */
  readonly #item: number;
  readonly #lines: AggregatorRow[] = [];

  constructor(app: TestApp, distributorId: number) {
    [this.#app, this.#distributorId, this.#item] = [app, distributorId, distributorId * 1_000_000];
  }

  async connect(): Promise<void> {
    await this.#app.inDatabase((tx) =>
      tx.run(sql`
        insert into bank_connection (distributor_id, provider_user, item_id, item_status, bank_name)
        values (${this.#distributorId}, gen_random_uuid(), ${this.#item}, 0, 'Banque')`),
    );
  }

  /** @param amount cents */
  add(label: string, amount: number, date: CivilDate): void {
    const id = this.#item + this.#lines.length + 1;
    const told = {
      label,
      transaction_date: date,
      value_date: date,
      currency_code: "EUR",
      operation_type: "",
      updated_at: null,
    };
    this.#lines.push({
      ...told,
      id,
      account_id: ACCOUNT,
      amount: cents(amount),
      is_deleted: false,
      is_future: false,
    });
  }

  /** A line of before, as the bank tells it now. */
  change(chosen: AggregatorRow, changes: Partial<AggregatorRow>): void {
    const place = this.#lines.indexOf(chosen);
    this.#lines[place] = { ...chosen, ...changes };
  }

  get lines(): readonly AggregatorRow[] {
    return this.#lines;
  }

  /** All of the account once more, as after a connection that was lost. */
  async synchronise(): Promise<void> {
    const { services } = this.#app;
    const scope = { kind: "distributor", distributorId: this.#distributorId } as const;
    await inTransaction(services.pool, scope, (tx) =>
      saveSynchronised(tx, services, {
        distributorId: this.#distributorId,
        source: systemSource(this.#distributorId),
        itemId: this.#item,
        accounts: [],
        rows: this.#lines,
      }),
    );
  }
}
