// What the bank tells: statements, the connection, and the same files again.
import { addDays } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import type { TestAnswer } from "../../../testing/test-app.ts";
import { issueInvoices } from "../../invoices/issue-invoices.ts";
import { type BankLine, type Facts, isOpen, waitingCredits } from "./facts.testing.ts";
import { settlesNothing, undoing } from "./lettering-steps.testing.ts";
import type { Life } from "./life.testing.ts";
import type { Chance } from "./random.testing.ts";
import { uploadReport } from "./report-steps.testing.ts";
import { comma, french } from "./writing.testing.ts";

export async function importAgain(life: Life, _: Chance, before: Facts): Promise<void> {
  if (life.lastReport !== "") {
    life.expectStatus(await uploadReport(life), 200);
    await issueInvoices(life.app.services, life.id);
  }
  if (life.lastStatement !== "") life.expectStatus(await uploadStatement(life), 200);
  life.checks.push((after) =>
    JSON.stringify(after) === JSON.stringify(before) ? [] : ["what was imported before was imported again"],
  );
}

/** A line that pays exactly, in part, too much, several at once or nobody knows what; some of them the same invoice. */
function payment(life: Life, chance: Chance, { documents }: Facts): { label: string; amount: number } {
  const paid = chance.some(
    documents.filter((one) => one.outstanding > 0),
    3,
  );
  const owed = paid.reduce((all, one) => all + one.outstanding, 0);
  if (owed === 0)
    return { label: `VIR SEPA SANS REFERENCE ${life.next()}`, amount: chance.between(1, 90_000) };
  const amount = chance.one([
    owed,
    owed,
    Math.max(1, owed + chance.between(-1_00, 1_00)),
    chance.between(1, owed),
    owed + chance.between(1, 5000),
  ]) as number;
  const names = chance.next() < 0.7 ? paid.map((one) => one.number).join(" ") : "SANS REFERENCE";
  return { label: `VIR SEPA ${names} REF ${life.next()}`, amount };
}

/**
 * What leaves: a supplier's, what is given back to a client, or a payment that its bank sends back, of several clients when there is one. The last settles nothing and takes
 * nothing away by itself.
 */
function expense(life: Life, chance: Chance, facts: Facts): { label: string; amount: number } {
  const { documents, lines } = facts;
  const credits = lines.filter((one) => one.amount > 0);
  const ofSeveral = credits.filter((one) => accountsPaidBy(one, facts) > 1);
  const paid = chance.one(chance.next() < 0.6 && ofSeveral.length > 0 ? ofSeveral : credits);
  const invoice = chance.one(documents.filter((one) => one.status === "paid"));
  const credit = chance.one(waitingCredits(facts));
  if (credit && chance.next() < 0.4)
    return { label: `VIR SEPA EMIS MOTIF REMBOURSEMENT ${life.next()}`, amount: -credit.left };
  if (!paid || chance.next() < 0.3)
    return { label: `PRLV FOURNISSEUR ${life.next()}`, amount: -chance.between(100, 9000) };
  return { label: `REJET VIR SEPA ${invoice?.number ?? ""} REF ${life.next()}`, amount: -paid.amount };
}

export async function importStatement(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const rows = Array.from({ length: chance.between(1, 4) }, () => {
    const { label, amount } =
      chance.next() < 0.18 ? expense(life, chance, facts) : payment(life, chance, facts);
    const day = french(addDays(life.today, -chance.between(0, 5)));
    return `${day};${day};${amount < 0 ? `-${comma(-amount)};` : `;${comma(amount)}`};${label};`;
  });
  life.lastStatement = ["Date;Date de valeur;Débit;Crédit;Libellé;Solde", ...rows].join("\r\n");
  life.expectStatus(await uploadStatement(life), 200);
}

function uploadStatement(life: Life): Promise<TestAnswer> {
  return life.client.upload("/banking/upload-transactions/", "file", "releve.csv", life.lastStatement);
}

