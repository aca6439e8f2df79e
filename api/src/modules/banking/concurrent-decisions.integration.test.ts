// The ledger under fire: people, imports and undoing at once. Each storm is also run with the locks taken out of the SQL, and
// must then be told from a sound one: a test that could not see a missing lock would prove nothing.
import { randomUUID } from "node:crypto";
import { type Cents, cents } from "@bobine/contract/money";
import type { UserActionOverview } from "@bobine/contract/user-actions";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { byExtent, extentOf } from "../../../../tooling/extent.mjs";
import { type Fire, startRace } from "./concurrency.testing.ts";
import { aSampleDistributor, importedStats, sample, violationsIn } from "./statement.testing.ts";
import {
  aCinemaIn,
  type Accountant,
  anAccountant,
  anInvoiceIn,
  aQuestion,
  LEDGER,
} from "./banking.testing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

/** Of each of ten at once. */
const TURNS = byExtent("storms", { part: 5, ci: 25, all: 100 });

let bank: TestApp;
let me: Accountant;
let cinema: number;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
  cinema = await aCinemaIn(bank, me);
});

const euros = (value: number): Cents => cents(value * 100);
const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await bank.owner.query(text, values)).rows as Row[];

interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

/** Calls at once; one that is not even a documented answer is a failure too. */
async function atOnce(calls: readonly Promise<Answer>[]): Promise<Answer[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) =>
    one.status === "fulfilled"
      ? one.value
      : { statusCode: 500, body: JSON.stringify({ code: String(one.reason) }) },
  );
}

const FAILED: Answer = { statusCode: 500, body: '{"code":"answers differ"}' };

/** What people are told when somebody was faster. Anything else is a failure of ours. */
const REFUSALS = new Set([
  "already_reconciled",
  "action_closed",
  "invoice_not_unpaid",
  "reverted_since",
  "difference_to_confirm",
]);

/** All that is wrong after a storm: with answers, with the ledger, with what was written down about it. */
async function complaints(who: Accountant, answers: readonly Answer[]): Promise<string[]> {
  const found: string[] = [];
  for (const { statusCode, body } of answers) {
    if (statusCode === 200) continue;
    const { code } = JSON.parse(body) as { code?: string };
    if (statusCode !== 409 || !REFUSALS.has(code ?? "")) found.push(`answered ${statusCode} ${body}`);
  }
  for (const violation of await violationsIn(bank))
    if (violation.distributor_id === who.distributorId) found.push(`${violation.rule}: ${violation.message}`);
  const [written] = await rows<Record<string, number>>(
    `select (select count(*) from reconciliation where distributor_id = $1)::integer as decided,
      (select count(*) from reconciliation where distributor_id = $1 and reverted_at is not null)::integer as undone,
      (select count(*) from reconciliation where distributor_id = $1 and decided_by is not null)::integer as by_hand,
      (select count(*) from reconciliation where distributor_id = $1 and decided_by is not null and reverted_at is null)::integer as standing,
      (select count(*) from transaction_event where distributor_id = $1 and kind = 'reconciled')::integer as decided_events,
      (select count(*) from transaction_event where distributor_id = $1 and kind = 'reverted')::integer as undone_events,
      (select count(*) from audit_log where distributor_id = $1 and action_type = 'manual_reconciliation')::integer as audited,
      (select count(*) from audit_log where distributor_id = $1 and action_type = 'reverted_reconciliation'
        and action_details ? 'invoice_numbers' and jsonb_array_length(action_details -> 'invoice_numbers') > 0)::integer as audited_undone,
      (select count(*) from user_action where distributor_id = $1 and resolved_by is not null)::integer as closed,
      (select count(*) from audit_log where distributor_id = $1 and action_type = 'other')::integer as audited_closed`,
    [who.distributorId],
  );
  if (!written) throw new Error("a row was expected");
  const same = (a: string, b: string) => {
    if (written[a] !== written[b]) found.push(`${a} ${written[a]}, ${b} ${written[b]}`);
  };
  same("decided", "decided_events");
  same("undone", "undone_events");
  same("by_hand", "audited");
  same("undone", "audited_undone");
  // Each action was closed by one decision that is written down.
  if ((written["standing"] ?? 0) + (written["audited_closed"] ?? 0) < (written["closed"] ?? 0))
    found.push("an action was closed by nothing");
  return found;
}

