// Long lives of letters, without a database: payments, part payments, returns, credit notes, opening payments and undoing, in two accounts. What is
// linked to a change is lettered again after it, as the ledger does; after each step the whole of the books must agree.
// `BOBINE_LIFE=<seed>` lives one life again.
import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { byExtent } from "../../../../tooling/extent.mjs";
import { firstLetters, type GroupLink, lettersOfGroups } from "./carried-letters.ts";
import type { ExportAllocation, ExportCreditApplication, ExportInvoice } from "./export-data.ts";
import { anExportInvoice, aPayment, anExportTransaction } from "./fixtures/scenario.testing.ts";
import { letter } from "./lettering.ts";
import { letteringCode } from "./lettering-code.ts";

const LIVES = byExtent("letter-lives", { part: 20, ci: 200, all: 10_000 });
const STEPS = 300;
/** Open at a time: more of them meet less often. */
const INVOICES = 8;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

class Books {
  readonly #random: () => number;
  readonly #next = new Map<string, number>();
  #invoices: Mutable<ExportInvoice>[] = [];
  #allocations: Extract<ExportAllocation, { kind: "payment" | "opening" | "return" }>[] = [];
  #credits: ExportCreditApplication[] = [];
  /** Payments that were returned, with the debit that did it. */
  readonly #returned = new Map<number, number>();
  #serial = 0;

