import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOT_A_STATEMENT, STATEMENT_MAX_BYTES } from "@bobine/contract/banking";
import { NO_FILE } from "@bobine/contract/box-office";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { lockStatements } from "../../db/locks.ts";
import { inTransaction } from "../../db/scope.ts";
import { workbook } from "../../domain/parsing/tables/workbook.testing.ts";
import {
  aSampleDistributor,
  importedStats,
  savedOf,
  NOTHING_STORED,
  sample,
  violationsIn,
} from "./statement.testing.ts";
import { type Accountant, anAccountant, multipart, LEDGER } from "./banking.testing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let bank: TestApp;
/** Other tests receive files too, at the same time. */
const folder = mkdtempSync(join(tmpdir(), "bobine-test-"));

beforeAll(async () => {
  vi.stubEnv("TMPDIR", folder);
  bank = await createTestApp(LEDGER);
});
afterAll(async () => {
  await bank.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const BOUNDARY = "----bobine";
const HEAD = "Date;Libellé;Montant";
const csv = (...lines: string[]): string => [HEAD, ...lines].join("\r\n");
const manyLines = (count: number): string =>
  csv(...Array.from({ length: count }, (_, index) => `28/12/2026;VIR SEPA CLIENT NUMERO ${index};12,00`));

describe("a file that is refused keeps nothing and says why", () => {
  const UNKNOWN = /^Format de relevé non reconnu\. Colonnes attendues\s: date, libellé et montant/;
  test.each<[string, string, string | Buffer, RegExp | string, number?]>([
    ["another extension", "releve.pdf", "%PDF-1.7", NOT_A_STATEMENT],
    ["an old Excel name", "releve.xls", csv("28/12/2026;VIR;1,00"), NOT_A_STATEMENT],
    ["an extension behind another", "releve.csv.exe", csv("28/12/2026;VIR;1,00"), NOT_A_STATEMENT],
    ["no extension", "csv", csv("28/12/2026;VIR;1,00"), NOT_A_STATEMENT],
    ["nothing in it", "releve.csv", "", "Le fichier est vide."],
    ["only blanks", "releve.csv", "\r\n \r\n", "Le fichier est vide."],
    ["no operation", "releve.csv", csv("", ""), "Le fichier ne contient aucune opération."],
    [
      "nothing but a balance",
      "releve.csv",
      csv("28/12/2026;SOLDE AU 28/12/2026;45,00"),
      "Le fichier ne contient aucune opération.",
    ],
    ["another layout", "releve.csv", "Nom;Prénom\r\nDupont;Jeanne\r\n", UNKNOWN],
    [
      "an old Excel file that was renamed",
      "releve.csv",
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "Enregistrez le fichier au format XLSX ou CSV.",
    ],
    [
      "a web page that was renamed",
      "releve.xlsx",
      "<html><table><tr><td>28/12/2026</td></tr></table></html>",
      "Enregistrez le fichier au format XLSX ou CSV.",
    ],
    ["a broken workbook", "releve.xlsx", Buffer.from("PK\u0003\u0004 and no more", "latin1"), /./],
    [
      "too many rows",
      "releve.csv",
      manyLines(50_001),
      /^Le fichier contient plus de 50\s000 lignes\. Découpez-le/,
    ],
    [
      "dates that nobody can read",
      "releve.csv",
      csv("31/02/2026;VIR A;1,00", "28/12/2026;VIR B;2,00", "12.2026;VIR C;3,00"),
      /^2 dates sur 3 sont illisibles/,
    ],
    [
      "more than 10 MB",
      "releve.csv",
      Buffer.alloc(STATEMENT_MAX_BYTES + 1, 0x20),
      "Le fichier est trop volumineux.",
      413,
    ],
  ])("%s", async (_title, fileName, content, message, status = 400) => {
    const me = await anAccountant(bank);
    const answer = await me.upload(fileName, content);
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
      status,
      typeof message === "string" ? message : expect.stringMatching(message),
    ]);
    expect(await savedOf(bank, me)).toEqual(NOTHING_STORED);
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ["a form without the file", () => multipart("other", "releve.csv", sample("releve-1-bnp.csv"))],
    ["an empty file box", () => multipart("file", "", "")],
    ["no form at all", () => ({ payload: Buffer.from("{}"), contentType: "application/json" })],
  ])("%s", async (_title, body) => {
    const me = await anAccountant(bank);
    const { payload, contentType } = body();
    const answer = await bank.app.inject({
      method: "POST",
      url: "/api/v1/banking/upload-transactions/",
      headers: { ...me.headers, "content-type": contentType },
      payload,
    });
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ error: NO_FILE })]);
    expect(await savedOf(bank, me)).toEqual(NOTHING_STORED);
  });

  const ONE_FILE = "Envoyez un seul fichier.";
  const part = (name: string, content: string, disposition = `; filename="${name}"`) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"${disposition}\r\n\r\n${content}\r\n`;
  const line = csv("28/12/2026;VIR;1,00");
  const fields = Array.from(
    { length: 9 },
    (_, index) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\nx\r\n`,
  ).join("");
  test.each([
    ["two files", part("a.csv", line) + part("b.csv", line), ONE_FILE],
    [
      "two small files and one large",
      part("a.csv", line) + part("b.csv", line) + part("c.csv", "x".repeat(300_000)),
      ONE_FILE,
    ],
    ["two large files", part("a.csv", "x".repeat(300_000)) + part("b.csv", "x".repeat(300_000)), ONE_FILE],
    [
      "a file whose name is not given",
      part("", line, "\r\ncontent-type: application/octet-stream"),
      NOT_A_STATEMENT,
    ],
    ["a file without a name", part("", line), NOT_A_STATEMENT],
    ["a file after nine fields", fields + part("a.csv", line), "Envoyez le fichier seul, sans autre champ."],
    [
      "a file that breaks off",
      part("a.csv", line).slice(0, -2),
      "L’envoi du fichier a été interrompu. Réessayez.",
    ],
  ])("%s", async (title, parts, error) => {
    const me = await anAccountant(bank);
    const answer = await bank.app.inject({
      method: "POST",
      url: "/api/v1/banking/upload-transactions/",
      headers: {
        ...me.headers,
        "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      },
      payload: parts + (title.endsWith("breaks off") ? "" : `--${BOUNDARY}--\r\n`),
    });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, error]);
    expect(await savedOf(bank, me)).toEqual(NOTHING_STORED);
    expect(leftovers()).toEqual([]);
  });

  test("somebody who is not signed in", async () => {
    const { payload, contentType } = multipart("file", "releve.csv", sample("releve-1-bnp.csv"));
    const answer = await bank.app.inject({
      method: "POST",
      url: "/api/v1/banking/upload-transactions/",
      headers: { "content-type": contentType },
      payload,
    });
    expect(answer.statusCode).toBe(401);
  });
});

describe("a line in error is told and the others are kept", () => {
  const NBSP = "\u00a0";
  const GOOD = ["28/12/2026;VIR SEPA A;1,00", "28/12/2026;VIR SEPA B;2,00", "29/12/2026;VIR SEPA C;3,00"];
  const far = "9".repeat(13);
  test.each([
    [
      "an amount with a letter",
      "29/12/2026;VIR;12,3O",
      `Ligne 5${NBSP}: montant illisible («${NBSP}12,3O${NBSP}»).`,
    ],
    [
      "an amount larger than money",
      `29/12/2026;VIR;${far}`,
      `Ligne 5${NBSP}: montant illisible («${NBSP}${far}${NBSP}»).`,
    ],
    [
      "a day that does not exist",
      "31/11/2026;VIR;12,30",
      `Ligne 5${NBSP}: date illisible («${NBSP}31/11/2026${NBSP}»).`,
    ],
    [
      "text whose end is cut inside a character",
      `29/12/2026;VIR;${"x".repeat(39)}😀`,
      expect.stringMatching(/^Ligne 5\u00a0: montant illisible/),
    ],
  ])("%s", async (_title, line, message) => {
    const me = await anAccountant(bank);
    expect(
      await importedStats(
        me,
        "releve.csv",
        csv(...GOOD, line, "30/12/2026;VIR SEPA D;4,00", "31/12/2026;VIR SEPA E;5,00"),
      ),
    ).toMatchObject({
      rows_read: 6,
      imported: 5,
      errors: [message],
    });
    const { rows } = await bank.owner.query<{ action_details: { errors: string[] } }>(
      "select action_details from audit_log where distributor_id = $1",
      [me.distributorId],
    );
    expect(rows[0]?.action_details.errors).toEqual([message]);
    expect(await savedOf(bank, me)).toMatchObject({ files: 1, lines: 5 });
  });

  test("a hundred messages at most are kept of a file with more", async () => {
    const me = await anAccountant(bank);
    const wrong = Array.from({ length: 150 }, (_, index) => `29/12/2026;VIR ${index};douze`);
    const good = Array.from({ length: 200 }, (_, index) => `28/12/2026;VIR BON ${index};12,00`);
    const stats = await importedStats(me, "releve.csv", csv(...good, ...wrong));
    expect(stats).toMatchObject({ rows_read: 350, imported: 200, errors_count: 150 });
    expect(stats.errors).toHaveLength(100);
  });
});

describe("what no bank sends but a file may hold", () => {
  test.each([
    ["a label with a symbol across the limit of its length", `${"A".repeat(499)}😀 F26000999`],
    ["quotes, backslashes and markup", String.raw`VIR \u0000 '; drop table invoice; -- <script>`],
    ["a number cut inside a symbol", `VIR SEPA CLIENT FACT F26000123${"😀".repeat(300)}`],
  ])("%s", async (_title, label) => {
    const me = await aSampleDistributor(bank);
    const stats = await importedStats(me, "releve.csv", csv(`28/12/2026;"${label}";2897,31`));
    expect(stats.imported).toBe(1);
    expect(await violationsIn(bank)).toEqual([]);
  });

  test("a file name cut inside a symbol", async () => {
    const me = await anAccountant(bank);
    const name = `${"a".repeat(195)}.csv`;
    expect((await me.upload(name, csv("28/12/2026;VIR;1,00"))).statusCode).toBe(200);
    const long = await me.upload(`${"a".repeat(199)}😀.csv`, csv("28/12/2026;VIR;2,00"));
    expect(long.statusCode).toBeLessThan(500);
  });

  test("dates long ago and far ahead", async () => {
    const me = await anAccountant(bank);
    expect(
      await importedStats(me, "releve.csv", csv("01/01/2000;VIR SEPA A;1,00", "31/12/2099;VIR SEPA B;2,00")),
    ).toMatchObject({ imported: 2, period_start: "2000-01-01", period_end: "2099-12-31" });
  });

  test("amounts in another currency are kept, never lettered, and not added to euros", async () => {
    const me = await aSampleDistributor(bank);
    const stats = await importedStats(
      me,
      "releve.csv",
      [
        "Date;Libellé;Montant;Devise",
        "28/12/2026;VIR SEPA BEFFROI CINES F26000123;2897,31;USD",
        "28/12/2026;VIR SEPA A;1,00;EUR",
        "28/12/2026;VIR SEPA B;2,00;EUR",
      ].join("\r\n"),
    );
    expect(stats).toMatchObject({ imported: 3, total_credits: "3.00", currency: "EUR", auto_reconciled: 0 });
  });

  test("a workbook with a text where its amount should be", async () => {
    const me = await anAccountant(bank);
    const file = await workbook([
      ["Date", "Libellé", "Montant"],
      [{ date: 46_384 }, "VIR SEPA A", 12.5],
      [{ date: 46_384 }, "VIR SEPA B", "douze"],
    ]);
    expect(await importedStats(me, "releve.XLSX", file)).toMatchObject({
      imported: 1,
      total_credits: "12.50",
      errors: [expect.stringContaining("Ligne 3")],
    });
  });
});