/** A statement is taken back whole or not at all, and half of the time comes in again as if it had never come. */
export async function takeBack(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const importId = chance.one([...new Set(facts.lines.flatMap((one) => one.import_id ?? []))]);
  if (importId === undefined) return;
  const path = `/banking/statement-imports/${importId}`;
  const going = facts.lines.filter((one) => one.import_id === importId);
  const ids = new Set(going.map((one) => one.id));
  const file = await life.client.get(`${path}/file/`);
  life.expectStatus(file, 200);
  const answer = await life.client.post(`${path}/take-back/`);
  // What else stands on them may be of the same import, and a lot may hold them.
  const isFree =
    !life.makesLots &&
    going.every((one) => undoing(one, facts) === 200) &&
    !facts.allocations.some((one) => one.returned_line_id !== null && ids.has(one.line_id ?? 0));
  life.expectStatus(answer, ...(isFree ? [200] : [200, 409]));
  if (answer.status === 409) {
    life.checks.push((after) =>
      JSON.stringify(after) === JSON.stringify(facts) ? [] : ["an import that stays is not what it was"],
    );
    return;
  }
  const comesAgain = chance.next() < 0.5;
  const isLast = file.text === life.lastStatement;
  if (isLast && !comesAgain) life.lastStatement = "";
  if (comesAgain)
    life.expectStatus(
      await life.client.upload("/banking/upload-transactions/", "file", "releve.csv", file.text),
      200,
    );
  const labels = new Set(going.map((one) => one.label));
  const others = decidedBeside(facts, ids);
  life.checks.push((after) => {
    const back = after.lines
      .filter((one) => labels.has(one.label))
      .map((one) => `${one.label} ${one.amount}`);
    const expected = comesAgain ? going.map((one) => `${one.label} ${one.amount}`) : [];
    const kept = new Set(decidedBeside(after, ids));
    return [
      ...(back.sort().join() === expected.sort().join()
        ? []
        : [`of a statement that was taken back there is ${back.join()} and not ${expected.join()}`]),
      ...others.flatMap((one) => (kept.has(one) ? [] : [`${one} went with a statement of others`])),
    ];
  });
}

/** What is decided of other lines, or without one. */
const decidedBeside = ({ allocations, parts }: Facts, ids: ReadonlySet<number>): string[] => [
  ...allocations.flatMap(({ id, line_id, beside_line_id }) =>
    ids.has(line_id ?? beside_line_id ?? 0) ? [] : [`allocation ${id}`],
  ),
  ...parts.flatMap(({ id, line_id }) => (ids.has(line_id) ? [] : [`part ${id}`])),
];

/** The bank connection: new lines; of those before, one is told otherwise, has another amount, or was never there. */
export async function synchronise(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const before = chance.one(life.account.lines.filter((one) => !one.is_deleted));
  if (before && chance.next() < 0.5)
    life.account.change(
      before,
      chance.one([
        { is_deleted: true },
        { amount: cents(before.amount + chance.between(1, 500)) },
        { label: `${before.label} BIS` },
      ]) ?? {},
    );
  for (let left = chance.between(1, 2); left > 0; left -= 1) {
    const { label, amount } = payment(life, chance, facts);
    life.account.add(label, amount, life.today);
  }
  life.hasActed = true;
  await life.account.synchronise();
  // The bank tells the same once more.
  if (chance.next() < 0.2) await life.account.synchronise();
}

/** Settles no money: what was not the product's business. */
export async function close(life: Life, chance: Chance, { lines }: Facts): Promise<void> {
  const line = chance.one(lines.filter((one) => one.action_id !== null && isOpen(one.action_status)));
  if (!line) return;
  const answer = await life.client.patch(`/user-actions/${line.action_id}/`, { status: "REJECTED" });
  life.expectStatus(answer, 200);
  settlesNothing(life, line);
}

export async function switchAutomation(life: Life, chance: Chance): Promise<void> {
  const is_on = chance.next() < 0.8;
  life.expectStatus(await life.client.patch("/banking/automatic-lettering/", { is_on }), 200);
}
/** How many client accounts a bank line settles documents of. */
const accountsPaidBy = (line: BankLine, { documents, allocations }: Facts): number => {
  const paid = new Set(allocations.filter((one) => one.line_id === line.id).map((one) => one.document_id));
  return new Set(documents.filter((one) => paid.has(one.id)).map((one) => one.account)).size;
};
