// What the product has said yes to, and whether it kept its word: reports that are imported and invoiced, and comments.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { verifyAudit } from "../modules/audit/verify-audit.ts";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";
import { declaration, reportOf } from "../modules/box-office/report.testing.ts";
import type { TestApp } from "../testing/test-app.ts";
import { formWith, type NodeAnswer, type NodeBrowser } from "./browser.testing.ts";
import { UPLOAD_REPORT } from "./weekly-reports.testing.ts";

const NO_ANSWER: NodeAnswer = { status: 0, body: null, headers: new Headers() };
/** Longer than the proxy of deploy/nginx waits for an answer. */
const ANSWER_LIMIT_MS = 140_000;
const AGAIN_MS = 250;

/** A request whose answer may never come. */
export async function answerOf(request: Promise<NodeAnswer>): Promise<NodeAnswer> {
  const limit = new AbortController();
  const late = pause(ANSWER_LIMIT_MS, NO_ANSWER, { signal: limit.signal }).catch(() => NO_ANSWER);
  try {
    return await Promise.race([request.catch(() => NO_ANSWER), late]);
  } finally {
    limit.abort();
  }
}

interface Change {
  /** What names it in the database. */
  readonly name: string;
  isAcknowledged: boolean;
  isUnderWay: boolean;
  readonly send: () => Promise<NodeAnswer>;
}

const DAY_MS = 86_400_000;
const FIRST_WEEK = Date.UTC(2026, 7, 19);
const WEEKS = 12;

interface Sender {
  /** Who does the next one; comments of one person are counted. */
  readonly person: () => NodeBrowser;
  /** Which node is asked now. */
  readonly url: () => string;
  /** What the next comment is about. */
  readonly invoice: () => number;
}

/** Changes that are sent with a key each, so that one without an answer is sent again as it was (API-10). */
export class Acknowledged {
  readonly reports: Change[] = [];
  readonly comments: Change[] = [];
  /** Invoices that were mailed. */
  readonly mails: Change[] = [];
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  report(): Promise<NodeAnswer> {
    const number = this.reports.length;
    const visa = String(100_000 + number);
    const day = (n: number) =>
      new Date(FIRST_WEEK + ((number % WEEKS) * 7 + n) * DAY_MS).toISOString().slice(0, 10);
    const file = reportOf([declaration({ reference: `R${visa}`, visa, week: day(0), end: day(6) })]);
    return this.#first(this.reports, visa, (browser) =>
      browser.send("POST", UPLOAD_REPORT, formWith("xml_file", "rapport.xml", file)),
    );
  }

  comment(): Promise<NodeAnswer> {
    const text = `Remarque ${this.comments.length}`;
    const subject = `invoice:${this.#sender.invoice()}`;
    return this.#first(this.comments, text, (browser) =>
      browser.send("POST", "/comments/", { subject, text }),
    );
  }

  mail(invoice: number): Promise<NodeAnswer> {
    return this.#first(this.mails, String(invoice), (browser) =>
      browser.send("POST", `/invoices/invoices/${invoice}/send/`),
    );
  }

  async #first(
    changes: Change[],
    name: string,
    send: (browser: NodeBrowser) => Promise<NodeAnswer>,
  ): Promise<NodeAnswer> {
    // What has no answer yet comes before anything new, as people do it again.
    const open = changes.find((each) => !each.isAcknowledged && !each.isUnderWay);
    if (open) return await this.#try(open);
    const person = this.#sender.person().withHeaders({ "idempotency-key": randomUUID() });
    const change: Change = {
      name,
      isAcknowledged: false,
      isUnderWay: false,
      send: () => send(person.at(this.#sender.url())),
    };
    changes.push(change);
    return await this.#try(change);
  }

  async #try(change: Change): Promise<NodeAnswer> {
    change.isUnderWay = true;
    const answer = await answerOf(change.send());
    change.isUnderWay = false;
    if (answer.status >= 200 && answer.status < 300) change.isAcknowledged = true;
    return answer;
  }

  /** Sends what has no answer again, until each has one. */
  async sendAgain(limitMs = 150_000): Promise<void> {
    const limit = Date.now() + limitMs;
    for (const change of [...this.reports, ...this.comments, ...this.mails])
      while (!change.isAcknowledged) {
        const { status, body } = await this.#try(change);
        if (change.isAcknowledged) break;
        if (Date.now() > limit || ![0, 409, 502, 503, 504].includes(status))
          throw new Error(`${change.name} is answered ${status} ${JSON.stringify(body)}`);
        await pause(AGAIN_MS);
      }
  }

  /** What is lost or there twice, once nothing is on its way any more; nothing, when all is well. */
  async broken(inside: TestApp): Promise<string[]> {
    const read = (query: ReturnType<typeof sql>) =>
      inside.inDatabase((tx) => tx.many<{ name: string; count: number }>(query));
    const counts = async (query: ReturnType<typeof sql>) =>
      new Map((await read(query)).map(({ name, count }) => [name, count]));
    const [declared, invoiced, said, mailed] = [
      await counts(sql`select visa_number as name, count(*) from declaration group by 1`),
      await counts(sql`select visa_number as name, count(*) from invoice_line group by 1`),
      await counts(sql`select text as name, count(*) from comment group by 1`),
      await counts(sql`select i.invoice_id::text as name, count(*) from mail_invoice i group by 1`),
    ];
    const wrong: string[] = [];
    const once = (what: string, of: ReadonlyMap<string, number>, { name, isAcknowledged }: Change) => {
      const count = of.get(name) ?? 0;
      if (count > 1 || (isAcknowledged && count === 0)) wrong.push(`${what} ${name} is there ${count} times`);
    };
    for (const report of this.reports) {
      once("declaration", declared, report);
      once("line of an invoice", invoiced, report);
    }
    for (const comment of this.comments) once("comment", said, comment);
    for (const mail of this.mails) once("mail of invoice", mailed, mail);
    const violations = await inside.inDatabase((tx) => verifyLedger(tx));
    const { findings } = await inside.inDatabase((tx) => verifyAudit(tx, []));
    return [...wrong, ...[...violations, ...findings].map((each) => JSON.stringify(each))];
  }
}