interface Storm {
  /** Who is in it, and their calls, all at once. */
  readonly run: () => Promise<{ readonly who: Accountant; readonly answers: readonly Answer[] }>;
  /** Where its sessions meet, so that without locks they do the worst. */
  readonly meeting: Omit<NonNullable<Fire["meeting"]>, "patienceMs">;
  /** What must be true besides, as complaints. */
  readonly also?: (who: Accountant, answers: readonly Answer[]) => Promise<string[]>;
}

const IN_BULK = (lines: { user_action_id: number; invoice_ids: number[] }[], group_key: string) => ({
  group_key,
  lines,
});
const statement = (account: string, label: string, amount: string) =>
  `Compte ${account};\r\nDate;Libellé;Montant\r\n28/12/2026;${label};${amount}\r\n`;

async function liveOf(who: Accountant): Promise<number> {
  return (
    await rows("select from reconciliation where distributor_id = $1 and reverted_at is null", [
      who.distributorId,
    ])
  ).length;
}
const oneLive = async (who: Accountant): Promise<string[]> => {
  const live = await liveOf(who);
  return live === 1 ? [] : [`${live} decisions stand where one should`];
};

const STORMS: Record<string, Storm> = {
  "two people resolve one action with two invoices": {
    meeting: { at: /insert into reconciliation/, sessions: 2 },
    also: oneLive,
    run: async () => {
      const [a, b] = [await anInvoiceIn(bank, me, cinema), await anInvoiceIn(bank, me, cinema)];
      const colleague = await anAccountant(bank, me);
      const { action } = await aQuestion(bank, me);
      return {
        who: me,
        answers: await atOnce([me.reconcile(action, [a]), colleague.reconcile(action, [b])]),
      };
    },
  },
  "a double click": {
    meeting: { at: /insert into reconciliation/, sessions: 2 },
    also: oneLive,
    run: async () => {
      const invoice = await anInvoiceIn(bank, me, cinema);
      const { action } = await aQuestion(bank, me);
      const answers = await atOnce(Array.from({ length: 4 }, () => me.reconcile(action, [invoice])));
      const bodies = new Set(answers.map((answer) => answer.body));
      return bodies.size === 1 ? { who: me, answers } : { who: me, answers: [...answers, FAILED] };
    },
  },
  "two bank lines want one invoice": {
    meeting: { at: /insert into reconciliation/, sessions: 2 },
    also: oneLive,
    run: async () => {
      const invoice = await anInvoiceIn(bank, me, cinema);
      const questions = [await aQuestion(bank, me), await aQuestion(bank, me), await aQuestion(bank, me)];
      return {
        who: me,
        answers: await atOnce(questions.map(({ action }) => me.reconcile(action, [invoice]))),
      };
    },
  },
  "two bank lines pay one invoice in parts": {
    meeting: { at: /insert into allocation/, sessions: 2 },
    run: async () => {
      const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(100) });
      const questions = [
        await aQuestion(bank, me, { amount: euros(30) }),
        await aQuestion(bank, me, { amount: euros(90) }),
      ];
      return {
        who: me,
        answers: await atOnce(questions.map(({ action }) => me.reconcile(action, [invoice]))),
      };
    },
    // Whoever comes second pays what is left, and its surplus is kept.
    also: async (who) => {
      const [invoice] = await rows<{ outstanding: string }>(
        "select outstanding from invoice where distributor_id = $1",
        [who.distributorId],
      );
      const [surplus] = await rows<{ total: string }>(
        "select sum(surplus_amount) as total from bank_transaction where distributor_id = $1",
        [who.distributorId],
      );
      return invoice?.outstanding === "0.00" && surplus?.total === "20.00"
        ? []
        : [`${invoice?.outstanding} is left, ${surplus?.total} is surplus`];
    },
  },
  "two undo one decision": {
    meeting: { at: /delete from allocation/, sessions: 2 },
    run: async () => {
      const invoice = await anInvoiceIn(bank, me, cinema);
      const { action } = await aQuestion(bank, me);
      await me.reconcile(action, [invoice]);
      return { who: me, answers: await atOnce([me.revert(action), me.revert(action)]) };
    },
    also: async (who) => ((await liveOf(who)) === 0 ? [] : ["it stands still"]),
  },
  "one undoes while another resolves anew": {
    meeting: { at: /delete from allocation/, sessions: 2 },
    run: async () => {
      const [a, b] = [await anInvoiceIn(bank, me, cinema), await anInvoiceIn(bank, me, cinema)];
      const { action } = await aQuestion(bank, me);
      await me.reconcile(action, [a]);
      return {
        who: me,
        answers: await atOnce([
          me.revert(action),
          me.reconcile(action, [b]),
          me.revert(action),
          me.reconcile(action, [a]),
        ]),
      };
    },
  },
  "one resolves while another rejects": {
    meeting: {
      at: /insert into reconciliation|update user_action set status = \$/,
      sessions: 2,
    },
    // Whoever comes second is told.
    also: (_who, answers) =>
      Promise.resolve(
        answers.filter((answer) => answer.statusCode === 200).length === 1
          ? []
          : ["two decisions of one action"],
      ),
    run: async () => {
      const invoice = await anInvoiceIn(bank, me, cinema);
      const { action } = await aQuestion(bank, me);
      return {
        who: me,
        answers: await atOnce([
          me.reconcile(action, [invoice]),
          me.call("PATCH", `/user-actions/${action}/`, { status: "REJECTED" }).then((answer) => ({
            statusCode: answer.statusCode,
            // « Cet élément a été modifié entre-temps » is how this call says it.
            body: answer.statusCode === 409 ? '{"code":"action_closed"}' : answer.body,
          })),
        ]),
      };
    },
  },
  "a bulk acceptance is submitted twice": {
    meeting: { at: /insert into reconciliation/, sessions: 2 },
    run: async () => {
      const lines: { user_action_id: number; invoice_ids: number[] }[] = [];
      for (let n = 0; n < 3; n += 1)
        lines.push({
          user_action_id: (await aQuestion(bank, me)).action,
          invoice_ids: [await anInvoiceIn(bank, me, cinema)],
        });
      const sent = IN_BULK(lines, randomUUID());
      const send = () => me.call("POST", "/banking/bulk-reconciliation/", sent);
      const answers = await atOnce([send(), send()]);
      const accepted = answers.map(({ body }) => (JSON.parse(body) as { accepted?: number }).accepted === 3);
      return {
        who: me,
        answers: accepted.every(Boolean) ? answers : [...answers, FAILED],
      };
    },
    also: async (who) => ((await liveOf(who)) === 3 ? [] : ["three should stand"]),
  },
  "two statements pay one invoice": {
    meeting: { at: /insert into reconciliation/, sessions: 2 },
    run: async () => {
      const who = await aSampleDistributor(bank);
      const label = "VIR SEPA SARL BEFFROI CINES F26000123";
      return {
        who,
        answers: await atOnce([
          who.upload("a.csv", statement("1111111111", label, "2897,31")),
          who.upload("b.csv", statement("2222222222", label, "2897,31")),
        ]),
      };
    },
    also: async (who) => [
      ...(await oneLive(who)),
      ...((await rows("select from user_action where distributor_id = $1", [who.distributorId])).length === 2
        ? []
        : ["each line has its action"]),
    ],
  },
  "a statement and a person pay one invoice": {
    meeting: { at: /insert into reconciliation/, sessions: 2 },
    run: async () => {
      const who = await aSampleDistributor(bank);
      const [invoice] = await rows<{ id: number }>(
        "select id from invoice where distributor_id = $1 and invoice_number = 'F26000123'",
        [who.distributorId],
      );
      const { action } = await aQuestion(bank, who, { amount: cents(2897_31), label: "VIREMENT INSTANTANE" });
      return {
        who,
        answers: await atOnce([
          who.reconcile(action, [invoice?.id ?? 0]),
          who.upload("b.csv", statement("2222222222", "VIR SEPA SARL BEFFROI CINES F26000123", "2897,31")),
        ]),
      };
    },
    also: oneLive,
  },
  "two automatic letterings are taken apart": {
    // Both have counted before one of them is seen by the other.
    meeting: { at: /^commit$/, onceAfter: /delete from allocation/, sessions: 2 },
    run: async () => {
      const who = await aSampleDistributor(bank);
      await importedStats(who, "releve.csv", sample("releve-1-bnp.csv"));
      await rows(
        "update distributor set auto_lettering_line_bp = 9900, auto_lettering_min_sample = 20 where id = $1",
        [who.distributorId],
      );
      const done = await rows<{ id: number }>(
        "select id from user_action where distributor_id = $1 and status = 'DONE'",
        [who.distributorId],
      );
      return { who, answers: await atOnce(done.map(({ id }) => who.revert(id))) };
    },
    // Two of twenty are more than chance brings at one percent: whoever counts second must count both.
    also: async (who) => {
      const asked = await rows(
        "select from user_action where distributor_id = $1 and reason_code = 'automatic_lettering_paused'",
        [who.distributorId],
      );
      return asked.length === 1 ? [] : [`it asked ${asked.length} times`];
    },
  },
};

