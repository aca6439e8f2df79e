// The life of a distributor, drawn by chance: reports, corrections, invoices of elsewhere, statements, payments and their undoing,
// credit notes, months that go by. Each step goes through the API.
import { AsyncLocalStorage } from "node:async_hooks";
import { addDays, type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import { cents, centsToWire } from "@bobine/contract/money";
import { aCinema, aDistributor, aStaffUser } from "../../../testing/builders.ts";
import type { TestAnswer, TestApp, TestClient } from "../../../testing/test-app.ts";
import sql from "sql-template-tag";
import { issueInvoices } from "../../invoices/issue-invoices.ts";
import { checkExports } from "./check-exports.testing.ts";
import { type BankLine, type Document, type Facts, factsOf } from "./facts.testing.ts";
import { LettersWatch } from "./letters-watch.testing.ts";
import { LotsWatch } from "./lots-watch.testing.ts";
import { byDate, OwnLedger } from "./own-ledger.testing.ts";
import { creditsBetween, partsOf, sumsOf } from "./own-sums.testing.ts";
import { Chance } from "./random.testing.ts";
import { SyncedAccount } from "./synced-account.testing.ts";

/** Steps between two readings of the three exports. */
const STEPS_PER_EXPORT = 15;
/** Steps between two lots, in the lives that make them. */
const STEPS_PER_LOT = 23;

const days = new AsyncLocalStorage<{ today: CivilDate }>();
/** Lives share an application and not its clock. */
export function setClockPerLife(app: TestApp): void {
  const today = (): CivilDate => days.getStore()?.today ?? civilDate("2026-01-05");
  Object.assign(app.clock, { today, now: () => new Date(`${today()}T11:00:00Z`) });
}

interface Cinema {
  readonly id: number;
  readonly name: string;
  readonly screen: string;
  readonly cnc: string;
}
/** A declared film of a week: what of it is owed now, HT. */
interface Declared {
  readonly cinema: Cinema;
  readonly week: CivilDate;
  readonly film: number;
  readonly reference: string;
  share: number;
}

interface Takings {
  readonly gross: number;
  readonly tsa: number;
  readonly vat: number;
  readonly base: number;
  readonly share: number;
}
/** The one whose reports are files. To read a file takes a thread and half a second, and is not what these lives are about. */
const READ_FILM = 4;

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
 * Lives a life. The same seed and steps make the same one.
 * @param steps those that are done, ascending: leaving one out does not change what the others draw
 * @throws LifeFailed with the step and what is wrong after it
 */
export async function live(app: TestApp, seed: number, steps: readonly number[]): Promise<void> {
  await days.run({ today: civilDate("2025-10-06") }, async () => {
    const life = await Life.begin(app, { makesLots: seed % 2 === 0, isOnCollection: seed % 4 < 2 });
    for (const [place, step] of steps.entries()) {
      const isLast = place === steps.length - 1;
      const reads = isLast ? "everything" : step % STEPS_PER_EXPORT === 0 ? "exports" : "nothing";
      await life.step(step, new Chance(seed, step), reads);
    }
  });
}

interface Step {
  readonly name: string;
  readonly weight: number;
  readonly take: (life: Life, chance: Chance, facts: Facts) => Promise<void>;
}

class Life {
  readonly #app: TestApp;
  readonly #id: number;
  readonly #siren: string;
  readonly #user: { readonly id: number };
  readonly #cinemas: readonly Cinema[];
  readonly #importFile: number;
  readonly #watch = new LettersWatch();
  readonly #makesLots: boolean;
  readonly #lots = new LotsWatch();
  readonly #declared: Declared[] = [];
  readonly #account: SyncedAccount;
  #browser: TestClient;
  /** Something was done since the facts were read. */
  #hasActed = false;
  #serial = 0;
  #lastReport = "";
  #lastStatement = "";
  /** After the step before. */
  #facts: Facts | undefined;
  /** What is already wrong of the step under way. */
  #expected: string[] = [];
  /** What must be true after it. */
  #checks: ((after: Facts) => string[])[] = [];

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
    [this.#app, this.#id, this.#siren] = [app, made.id, made.siren];
    [this.#user, this.#cinemas, this.#browser] = [made.user, made.cinemas, made.client];
    this.#importFile = made.importId;
    this.#makesLots = made.makesLots;
    this.#account = new SyncedAccount(app, made.id);
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
    await life.#account.connect();
    return life;
  }

  /** @param reads which of its readings of the exports follows the step */
  async step(number: number, chance: Chance, reads: "nothing" | "exports" | "everything"): Promise<void> {
    const { name, take } = chance.one(DRAWN) as Step;
    this.#expected = [];
    this.#checks = [];
    const before = this.#facts ?? (await factsOf(this.#app, this.#id));
    await take(this, chance, before);
    if (this.#makesLots && number % STEPS_PER_LOT === 0) await this.#makeLot(chance);
    const hasActed = this.#hasActed;
    this.#hasActed = false;
    // When there was nothing to pay, to undo…, all is as it was and was looked at then.
    const facts = hasActed ? await factsOf(this.#app, this.#id) : before;
    this.#facts = facts;
    if (!hasActed && reads === "nothing") return;
    const ledger = new OwnLedger(facts);
    const wrong = [
      ...this.#expected,
      ...this.#checks.flatMap((check) => check(facts)),
      ...creditsBetween(before, facts),
      ...this.#weeksOf(facts),
      ...sumsOf(facts, ledger),
      ...partsOf(facts),
      ...this.#watch.look(facts, ledger),
      ...(reads === "nothing" ? [] : await this.#exportsOf(facts, ledger, reads === "everything")),
    ];
    if (wrong.length > 0) throw new LifeFailed(number, name, wrong);
  }

  /** What is wrong with the exports and the lots. */
  async #exportsOf(facts: Facts, ledger: OwnLedger, isLast: boolean): Promise<string[]> {
    const lots = this.#makesLots
      ? await this.#lots.look(this.#app, this.#client, this.#id, ledger, isLast)
      : undefined;
    // With lots, A and B of all days are read already.
    const formats = lots && !isLast ? (["C"] as const) : (["A", "B", "C"] as const);
    return await checkExports(this.#app, this.#client, { facts, ledger, formats, ...(lots && { lots }) });
  }

  /** To the end of the last month, or to today. */
  async #makeLot(chance: Chance): Promise<void> {
    const preview = await this.#client.get("/accounting/lots/preview/");
    this.#expectStatus(preview, 200);
    const { period_from, period_to, entry_count } = preview.body;
    const isShort = chance.next() < 0.5;
    const made = await this.#client.post("/accounting/lots/", {
      period_from,
      period_to: isShort ? period_to : this.#today,
    });
    this.#expectStatus(made, 201, 409);
    if (isShort && (made.status === 201 ? made.body.entry_count : 0) !== entry_count)
      this.#expected.push(`a lot has ${made.text}, and ${entry_count} entries were told of`);
  }

  get #client(): TestClient {
    this.#hasActed = true;
    return this.#browser;
  }

  get #today(): CivilDate {
    return this.#app.clock.today();
  }

  #next(): number {
    this.#serial += 1;
    return this.#serial;
  }

  /** No step may be answered otherwise. */
  #expectStatus(answer: TestAnswer, ...allowed: readonly number[]): void {
    if (!allowed.includes(answer.status)) this.#expected.push(`answered ${answer.status} ${answer.text}`);
  }

  async later(chance: Chance): Promise<void> {
    const store = days.getStore();
    if (store) store.today = addDays(store.today, chance.between(1, 45));
    // Nobody stays signed in for so long.
    this.#browser = await this.#app.as(this.#user);
  }

  async report(chance: Chance): Promise<void> {
    const cinema = chance.one(this.#cinemas) as Cinema;
    const week = addDays(cinemaWeekOf(this.#today).start, -7 * chance.between(1, 9));
    const film = chance.next() < 0.08 ? READ_FILM : chance.between(1, 3);
    const known = this.#declared.some(
      (one) => one.cinema === cinema && one.week === week && one.film === film,
    );
    if (known) return;
    const declared = { cinema, week, film, reference: `R${this.#next()}`, share: 0 };
    this.#declared.push(declared);
    await this.#declare(declared, "initiale", chance.between(1, 900));
  }

  async correct(chance: Chance): Promise<void> {
    const declared = chance.one(this.#declared);
    if (!declared) return;
    const nature = chance.next() < 0.15 ? "annulation" : "rectificative";
    await this.#declare(declared, nature, chance.between(1, 900));
  }

  async #declare(declared: Declared, nature: string, admissions: number): Promise<void> {
    this.#hasActed = true;
    const { film } = declared;
    const gross = admissions * 728;
    const [tsa, vat] = [Math.round(gross * 0.1072), Math.round((gross * 5.5) / 105.5)];
    const base = gross - tsa - vat;
    const share = Math.round(base / 2);
    declared.share = nature === "annulation" ? 0 : share;
    if (film === READ_FILM) await this.#read(declared, nature, admissions, { gross, tsa, vat, base, share });
    else await this.#record(declared, nature, admissions, { gross, tsa, vat, base, share });
    await issueInvoices(this.#app.services, this.#id);
  }

  /** What the import of a report would keep of it; what came before for the same film and week is no longer current. */
  async #record(
    { cinema, week, film, reference }: Declared,
    nature: string,
    admissions: number,
    { gross, tsa, vat, base, share }: Takings,
  ): Promise<void> {
    await this.#app.inDatabase(async (tx) => {
      const key = `film-${film}`;
      await tx.run(sql`
        update declaration set state = 'superseded'
        where distributor_id = ${this.#id} and cinema_id = ${cinema.id} and week_start = ${week} and film_key = ${key} and state = 'current'`);
      await tx.run(sql`
        insert into declaration (distributor_id, import_id, cinema_id, week_start, screen_authorization, film_key, visa_number, film_title, version,
          reference, nature, terms_type, rate_bp, screenings, admissions_paid, admissions_free, gross_ttc, tsa, vat, base_film_ht, share_ht, share_declared)
        values (${this.#id}, ${this.#importFile}, ${cinema.id}, ${week}, ${cinema.screen}, ${key}, ${String(199_000 + film)}, ${`Film ${film}`}, 'VF',
          ${reference}, ${nature}, 'POURCENTAGE', 5000, 21, ${admissions}, 0, ${euros(gross)}, ${euros(tsa)}, ${euros(vat)}, ${euros(base)},
          ${euros(share)}, true)`);
    });
  }

  /** The same by its file. */
  async #read(
    { cinema, week, film, reference }: Declared,
    nature: string,
    admissions: number,
    { gross, tsa, vat, base, share }: Takings,
  ): Promise<void> {
    const at = new Date(`${this.#today}T05:00:00Z`);
    at.setSeconds(this.#next());
    this.#lastReport = `<?xml version="1.0" encoding="UTF-8"?><DeclarationsRecettes xmlns="urn:fr:declarations-recettes:1" version="1.0" genereLe="${at.toISOString()}">
      <Declaration reference="${nature === "initiale" ? reference : `${reference}-${this.#serial}`}" nature="${nature}"><Semaine debut="${week}" fin="${addDays(week, 6)}"/>
      <Etablissement numeroCNC="${cinema.cnc}" nom="${cinema.name}" codePostal="59500" ville="Douai"/>
      <Salle numeroAutorisation="${cinema.screen}" nom="Salle 1"/><Film visa="${199_000 + film}" titre="Film ${film}" version="VF" semaineExploitation="1"/>
      <Distributeur nom="Films" siren="${this.#siren}"/><Conditions type="POURCENTAGE" taux="50"/>
      <Totaux seances="21" entreesPayantes="${admissions}" entreesGratuites="0" recetteTTC="${euros(gross)}" tsa="${euros(tsa)}" tva="${euros(vat)}" baseFilmHT="${euros(base)}" partDistributeurHT="${euros(share)}"/></Declaration></DeclarationsRecettes>`;
    this.#expectStatus(await this.#uploadReport(), 200);
  }

  #uploadReport(): Promise<TestAnswer> {
    return this.#client.upload(
      "/box-office/upload-cnc-xml/",
      "xml_file",
      "rapport.xml",
      this.#lastReport,
      "text/xml",
    );
  }

  async again(before: Facts): Promise<void> {
    if (this.#lastReport !== "") {
      this.#expectStatus(await this.#uploadReport(), 200);
      await issueInvoices(this.#app.services, this.#id);
    }
    if (this.#lastStatement !== "") this.#expectStatus(await this.#uploadStatement(), 200);
    this.#checks.push((after) =>
      JSON.stringify(after) === JSON.stringify(before) ? [] : ["what was imported before was imported again"],
    );
  }

  async importInvoices(chance: Chance): Promise<void> {
    const rows = Array.from({ length: chance.between(1, 3) }, () => {
      const net = chance.between(100, 90_000);
      const vat = Math.round(net / 10);
      const paid = chance.one([0, chance.between(1, net), net + vat]) as number;
      const date = addDays(this.#today, -chance.between(0, 60));
      const cinema = chance.one(this.#cinemas) as Cinema;
      if (chance.next() < 0.25)
        return `X-${this.#next()};${date.split("-").toReversed().join("/")};${cinema.name};-${comma(net)};-${comma(vat)};-${comma(net + vat)};;`;
      return `X-${this.#next()};${date.split("-").toReversed().join("/")};${cinema.name};${comma(net)};${comma(vat)};${comma(net + vat)};${comma(paid)};`;
    });
    const corrected = chance.one(
      (await factsOf(this.#app, this.#id)).documents.filter(
        (one) => one.type === "invoice" && one.origin === "imported",
      ),
    );
    const home = this.#cinemas.find((one) => one.id === corrected?.cinema_id);
    if (corrected && home && chance.next() < 0.3) {
      const date = this.#today.split("-").toReversed().join("/");
      rows.push(`X-${this.#next()};${date};${home.name};-10,00;-1,00;-11,00;;${corrected.number}`);
    }
    const csv = [
      "numero_facture;date_facture;nom_cinema;montant_ht;montant_tva;montant_ttc;montant_regle;facture_corrigee",
      ...rows,
    ];
    const answer = await this.#client.upload(
      `/invoices/upload/?accounting=${chance.next() < 0.5 ? "already_booked" : "to_book"}`,
      "file",
      "factures.csv",
      csv.join("\r\n"),
    );
    this.#expectStatus(answer, 200);
    // Its account was renamed since.
    const ofAnother = answer.text.includes("autre client") ? 1 : 0;
    if (answer.body?.success_count !== rows.length - ofAnother) this.#expected.push(answer.text);
  }

  async writeInvoice(chance: Chance): Promise<void> {
    const net = chance.between(100, 50_000);
    const vat = Math.round(net * (chance.one([0.1, 0.2, 0.055]) as number));
    const answer = await this.#client.post("/invoices/invoices/", {
      invoice_number: `H-${this.#next()}`,
      invoice_date: this.#today,
      cinema_id: chance.one(this.#cinemas)?.id,
      total_net_amount: euros(net),
      total_vat_amount: euros(vat),
      total_amount: euros(net + vat),
    });
    this.#expectStatus(answer, 201);
  }

  async credit(chance: Chance, { documents }: Facts): Promise<void> {
    const invoice = chance.one(documents.filter((one) => one.type === "invoice"));
    if (!invoice) return;
    const detail = await this.#client.get(`/invoices/invoices/${invoice.id}/detail/`);
    this.#expectStatus(detail, 200);
    const films: { line_id: number; remaining: string }[] = detail.body.creditable;
    const left = films.reduce((all, film) => all + Math.round(Number(film.remaining) * 100), 0);
    const [film] = films.filter((one) => Number(one.remaining) > 0);
    if (!film) return;
    const most = Math.round(Number(film.remaining) * 100);
    const lines = [{ line_id: film.line_id, net_amount: euros(chance.between(1, most)) }];
    const answer = await this.#client.post(`/invoices/invoices/${invoice.id}/credit-notes/`, {
      reason: "Geste commercial",
      remaining_net_amount: euros(left),
      ...(chance.next() < 0.3 ? {} : { lines }),
    });
    this.#expectStatus(answer, 201);
  }

  /** A line that pays exactly, in part, too much, several at once or nobody knows what; some of them the same invoice. */
  #payment(chance: Chance, { documents }: Facts): { label: string; amount: number } {
    const paid = chance.some(
      documents.filter((one) => one.outstanding > 0),
      3,
    );
    const owed = paid.reduce((all, one) => all + one.outstanding, 0);
    if (owed === 0)
      return { label: `VIR SEPA SANS REFERENCE ${this.#next()}`, amount: chance.between(1, 90_000) };
    const amount = chance.one([
      owed,
      owed,
      Math.max(1, owed + chance.between(-1_00, 1_00)),
      chance.between(1, owed),
      owed + chance.between(1, 5000),
    ]) as number;
    const names = chance.next() < 0.7 ? paid.map((one) => one.number).join(" ") : "SANS REFERENCE";
    return { label: `VIR SEPA ${names} REF ${this.#next()}`, amount };
  }

  /**
   * What leaves: a supplier's, or a payment that its bank sends back, of several clients when there is one. The second settles nothing and takes
   * nothing away by itself.
   */
  #expense(chance: Chance, facts: Facts): { label: string; amount: number } {
    const { documents, lines } = facts;
    const credits = lines.filter((one) => one.amount > 0);
    const ofSeveral = credits.filter((one) => accountsPaidBy(one, facts) > 1);
    const paid = chance.one(chance.next() < 0.6 && ofSeveral.length > 0 ? ofSeveral : credits);
    const invoice = chance.one(documents.filter((one) => one.status === "paid"));
    if (!paid || chance.next() < 0.3)
      return { label: `PRLV FOURNISSEUR ${this.#next()}`, amount: -chance.between(100, 9000) };
    return { label: `REJET VIR SEPA ${invoice?.number ?? ""} REF ${this.#next()}`, amount: -paid.amount };
  }

  async statement(chance: Chance, facts: Facts): Promise<void> {
    const rows = Array.from({ length: chance.between(1, 4) }, () => {
      const { label, amount } =
        chance.next() < 0.18 ? this.#expense(chance, facts) : this.#payment(chance, facts);
      const day = french(addDays(this.#today, -chance.between(0, 5)));
      return `${day};${day};${amount < 0 ? `-${comma(-amount)};` : `;${comma(amount)}`};${label};`;
    });
    this.#lastStatement = ["Date;Date de valeur;Débit;Crédit;Libellé;Solde", ...rows].join("\r\n");
    this.#expectStatus(await this.#uploadStatement(), 200);
  }

  #uploadStatement(): Promise<TestAnswer> {
    return this.#client.upload("/banking/upload-transactions/", "file", "releve.csv", this.#lastStatement);
  }

  /** The bank connection: new lines; of those before, one is told otherwise, has another amount, or was never there. */
  async synchronise(chance: Chance, facts: Facts): Promise<void> {
    const before = chance.one(this.#account.lines.filter((one) => !one.is_deleted));
    if (before && chance.next() < 0.5)
      this.#account.change(
        before,
        chance.one([
          { is_deleted: true },
          { amount: cents(before.amount + chance.between(1, 500)) },
          { label: `${before.label} BIS` },
        ]) ?? {},
      );
    for (let left = chance.between(1, 2); left > 0; left -= 1) {
      const { label, amount } = this.#payment(chance, facts);
      this.#account.add(label, amount, this.#today);
    }
    this.#hasActed = true;
    await this.#account.synchronise();
    // The bank tells the same once more.
    if (chance.next() < 0.2) await this.#account.synchronise();
  }

  /** Settles no money: what was not the product's business. */
  async close(chance: Chance, { lines }: Facts): Promise<void> {
    const line = chance.one(lines.filter((one) => one.action_id !== null && isOpen(one.action_status)));
    if (!line) return;
    const answer = await this.#client.patch(`/user-actions/${line.action_id}/`, { status: "REJECTED" });
    this.#expectStatus(answer, 200);
    this.#settlesNothing(line);
  }

  /** A debit gives back what a credit had paid, and what it did not waits. */
  async giveBack(chance: Chance, { lines, allocations, parts }: Facts): Promise<void> {
    const decided = new Set([...allocations, ...parts].map((one) => one.line_id));
    const debit = chance.one(
      lines.filter(
        (one) =>
          one.amount < 0 && !decided.has(one.id) && (one.action_id === null || isOpen(one.action_status)),
      ),
    );
    const credit = chance.one(
      lines.filter((one) => one.amount > 0 && allocations.some(({ line_id }) => line_id === one.id)),
    );
    if (!debit || !credit) return;
    let left = -debit.amount;
    const asked: { kind: string; transaction_id?: number; invoice_id?: number; amount: number }[] = [];
    for (const { document_id, amount } of allocations.filter((one) => one.line_id === credit.id)) {
      const returned = allocations.filter(
        (one) => one.returned_line_id === credit.id && one.document_id === document_id,
      );
      const share = Math.min(
        left,
        returned.reduce((all, one) => all + one.amount, amount),
      );
      if (share <= 0) continue;
      asked.push({ kind: "return", transaction_id: credit.id, invoice_id: document_id, amount: -share });
      left -= share;
    }
    if (asked.length === 0) return;
    const returned = [...asked];
    if (left > 0) asked.push({ kind: "unknown", amount: -left });
    const isLater = credit.date > debit.date;
    this.#expectStatus(
      await this.#client.post(`/banking/transactions/${debit.id}/parts/`, {
        parts: asked.map((one) => ({ ...one, amount: euros(one.amount) })),
      }),
      isLater ? 409 : 200,
    );
    if (isLater) return;
    this.#checks.push((after) => {
      const made = after.allocations
        .filter((one) => one.line_id === debit.id && one.returned_line_id === credit.id)
        .map((one) => `${one.document_id} ${one.amount}`);
      const expected = returned.map((one) => `${one.invoice_id} ${one.amount}`);
      return made.sort().join() === expected.sort().join()
        ? []
        : [`gave ${made.join(", ")} back and not ${expected.join(", ")}`];
    });
  }

  /** What the action of a returned payment proposes, in one step: all of the line, or nothing. */
  async acceptReturn(chance: Chance, { lines }: Facts): Promise<void> {
    const debit = chance.one(
      lines.filter((one) => one.returns !== null && one.amount < 0 && isOpen(one.action_status)),
    );
    if (!debit) return;
    const answer = await this.#client.patch(`/user-actions/${debit.action_id}/`, { status: "DONE" });
    this.#expectStatus(answer, 200, 409);
    this.#checks.push(({ allocations, parts }) => {
      const made = [...allocations, ...parts].filter((one) => one.line_id === debit.id);
      const total = made.reduce((all, one) => all + one.amount, 0);
      return total === (answer.status === 200 ? debit.amount : 0)
        ? []
        : [`a return of ${total} was accepted`];
    });
  }

  /** What was returned is undone after its return, and a return after what settled its invoice since. */
  #undoing(line: BankLine, { documents, allocations, credits, parts }: Facts): 200 | 409 {
    // Credit notes that came back with the return leave with it.
    const leaving = (id: number): number =>
      credits.reduce(
        (all, one) => all + (one.line_id === line.id && one.document_id === id ? one.amount : 0),
        0,
      );
    const isReturned = allocations.some((one) => one.returned_line_id === line.id);
    const isSettledSince = allocations.some(
      (one) =>
        one.line_id === line.id &&
        one.returned_line_id !== null &&
        (documents.find(({ id }) => id === one.document_id)?.outstanding ?? 0) +
          leaving(one.document_id) +
          one.amount <
          0,
    );
    const ofLine = new Set(parts.flatMap((one) => (one.line_id === line.id ? one.id : [])));
    const isUsed = allocations.some((one) => one.part_id !== null && ofLine.has(one.part_id));
    return isReturned || isSettledSince || isUsed ? 409 : 200;
  }

  /** By the line, as the list of transactions does. */
  async undoLine(chance: Chance, facts: Facts): Promise<void> {
    const { lines, allocations, parts } = facts;
    const settled = new Set([...allocations, ...parts].map((one) => one.line_id));
    const line = chance.one(lines.filter((one) => settled.has(one.id)));
    if (!line) return;
    const expected = this.#undoing(line, facts);
    this.#expectStatus(await this.#client.post(`/banking/transactions/${line.id}/revert/`), expected);
    if (expected === 200) this.#settlesNothing(line);
  }

  #settlesNothing(line: BankLine): void {
    this.#checks.push(({ allocations, parts }) =>
      [...allocations, ...parts].some((one) => one.line_id === line.id)
        ? [`${line.label} still settles something`]
        : [],
    );
  }

  /** Another amount of an invoice of elsewhere, or none: only while nothing settles it. */
  async correctImported(chance: Chance, { documents, allocations, credits }: Facts): Promise<void> {
    const invoice = chance.one(documents.filter((one) => one.origin === "imported"));
    if (!invoice) return;
    const isSettled =
      allocations.some((one) => one.document_id === invoice.id) ||
      credits.some((one) => one.note_id === invoice.id || one.document_id === invoice.id) ||
      documents.some((one) => one.corrects_id === invoice.id);
    const path = `/invoices/invoices/${invoice.id}/`;
    if (chance.next() < 0.4) {
      this.#expectStatus(await this.#client.delete(path), isSettled ? 409 : 204);
      return;
    }
    const net = chance.between(100, 50_000);
    const vat = Math.round(net / 10);
    const amounts = {
      total_net_amount: euros(net),
      total_vat_amount: euros(vat),
      total_amount: euros(net + vat),
    };
    const isKept = isSettled || invoice.type === "credit_note";
    this.#expectStatus(await this.#client.patch(path, amounts), isKept ? 409 : 200);
  }

  async automation(chance: Chance): Promise<void> {
    const is_on = chance.next() < 0.8;
    this.#expectStatus(await this.#client.patch("/banking/automatic-lettering/", { is_on }), 200);
  }

  async pay(chance: Chance, { documents, lines }: Facts): Promise<void> {
    const line = chance.one(
      lines.filter((one) => one.amount > 0 && one.action_id !== null && isOpen(one.action_status)),
    );
    const chosen = chance.some(documents.filter(isPayable), 3);
    if (!line || chosen.length === 0) return;
    const answer = await this.#client.post("/banking/manual-reconciliation/", {
      user_action_id: line.action_id,
      invoice_ids: chosen.map((one) => one.id),
    });
    this.#expectStatus(answer, 200);
    // In the order of their dates, until nothing is left.
    let left = line.amount;
    const expected = chosen.toSorted(byDate).flatMap((one) => {
      const amount = Math.min(left, one.outstanding);
      left -= amount;
      return amount > 0 ? [`${one.id} ${amount}`] : [];
    });
    this.#checks.push(({ allocations }) => {
      const made = allocations
        .filter((one) => one.line_id === line.id)
        .map((one) => `${one.document_id} ${one.amount}`);
      return made.sort().join() === expected.sort().join()
        ? []
        : [`paid ${made.join(", ")} and not ${expected.join(", ")}`];
    });
  }

  /** A line, also one that nobody was asked about, as an invoice and what is none: fees, an account, not known yet. */
  async split(chance: Chance, { documents, lines, allocations, parts }: Facts): Promise<void> {
    const decided = new Set([...allocations, ...parts].map((one) => one.line_id));
    const line = chance.one(
      lines.filter((one) => !decided.has(one.id) && (one.action_id === null || isOpen(one.action_status))),
    );
    if (!line) return;
    const asked: { kind: string; account?: string; invoice_id?: number; amount: number }[] = [];
    let left = line.amount;
    const invoice =
      line.amount > 0 && chance.next() < 0.6 ? chance.one(documents.filter(isPayable)) : undefined;
    if (invoice) {
      const amount = Math.min(invoice.outstanding, left + chance.between(0, 20_00));
      asked.push({ kind: "invoice", invoice_id: invoice.id, amount });
      left -= amount;
    }
    if (left < 0 || chance.next() < 0.3) {
      // No more than what a bank may give back of any receipt (LET-42).
      const fee = invoice ? Math.min(left, 30_00) : -chance.between(1, 9_99);
      if (fee !== 0 && (line.amount < 0 || invoice)) {
        asked.push({ kind: "fees", amount: fee });
        left -= fee;
      }
    }
    if (left !== 0 && left < 0 === line.amount < 0)
      asked.push(
        chance.next() < 0.5
          ? { kind: "unknown", amount: left }
          : { kind: "account", account: "740000", amount: left },
      );
    const isWhole = asked.reduce((all, one) => all + one.amount, 0) === line.amount;
    const answer = await this.#client.post(`/banking/transactions/${line.id}/parts/`, {
      parts: asked.map((one) => ({ ...one, amount: euros(one.amount) })),
    });
    this.#expectStatus(answer, isWhole && asked.length > 0 ? 200 : 400);
    if (!isWhole) return;
    const others = asked.filter((one) => one.kind !== "invoice").map((one) => `${one.kind} ${one.amount}`);
    this.#checks.push((after) => {
      const made = after.parts
        .filter((one) => one.line_id === line.id)
        .map((one) => `${one.kind} ${one.amount}`);
      return made.join() === others.join()
        ? []
        : [`split as ${made.join(", ")} and not ${others.join(", ")}`];
    });
  }

  /** Of no decision yet, and its action open. */
  #undecided({ lines, allocations, parts }: Facts): BankLine[] {
    const decided = new Set([...allocations, ...parts].map((one) => one.line_id));
    return lines.filter(
      (one) => !decided.has(one.id) && (one.action_id === null || isOpen(one.action_status)),
    );
  }

  /** A few cents that an invoice is paid short, or too much. */
  async writeOff(chance: Chance, facts: Facts): Promise<void> {
    const near = this.#undecided(facts).flatMap((line) =>
      facts.documents.filter(isPayable).flatMap((invoice) => {
        const difference = line.amount - invoice.outstanding;
        return line.amount > 0 && difference !== 0 && Math.abs(difference) <= 1_00
          ? [{ line, invoice, difference }]
          : [];
      }),
    );
    const chosen = chance.one(near);
    if (!chosen) return;
    const { line, invoice, difference } = chosen;
    const answer = await this.#client.post(`/banking/transactions/${line.id}/parts/`, {
      parts: [
        { kind: "invoice", invoice_id: invoice.id, amount: euros(invoice.outstanding) },
        { kind: "write_off", invoice_id: invoice.id, amount: euros(difference) },
      ],
    });
    this.#expectStatus(answer, 200);
    this.#checks.push(({ documents, parts }) => {
      const due = documents.find((one) => one.id === invoice.id)?.outstanding;
      const made = parts.filter((one) => one.line_id === line.id && one.kind === "write_off");
      return due === 0 && made.map((one) => one.amount).join() === String(difference)
        ? []
        : [`${difference} of ${invoice.number} are not written off: it owes ${due}`];
    });
  }

  /** What a client pays before its invoice. */
  async advance(chance: Chance, facts: Facts): Promise<void> {
    const line = chance.one(this.#undecided(facts).filter((one) => one.amount > 0));
    const cinema = chance.one(this.#cinemas) as Cinema;
    if (!line) return;
    const answer = await this.#client.post(`/banking/transactions/${line.id}/parts/`, {
      parts: [{ kind: "advance", cinema_id: cinema.id, amount: euros(line.amount) }],
    });
    this.#expectStatus(answer, 200);
    this.#checks.push(({ parts }) => {
      const made = parts.filter((one) => one.line_id === line.id);
      return made.map((one) => `${one.kind} ${one.cinema_id} ${one.amount}`).join() ===
        `advance ${cinema.id} ${line.amount}`
        ? []
        : [`the advance of ${line.label} is ${JSON.stringify(made)}`];
    });
  }

  /** Credit notes, advances and what nobody knew, put on an invoice by hand; the last finds out whose it is. */
  async applyCredit(chance: Chance, { documents, parts }: Facts): Promise<void> {
    const waiting = [
      ...documents
        .filter((one) => one.type === "credit_note" && one.outstanding < 0)
        .map(({ id, account, cinema_id, outstanding }) => ({
          id: `note:${id}`,
          kind: "note",
          client: account,
          cinema_id,
          left: -outstanding,
        })),
      ...parts
        .filter((one) => (one.kind === "advance" || one.kind === "unknown") && one.amount > one.used)
        .map(({ id, kind, client, cinema_id, amount, used }) => ({
          id: `part:${id}`,
          kind,
          client,
          cinema_id,
          left: amount - used,
        })),
    ];
    const credit = chance.one(waiting);
    if (!credit) return;
    const invoice = chance.one(
      documents.filter(
        (one) =>
          isPayable(one) &&
          (credit.kind === "unknown" || one.account === credit.client || one.cinema_id === credit.cinema_id),
      ),
    );
    if (!invoice) return;
    const most = Math.min(credit.left, invoice.outstanding);
    const amount = chance.next() < 0.5 ? most : chance.between(1, most);
    const answer = await this.#client.post(`/banking/credits/${credit.id}/apply/`, {
      invoice_id: invoice.id,
      amount: euros(amount),
    });
    this.#expectStatus(answer, 200);
    this.#owes(invoice, invoice.outstanding - amount);
  }

  /** Takes a credit off its invoice again: what was put there by hand, and what came there with a credit note. */
  async undoCredit(chance: Chance, { documents, allocations, credits }: Facts): Promise<void> {
    const use = chance.one([
      ...allocations
        .filter((one) => one.part_id !== null)
        .map((one) => ({ ...one, name: `allocation:${one.id}` })),
      ...credits
        .filter((one) => one.line_id === null)
        .map((one) => ({ ...one, name: `application:${one.id}` })),
    ]);
    if (!use) return;
    this.#expectStatus(await this.#client.post(`/banking/credit-uses/${use.name}/undo/`), 200);
    const invoice = documents.find((one) => one.id === use.document_id);
    // When money leaves an invoice, its own credit note comes back to it.
    if (invoice && !documents.some((one) => one.corrects_id === invoice.id))
      this.#owes(invoice, invoice.outstanding + use.amount);
  }

  #owes({ id, number }: Document, expected: number): void {
    this.#checks.push(({ documents }) => {
      const due = documents.find((one) => one.id === id)?.outstanding;
      return due === expected ? [] : [`${number} owes ${due} and not ${expected}`];
    });
  }

  async bulk(chance: Chance, { documents, lines }: Facts): Promise<void> {
    const open = lines.filter((one) => one.amount > 0 && one.action_id !== null && isOpen(one.action_status));
    const payable = documents.filter(isPayable);
    const chosen = chance.some(open, 4).map((line) => ({
      user_action_id: line.action_id,
      invoice_ids: chance.some(payable, 2).map((one) => one.id),
      accept_difference: true,
    }));
    if (chosen.length === 0 || payable.length === 0) return;
    const group_key = `00000000-0000-4000-8000-${String(this.#next()).padStart(12, "0")}`;
    this.#expectStatus(
      await this.#client.post("/banking/bulk-reconciliation/", { group_key, lines: chosen }),
      200,
    );
  }

  async undo(chance: Chance, facts: Facts): Promise<void> {
    const line = chance.one(facts.lines.filter((one) => one.action_status === "DONE"));
    if (!line) return;
    const body = { user_action_id: line.action_id };
    this.#expectStatus(
      await this.#client.post("/banking/revert-reconciliation/", body),
      this.#undoing(line, facts),
    );
  }

  async undoSeries(chance: Chance, { lines }: Facts): Promise<void> {
    const group_key = chance.one(lines.flatMap((one) => one.group_key ?? []));
    if (group_key === undefined) return;
    this.#expectStatus(await this.#client.post("/banking/revert-group/", { group_key }), 200);
  }

  async default(chance: Chance, { documents }: Facts): Promise<void> {
    const invoice = chance.one(documents.filter((one) => one.outstanding > 0));
    if (!invoice) return;
    const status = invoice.status === "default" ? "awaiting_payment" : "default";
    this.#expectStatus(await this.#client.patch(`/invoices/invoices/${invoice.id}/`, { status }), 200);
  }

  /** The accountant renames a client: later documents are in another account. */
  async account(chance: Chance): Promise<void> {
    const cinema = chance.one(this.#cinemas) as Cinema;
    this.#hasActed = true;
    const account = `411N${this.#id}-${chance.between(1, 2)}`;
    await this.#app.inDatabase((tx) =>
      tx.run(sql`update cinema set default_accounting_code = ${account} where id = ${cinema.id}`),
    );
  }

  /** What was invoiced of a week is what was declared, unless a person credited some of it. */
  #weeksOf({ documents }: Facts): string[] {
    return [...Map.groupBy(this.#declared, (one) => `${one.cinema.id} ${one.week}`)].flatMap(
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

/** What may happen, each so often. */
const STEPS: readonly Step[] = [
  { name: "a report", weight: 3, take: (life, chance) => life.report(chance) },
  { name: "a correction", weight: 4, take: (life, chance) => life.correct(chance) },
  { name: "the same files again", weight: 1, take: (life, _, facts) => life.again(facts) },
  { name: "imported invoices", weight: 1, take: (life, chance) => life.importInvoices(chance) },
  { name: "an invoice by hand", weight: 1, take: (life, chance) => life.writeInvoice(chance) },
  { name: "a credit note by hand", weight: 2, take: (life, chance, facts) => life.credit(chance, facts) },
  { name: "a statement", weight: 4, take: (life, chance, facts) => life.statement(chance, facts) },
  { name: "the bank connection", weight: 2, take: (life, chance, facts) => life.synchronise(chance, facts) },
  { name: "a rejection", weight: 1, take: (life, chance, facts) => life.close(chance, facts) },
  {
    name: "an imported invoice changed",
    weight: 1,
    take: (life, chance, facts) => life.correctImported(chance, facts),
  },
  { name: "the undoing of a line", weight: 1, take: (life, chance, facts) => life.undoLine(chance, facts) },
  { name: "automatic lettering on or off", weight: 1, take: (life, chance) => life.automation(chance) },
  { name: "a payment", weight: 7, take: (life, chance, facts) => life.pay(chance, facts) },
  { name: "a line in parts", weight: 4, take: (life, chance, facts) => life.split(chance, facts) },
  { name: "a write-off", weight: 3, take: (life, chance, facts) => life.writeOff(chance, facts) },
  { name: "an advance", weight: 2, take: (life, chance, facts) => life.advance(chance, facts) },
  {
    name: "a credit put on an invoice",
    weight: 4,
    take: (life, chance, facts) => life.applyCredit(chance, facts),
  },
  {
    name: "a credit taken off again",
    weight: 2,
    take: (life, chance, facts) => life.undoCredit(chance, facts),
  },
  { name: "a return", weight: 3, take: (life, chance, facts) => life.giveBack(chance, facts) },
  { name: "an accepted return", weight: 2, take: (life, chance, facts) => life.acceptReturn(chance, facts) },
  { name: "several payments", weight: 1, take: (life, chance, facts) => life.bulk(chance, facts) },
  { name: "an undoing", weight: 5, take: (life, chance, facts) => life.undo(chance, facts) },
  {
    name: "the undoing of several",
    weight: 1,
    take: (life, chance, facts) => life.undoSeries(chance, facts),
  },
  { name: "a default", weight: 1, take: (life, chance, facts) => life.default(chance, facts) },
  { name: "another account", weight: 1, take: (life, chance) => life.account(chance) },
  { name: "some days", weight: 1, take: (life, chance) => life.later(chance) },
];
const DRAWN = STEPS.flatMap((step) => Array.from({ length: step.weight }, () => step));

/** How many client accounts a bank line settles documents of. */
const accountsPaidBy = (line: BankLine, { documents, allocations }: Facts): number => {
  const paid = new Set(allocations.filter((one) => one.line_id === line.id).map((one) => one.document_id));
  return new Set(documents.filter((one) => paid.has(one.id)).map((one) => one.account)).size;
};

const isOpen = (status: string | null): boolean => status !== "DONE" && status !== "REJECTED";
const isPayable = (one: Document): boolean =>
  one.type === "invoice" && one.outstanding > 0 && one.status !== "default";

const euros = (amount: number): string => centsToWire(cents(amount));
const comma = (cents: number): string => euros(cents).replace(".", ",");
const french = (date: string): string => date.split("-").toReversed().join("/");