describe("a client that goes away", () => {
  let port: number;
  beforeAll(async () => {
    await bank.app.listen({ port: 0, host: "127.0.0.1" });
    port = (bank.app.server.address() as AddressInfo).port;
  });

  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    const deadline = Date.now() + 20_000;
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error("it did not come to that");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const sessions = async (condition: string): Promise<boolean> => {
    const { rowCount } = await bank.owner.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
    );
    return rowCount !== 0;
  };
  /** @param part of the request that is sent, from 0 to 1 */
  const send = (me: Accountant, content: string | Buffer, part: number) => {
    const { payload, contentType } = multipart("file", "releve.csv", content);
    const client = request({
      port,
      method: "POST",
      path: "/api/v1/banking/upload-transactions/",
      headers: {
        ...me.headers,
        "content-type": contentType,
        "content-length": payload.length,
      },
    });
    client.on("error", () => undefined);
    client.write(payload.subarray(0, Math.floor(payload.length * part)));
    return client;
  };
  const expectNothing = async (me: Accountant): Promise<void> => {
    await until(async () => leftovers().length === 0 && !(await sessions("state <> 'idle'")));
    expect(await savedOf(bank, me)).toEqual(NOTHING_STORED);
  };

  test("in the middle of its file leaves nothing", async () => {
    const me = await aSampleDistributor(bank);
    const client = send(me, sample("releve-1-bnp.csv"), 0.8);
    await until(() => leftovers().length > 0);
    client.destroy();
    await expectNothing(me);
  });

  test.each([
    ["while its file is read", "file"],
    ["while its lines are stored", "state = 'active' and query ilike '%insert into bank_transaction%'"],
    [
      "while they are lettered",
      "state = 'idle in transaction' and query ilike '%bank_transaction t join allocation%'",
    ],
  ])(
    "%s leaves nothing",
    async (_title, moment) => {
      const me = await aSampleDistributor(bank);
      const client = send(me, manyLines(20_000), 1);
      await until(() => (moment === "file" ? leftovers().length > 0 : sessions(moment)));
      client.destroy();
      await expectNothing(me);
    },
    40_000,
  );

  test("while it waits behind another import leaves nothing", async () => {
    const me = await aSampleDistributor(bank);
    await inTransaction(bank.owner, { kind: "all" }, async (tx) => {
      await lockStatements(tx, me.distributorId);
      const client = send(me, sample("releve-1-bnp.csv"), 1);
      await until(() => sessions("wait_event_type = 'Lock'"));
      client.destroy();
      // The server hears of it in its own time.
      await until(async () => (await connections()) === 0);
    });
    await expectNothing(me);
    expect(await importedStats(me, "releve.csv", sample("releve-1-bnp.csv"))).toMatchObject({ imported: 6 });
  });

  const connections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      bank.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
});

const leftovers = (): string[] => readdirSync(folder).filter((name) => name.startsWith("bobine-upload-"));