/** A deadlock is tried again, but three in a row are an answer 503, and each has cost a second. */
const recordDeadlocks =
  (deadlocks: string[]): NonNullable<Fire["refused"]> =>
  ({ code, detail }, text) => {
    if (code === "40P01") deadlocks.push(`deadlock at ${text.trim().slice(0, 120)}: ${detail ?? ""}`);
  };

async function storm(name: string, withoutLocks: boolean): Promise<string[]> {
  const { run, meeting, also } = STORMS[name] ?? { run: undefined };
  if (!run || !meeting) throw new Error(name);
  // With locks the second one never comes to the meeting; without, it must, however slow the machine.
  const patienceMs = withoutLocks ? 10_000 : 200;
  const deadlocks: string[] = [];
  const calm = startRace(bank.services.pool, {
    meeting: { ...meeting, patienceMs },
    withoutLocks,
    refused: recordDeadlocks(deadlocks),
  });
  try {
    const { who, answers } = await run();
    return [...deadlocks, ...(await complaints(who, answers)), ...((await also?.(who, answers)) ?? [])];
  } finally {
    calm();
    // What a storm without locks broke is no other test's business.
    if (withoutLocks) await startAfresh();
  }
}

async function startAfresh(): Promise<void> {
  await bank.close();
  bank = await createTestApp(LEDGER);
}