  constructor(seed: number) {
    let state = seed;
    this.#random = () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
    };
  }

  step(): void {
    const draw = this.#random();
    if (this.#bills().length < INVOICES || draw < 0.12) this.#bill();
    else if (draw < 0.45) this.#pay();
    else if (draw < 0.55) this.#return();
    else if (draw < 0.9) this.#undo();
    else this.#credit();
  }

  /** @returns what is wrong, in words */
  wrong(): string[] {
    const data = {
      invoices: this.#invoices,
      transactions: [...new Set(this.#allocations.map(this.#transactionOf))].map((id) =>
        anExportTransaction({ id }),
      ),
      allocations: this.#allocations,
      credit_applications: this.#credits,
      refunds: [],
      moved_parts: [],
      settlements: [],
    };
    const { stale_accounts, of_invoice } = letter(data);
    const due = new Map<string, number>();
    const codes = new Map<string, { is_balanced: boolean }>();
    const wrong = stale_accounts.map((account) => `${account} is stale`);
    const paid = new Map<number, number>();
    for (const one of this.#allocations)
      paid.set(one.invoice_id, (paid.get(one.invoice_id) ?? 0) + one.amount);
    // A credit note of another account is entered on the one of its invoice, and leaves its own.
    const accounts = new Map(this.#invoices.map((one) => [one.id, one.client_account]));
    for (const { credit_note_id, invoice_id, amount } of this.#credits) {
      if (accounts.get(credit_note_id) === accounts.get(invoice_id)) continue;
      paid.set(invoice_id, (paid.get(invoice_id) ?? 0) + amount);
      paid.set(credit_note_id, (paid.get(credit_note_id) ?? 0) - amount);
    }
    for (const { id, client_account, total_amount } of this.#invoices) {
      const letters = of_invoice.get(id);
      if (!letters) continue;
      const key = `${letters.code.toUpperCase()} ${client_account}`;
      if ((codes.get(key) ?? letters) !== letters) wrong.push(`two groups have ${key}`);
      codes.set(key, letters);
      due.set(key, (due.get(key) ?? 0) + total_amount - (paid.get(id) ?? 0));
    }
    for (const [key, { is_balanced }] of codes)
      if (is_balanced !== (due.get(key) === 0)) wrong.push(`${key} has ${due.get(key)} in 411`);
    return wrong;
  }

  #bills(): Mutable<ExportInvoice>[] {
    return this.#invoices.filter((one) => one.type === "invoice").slice(-INVOICES);
  }
  #one<T>(of: readonly T[]): T | undefined {
    return of[Math.floor(this.#random() * of.length)];
  }
  #id(): number {
    this.#serial += 1;
    return this.#serial;
  }
  readonly #transactionOf = (one: ExportAllocation): number =>
    "transaction_id" in one ? one.transaction_id : 0;

  #add(changes: Partial<ExportInvoice>): Mutable<ExportInvoice> {
    const id = this.#id();
    const made = anExportInvoice({
      id,
      invoice_number: `F${id}`,
      invoice_date: civilDate("2026-11-30"),
      ...changes,
    });
    this.#invoices.push(made);
    return made;
  }

  #bill(): void {
    const client_account = this.#random() < 0.7 ? "411A" : "411B";
    const invoice = this.#add({ client_account, total_amount: cents(100) });
    if (this.#random() > 0.15) return;
    const amount = cents(this.#random() < 0.5 ? 100 : 40);
    this.#allocations.push({
      kind: "opening",
      id: this.#id(),
      invoice_id: invoice.id,
      amount,
      letters: null,
    });
    this.#refresh([invoice]);
  }

  /** Carries what its invoices show, as `letterPayments` has it. */
  #pay(): void {
    const chosen = new Set([
      this.#one(this.#bills()),
      ...(this.#random() < 0.5 ? [this.#one(this.#bills())] : []),
    ]);
    const transaction_id = this.#id();
    const known = new Map<string, (string | null)[]>();
    const paid = [...chosen].filter((one) => one !== undefined);
    for (const { client_account, lettering_letters } of paid)
      known.set(client_account, [...(known.get(client_account) ?? []), lettering_letters]);
    for (const invoice of paid) {
      const letters = firstLetters(known.get(invoice.client_account) ?? []) ?? null;
      const amount = cents(this.#random() < 0.3 ? 100 : 30);
      this.#allocations.push(
        aPayment({ id: this.#id(), transaction_id, invoice_id: invoice.id, amount, letters }),
      );
    }
    this.#refresh(paid);
  }

  /** A debit takes back what one transaction had paid, and carries what its invoices show. */
  #return(): void {
    const back = this.#one(
      this.#allocations.filter((one) => one.kind === "payment" && !this.#returned.has(one.id)).slice(-12),
    );
    if (!back) return;
    const transaction_id = this.#id();
    const paid = this.#allocations.filter((one) => this.#transactionOf(one) === this.#transactionOf(back));
    for (const { id, invoice_id, amount } of paid) {
      const invoice = this.#invoices.find((one) => one.id === invoice_id);
      this.#returned.set(id, transaction_id);
      this.#allocations.push({
        kind: "return",
        id: this.#id(),
        transaction_id,
        invoice_id,
        amount: cents(0 - amount),
        letters: invoice?.lettering_letters ?? null,
      });
    }
    this.#refresh(this.#invoices.filter((one) => paid.some(({ invoice_id }) => invoice_id === one.id)));
  }

  /** A payment that was returned stays until its return is undone. */
  #undo(): void {
    const gone = this.#one(
      this.#allocations
        .filter((one) => this.#transactionOf(one) !== 0 && !this.#returned.has(one.id))
        .slice(-12),
    );
    if (!gone) return;
    const undone = this.#transactionOf(gone);
    for (const [id, debit] of this.#returned) if (debit === undone) this.#returned.delete(id);
    const of = (one: ExportAllocation): boolean => this.#transactionOf(one) === undone;
    const paid = new Set(this.#allocations.filter(of).map((one) => one.invoice_id));
    this.#allocations = this.#allocations.filter((one) => !of(one));
    this.#refresh(this.#invoices.filter((one) => paid.has(one.id)));
  }

  #credit(): void {
    const invoice = this.#one(this.#bills());
    if (!invoice) return;
    const client_account = this.#random() < 0.9 ? invoice.client_account : "411B";
    const note = this.#add({ type: "credit_note", client_account, total_amount: cents(-30) });
    this.#credits.push({
      id: note.id,
      credit_note_id: note.id,
      invoice_id: invoice.id,
      amount: cents(30),
      applied_on: civilDate("2026-11-30"),
      letters: null,
    });
    this.#refresh([invoice]);
  }

  /** All that is linked to some invoices, and no more. */
  #refresh(seeds: readonly ExportInvoice[]): void {
    const links: GroupLink[] = [
      ...this.#allocations.map((one) => ({
        kind: one.kind,
        key: String(one.id),
        link: this.#transactionOf(one) || one.invoice_id,
        invoice_id: one.invoice_id,
        letters: one.letters,
      })),
      ...this.#credits.map((one) => ({
        kind: "credit" as const,
        key: String(one.id),
        link: one.credit_note_id,
        invoice_id: one.invoice_id,
        letters: one.letters,
      })),
    ];
    const documents = new Map(this.#invoices.map((one) => [one.id, one]));
    const accounts = new Map(this.#invoices.map((one) => [one.id, one.client_account]));
    const linked = new Set(seeds.map((one) => one.id));
    for (const { id, credit_note_id, invoice_id } of this.#credits) {
      if (accounts.get(credit_note_id) === accounts.get(invoice_id)) continue;
      if (linked.has(invoice_id)) linked.add(credit_note_id);
      const letters = documents.get(credit_note_id)?.lettering_letters ?? null;
      links.push({
        kind: "moved",
        key: String(id),
        link: credit_note_id,
        invoice_id: credit_note_id,
        letters,
      });
    }
    for (let size = -1; size !== linked.size; ) {
      size = linked.size;
      const payments = new Set(
        links
          .filter((one) => isOfTransaction(one) && linked.has(one.invoice_id))
          .map((one) => `${one.link} ${accounts.get(one.invoice_id)}`),
      );
      for (const { kind, link, invoice_id } of links) {
        if (isOfTransaction({ kind }) && payments.has(`${link} ${accounts.get(invoice_id)}`))
          linked.add(invoice_id);
        if (kind !== "credit" || accounts.get(link) !== accounts.get(invoice_id)) continue;
        if (linked.has(link) || linked.has(invoice_id)) linked.add(link).add(invoice_id);
      }
    }
    const members = this.#invoices.filter((one) => linked.has(one.id));
    for (const group of lettersOfGroups(members, links)) {
      const letters = group.letters ?? (group.is_lacking ? this.#nextLetters(group.client_account) : null);
      for (const invoice of group.invoices) invoice.lettering_letters = letters;
      const stale = new Set(group.stale_links.flatMap(({ kind, key }) => (kind === "moved" ? [] : key)));
      for (const one of this.#allocations) if (stale.has(String(one.id))) one.letters = letters;
      for (const one of this.#credits) if (stale.has(String(one.id))) one.letters = letters;
    }
  }

  #nextLetters(account: string): string {
    const index = this.#next.get(account) ?? 0;
    this.#next.set(account, index + 1);
    return letteringCode(index);
  }
}

const isOfTransaction = ({ kind }: Pick<GroupLink, "kind">): boolean =>
  kind === "payment" || kind === "return";

const ONLY = process.env["BOBINE_LIFE"];
/** Of one test: the others may run between two of them. */
const LIVES_PER_TEST = 20;

test.each(Array.from({ length: LIVES / LIVES_PER_TEST }, (_, part) => part * LIVES_PER_TEST + 1))(
  `from life %i on, each group has one code of its own, in capitals when 411 comes to nothing, after each of ${STEPS} steps`,
  (first) => {
    const failures: string[] = [];
    for (let seed = first; seed < first + LIVES_PER_TEST && failures.length === 0; seed += 1) {
      if (ONLY !== undefined && seed !== Number(ONLY)) continue;
      const books = new Books(seed);
      for (let step = 1; step <= STEPS && failures.length === 0; step += 1) {
        books.step();
        failures.push(...books.wrong().map((wrong) => `BOBINE_LIFE=${seed}, step ${step}: ${wrong}`));
      }
    }
    expect(failures).toEqual([]);
  },
);
