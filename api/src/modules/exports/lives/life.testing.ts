// The life of a distributor: reports, corrections, invoices of elsewhere, statements, payments and their undoing, credit notes, months
// that go by. Each step goes through the API.
import { AsyncLocalStorage } from "node:async_hooks";
import { addDays, type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { aCinema, aDistributor, aStaffUser } from "../../../testing/builders.ts";
import type { TestAnswer, TestApp, TestClient } from "../../../testing/test-app.ts";
import sql from "sql-template-tag";
import { checkExports, type Format } from "./check-exports.testing.ts";
import { clientAccountsOf } from "./client-accounts.testing.ts";
import { type Facts, factsOf } from "./facts.testing.ts";
import { LettersWatch } from "./letters-watch.testing.ts";
import { LotsWatch } from "./lots-watch.testing.ts";
import { OwnLedger } from "./own-ledger.testing.ts";
import { creditsBetween, partsOf, sumsOf, surplusesOf } from "./own-sums.testing.ts";
import type { Chance } from "./random.testing.ts";
import { SyncedAccount } from "./synced-account.testing.ts";

/** Steps between two lots, in the lives that make them. */
const STEPS_PER_LOT = 23;

const days = new AsyncLocalStorage<{ today: CivilDate }>();
/** Lives share an application and not its clock. */
export function setClockPerLife(app: TestApp): void {
  const today = (): CivilDate => days.getStore()?.today ?? civilDate("2026-01-05");
  Object.assign(app.clock, { today, now: () => new Date(`${today()}T11:00:00Z`) });
}

/** Begins on a Monday of October. */
export const inItsOwnDays = (life: () => Promise<void>): Promise<void> =>
  days.run({ today: civilDate("2025-10-06") }, life);

export interface Cinema {
  readonly id: number;
  readonly name: string;
  readonly screen: string;
  readonly cnc: string;
}
/** A declared film of a week: what of it is owed now, HT. */
export interface Declared {
  readonly cinema: Cinema;
  readonly week: CivilDate;
  readonly film: number;
  readonly reference: string;
  share: number;
}

export class LifeFailed extends Error {
  override readonly name = "LifeFailed";
  readonly step: number;

  constructor(step: number, what: string, wrong: readonly string[]) {
    super(`step ${step}, ${what}:\n  ${wrong.join("\n  ")}`);
    this.step = step;
  }
}

let lives = 0;

/**
 * Which of its readings of the exports follows a step: none, one format, all three once the step has done something, all three in any case, or
 * these with all lots once more.
 */
export type Reading = "nothing" | Format | "changes" | "exports" | "everything";

export interface Step {
  readonly name: string;
  readonly weight: number;
  readonly take: (life: Life, chance: Chance, facts: Facts) => Promise<void>;
}

export class Life {
  readonly app: TestApp;
  readonly id: number;
  readonly siren: string;
  readonly #user: { readonly id: number };
  readonly cinemas: readonly Cinema[];
  readonly importFile: number;
  readonly #watch = new LettersWatch();
  readonly makesLots: boolean;
  readonly #lots = new LotsWatch();
  readonly declared: Declared[] = [];
  readonly account: SyncedAccount;
  #browser: TestClient;
  /** Something was done since the facts were read. */
  hasActed = false;
  serial = 0;
  lastReport = "";
  lastStatement = "";
  /** Lines whose credit a person made: it may be anybody's. */
  readonly byHand = new Set<number>();
  /** After the step before. */
  #facts: Facts | undefined;
  /** What is already wrong of the step under way. */
  expected: string[] = [];
  /** What must be true after it. */
  checks: ((after: Facts) => string[])[] = [];

  private constructor(
    app: TestApp,
    made: {
      id: number;
      siren: string;
      user: { id: number };
      cinemas: Cinema[];
      importId: number;
      makesLots: boolean;
      client: TestClient;
    },
  ) {
    [this.app, this.id, this.siren] = [app, made.id, made.siren];
    [this.#user, this.cinemas, this.#browser] = [made.user, made.cinemas, made.client];
    this.importFile = made.importId;
    this.makesLots = made.makesLots;
    this.account = new SyncedAccount(app, made.id);
  }

  /** @param makesLots some lives never make one: their exports keep all their letters to be compared */
  static async begin(
    app: TestApp,
    { makesLots, isOnCollection }: { readonly makesLots: boolean; readonly isOnCollection: boolean },
  ): Promise<Life> {
    lives += 1;
    const serial = lives;
    const siren = String(300_000_000 + serial);
    const made = await app.inDatabase(async (tx) => {
      const distributor = await aDistributor(tx, {
        siren,
        ...(isOnCollection ? { vat_due: "collection" } : {}),
      });
      const cinemas: Cinema[] = [];
      // Two of one company, and one that is alone.
      for (const [place, account] of [`411G${serial}`, `411G${serial}`, ""].entries()) {
        const screen = String(1_000_000 + serial * 3 + place);
        const cnc = String(1_000_000 + serial * 3 + place);
        const cinema = await aCinema(tx, distributor, {
          default_accounting_code: account,
          screens: [screen],
          cnc_authorization: cnc,
        });
        cinemas.push({ ...cinema, screen, cnc });
      }
      const { id: importId } = await tx.one<{ id: number }>(sql`
        insert into import_file (distributor_id, kind, file_name, file_size, sha256)
        values (${distributor.id}, 'box_office', 'rapport.xml', 1, '\\x00') returning id`);
      return {
        id: distributor.id,
        siren,
        cinemas,
        importId,
        makesLots,
        user: await aStaffUser(tx, distributor),
      };
    });
    const life = new Life(app, { ...made, client: await app.as(made.user) });
    await life.account.connect();
    return life;
  }

  /** @param reads which of its readings of the exports follows the step */
  async step(number: number, { name, take }: Step, chance: Chance, reads: Reading): Promise<void> {
    this.expected = [];
    this.checks = [];
    const before = this.#facts ?? (await factsOf(this.app, this.id));
    await take(this, chance, before);
    if (this.makesLots && number % STEPS_PER_LOT === 0) await this.#makeLot(chance);
    const hasActed = this.hasActed;
    this.hasActed = false;
    // When there was nothing to pay, to undo…, all is as it was and was looked at then.
    const facts = hasActed ? await factsOf(this.app, this.id) : before;
    this.#facts = facts;
    if (!hasActed && reads !== "exports" && reads !== "everything") return;
    const ledger = new OwnLedger(facts);
    const exported = await this.#exportsOf(facts, ledger, reads);
    const clients = reads === "nothing" ? [] : await clientAccountsOf(this.app, this.id, ledger);
    // To read is no act.
    this.hasActed = false;
    const wrong = [
      ...this.expected,
      ...this.checks.flatMap((check) => check(facts)),
      ...creditsBetween(before, facts),
      ...this.#weeksOf(facts),
      ...sumsOf(facts, ledger),
      ...partsOf(facts),
      ...surplusesOf(facts, ledger, this.byHand),
      ...this.#watch.look(facts, ledger),
      ...exported,
      ...clients,
    ];
    if (wrong.length > 0) throw new LifeFailed(number, name, wrong);
  }

  /** What is wrong with the exports and the lots. */
  async #exportsOf(facts: Facts, ledger: OwnLedger, reads: Reading): Promise<string[]> {
    if (reads === "nothing") return [];
    if (reads === "A" || reads === "B" || reads === "C")
      return await checkExports(this.app, this.client, {
        facts,
        ledger,
        formats: [reads],
        // Of A and B it is told here that they answer.
        ...(this.makesLots && { lots: [] }),
      });
    const isLast = reads === "everything";
    const lots = this.makesLots
      ? await this.#lots.look(this.app, this.client, this.id, ledger, isLast)
      : undefined;
    // With lots, A and B of all days are read already.
    const formats = lots && !isLast ? (["C"] as const) : (["A", "B", "C"] as const);
    return await checkExports(this.app, this.client, { facts, ledger, formats, ...(lots && { lots }) });
  }

  /** To the end of the last month, or to today. */
  async #makeLot(chance: Chance): Promise<void> {
    const preview = await this.client.get("/accounting/lots/preview/");
    this.expectStatus(preview, 200);
    const { period_from, period_to, entry_count } = preview.body;
    const isShort = chance.next() < 0.5;
    const made = await this.client.post("/accounting/lots/", {
      period_from,
      period_to: isShort ? period_to : this.today,
    });
    this.expectStatus(made, 201, 409);
    if (isShort && (made.status === 201 ? made.body.entry_count : 0) !== entry_count)
      this.expected.push(`a lot has ${made.text}, and ${entry_count} entries were told of`);
  }

  get client(): TestClient {
    this.hasActed = true;
    return this.#browser;
  }

  get today(): CivilDate {
    return this.app.clock.today();
  }

  next(): number {
    this.serial += 1;
    return this.serial;
  }

  /** No step may be answered otherwise. */
  expectStatus(answer: TestAnswer, ...allowed: readonly number[]): void {
    if (!allowed.includes(answer.status)) this.expected.push(`answered ${answer.status} ${answer.text}`);
  }

  async later(chance: Chance): Promise<void> {
    const store = days.getStore();
    if (store) store.today = addDays(store.today, chance.between(1, 45));
    // Nobody stays signed in for so long.
    this.#browser = await this.app.as(this.#user);
  }

  /** What was invoiced of a week is what was declared, unless a person credited some of it. */
  #weeksOf({ documents }: Facts): string[] {
    return [...Map.groupBy(this.declared, (one) => `${one.cinema.id} ${one.week}`)].flatMap(
      ([key, declared]) => {
        const ours = documents.filter(
          (one) => one.origin === "issued" && `${one.cinema_id} ${one.week_start}` === key,
        );
        if (ours.some((one) => one.by_hand)) return [];
        const [billed, owed] = [
          ours.reduce((all, one) => all + one.net, 0),
          declared.reduce((all, one) => all + one.share, 0),
        ];
        return billed === owed ? [] : [`week ${key} is invoiced ${billed} and declared ${owed}`];
      },
    );
  }
}