describe("many at once", () => {
  test.each(Object.keys(STORMS))("%s: one state, told to all, written down once", async (name) => {
    expect(await storm(name, false)).toEqual([]);
  });
});

/** A payment joins two groups of letters while the payment that made one of them is undone: each holds what the other needs. */
async function undoneWhileGroupsJoin(withoutLocks: Fire["withoutLocks"]): Promise<string[]> {
  const [a, b] = [await anInvoiceIn(bank, me, cinema), await anInvoiceIn(bank, me, cinema)];
  const [c, d] = [await anInvoiceIn(bank, me, cinema), await anInvoiceIn(bank, me, cinema)];
  const [first, second, joining] = [
    await aQuestion(bank, me, { amount: euros(150) }),
    await aQuestion(bank, me, { amount: euros(150) }),
    await aQuestion(bank, me, { amount: euros(60) }),
  ];
  // The whole of one invoice, half of the other.
  await me.reconcile(first.action, [a, b]);
  await me.reconcile(second.action, [c, d]);
  const deadlocks: string[] = [];
  let undone: Promise<Answer> | undefined;
  const calm = startRace(bank.services.pool, {
    withoutLocks,
    refused: recordDeadlocks(deadlocks),
    before: async (text) => {
      if (undone || !text.includes("insert into allocation")) return;
      undone = me.revert(first.action);
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await rows(waits)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  });
  const joined = me.reconcile(joining.action, [b, d]);
  const answers = await atOnce([joined, joined.then(() => undone ?? FAILED)]).finally(calm);
  return [...deadlocks, ...(await complaints(me, answers))];
}

describe("groups of letters that meet", () => {
  test("let nobody wait in a circle", async () => {
    expect(await undoneWhileGroupsJoin(false)).toEqual([]);
  });

  test("which without the ledger's own lock they do", async () => {
    // One at least: what is tried again may meet the other's second try.
    const told = await undoneWhileGroupsJoin("ledger");
    expect(told).not.toEqual([]);
    expect(told.filter((one) => !one.includes("deadlock"))).toEqual([]);
  });
});

describe("everything at once", () => {
  test("people, bulk acceptances, their undoing and statements leave every invariant standing", async () => {
    const people = [me, await anAccountant(bank, me), await anAccountant(bank, me)];
    const numbers = Array.from({ length: 14 }, (_, index) => `S26${String(500 + index).padStart(6, "0")}`);
    const invoices: number[] = [];
    const actions: number[] = [];
    const groups = Array.from({ length: 6 }, () => randomUUID());
    for (const [index, invoice_number] of numbers.entries()) {
      const total = euros(10 + index * 7);
      const client_account = index % 3 === 0 ? "411A" : "411B";
      invoices.push(await anInvoiceIn(bank, me, cinema, { invoice_number, total, client_account }));
      actions.push((await aQuestion(bank, me, { amount: euros(5 + ((index * 13) % 90)) })).action);
    }
    let seed = 11;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const pick = <T>(list: readonly T[]): T => {
      const one = list[random(list.length)];
      if (one === undefined) throw new Error("an empty list");
      return one;
    };
    const chosen = () => Array.from({ length: 1 + random(3) }, () => pick(invoices));
    const step = async (person: Accountant): Promise<Answer> => {
      const kind = random(12);
      if (kind < 4) return await person.reconcile(pick(actions), chosen());
      if (kind < 7) return await person.revert(pick(actions));
      if (kind < 9) {
        const lines = [0, 1, 2].map(() => ({
          user_action_id: pick(actions),
          invoice_ids: chosen(),
          accept_difference: true,
        }));
        return await person.call("POST", "/banking/bulk-reconciliation/", { group_key: pick(groups), lines });
      }
      if (kind < 10) {
        const answer = await person.call("POST", "/banking/revert-group/", { group_key: pick(groups) });
        return answer.statusCode === 404 ? { statusCode: 200, body: "{}" } : answer;
      }
      if (kind < 11) {
        const answer = await person.call("PATCH", `/user-actions/${pick(actions)}/`, { status: "REJECTED" });
        return answer.statusCode === 409 ? { statusCode: 200, body: "{}" } : answer;
      }
      const number = pick(numbers);
      const amount = 10 + numbers.indexOf(number) * 7;
      return await person.upload(
        "a.csv",
        statement(`${random(9)}`.repeat(10), `VIR SARL BEFFROI CINES ${number}`, `${amount},00`),
      );
    };
    const answers: Answer[] = [];
    const deadlocks: string[] = [];
    const calm = startRace(bank.services.pool, { refused: recordDeadlocks(deadlocks) });
    await Promise.all(
      Array.from({ length: 10 }, async (_, worker) => {
        for (let turn = 0; turn < TURNS; turn += 1)
          answers.push(await step(people[worker % people.length] ?? me));
      }),
    ).finally(calm);
    expect(deadlocks).toEqual([]);
    expect(answers.filter((answer) => answer.statusCode === 200).length).toBeGreaterThan(TURNS * 4);
    expect(await complaints(me, answers)).toEqual([]);
    // What the queue is said to hold is what it holds.
    const [held] = await rows(
      `select count(*) filter (where status = 'DONE')::integer as done, count(*) filter (where status = 'REJECTED')::integer as rejected,
        count(*) filter (where status not in ('DONE', 'REJECTED'))::integer as open,
        count(*) filter (where status = 'AWAITING_INVOICE_SELECTION' and suggestion_kind is not null)::integer as suggested
      from user_action where distributor_id = $1`,
      [me.distributorId],
    );
    const { open, done, rejected, by_reason, by_suggestion } = (
      await me.call("GET", "/user-actions/overview/")
    ).json<UserActionOverview>();
    const total = (counts: readonly { count: number }[]) => counts.reduce((sum, one) => sum + one.count, 0);
    expect({ done, rejected, open: open.count, suggested: total(by_suggestion) }).toEqual(held);
    expect(total(by_reason)).toBe(open.count);
    // Letterings of the engine were taken apart as well: it may have paused itself, and then has asked once.
    const asked = await rows(
      "select from user_action where distributor_id = $1 and reason_code = 'automatic_lettering_paused' and status = 'PENDING'",
      [me.distributorId],
    );
    expect(asked.length).toBeLessThanOrEqual(1);
    // 250 calls of ten at once: some seconds alone on the machine, half a minute among ten others.
  }, 120_000);
});

describe.skipIf(extentOf("storms") === "part")("without the locks the same test is red", () => {
  test.each(Object.keys(STORMS))("%s", async (name) => {
    expect(await storm(name, true)).not.toEqual([]);
  });
});
