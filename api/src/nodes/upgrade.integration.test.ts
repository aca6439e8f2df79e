// A version is brought to an installation of a released one while people work there: nodes of both serve side by side (OPS-8, OPS-13).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import sql from "sql-template-tag";
import { extentOf } from "../../../tooling/extent.mjs";
import { restoreRelease, savedRelease } from "../db/releases.testing.ts";
import { urlFor } from "../db/web-role.ts";
import { must } from "../domain/must.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../modules/mailing/mailing.testing.ts";
import { WEB_LOGIN } from "../testing/database.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../testing/temporary-postgres.ts";
import { createTestApp } from "../testing/test-app.ts";
import { Acknowledged } from "./acknowledged.testing.ts";
import { browserAt, type NodeBrowser } from "./browser.testing.ts";
import { startNode, type TestNode, until } from "./node.testing.ts";
import { type OldVersion, oldVersion } from "./old-version.testing.ts";

const isLeft = extentOf("releases") === "part";
const LEFT = "npm run campaign releases";
const VERSION = "0.1.0";
const ACCOUNTANT = "compta@lumen-films.example";

const old: OldVersion | undefined = isLeft ? undefined : oldVersion(VERSION);

describe.skipIf(old === undefined)(
  `from version ${VERSION}${isLeft ? ` (left to ${LEFT})` : old === undefined ? " (this copy of the repository has not its commit)" : ""}`,
  () => {
    let postgres: TemporaryPostgres;
    let smtp: TestSmtpServer;
    let folder: string;
    const nodes: TestNode[] = [];
    beforeAll(async () => {
      postgres = await startTemporaryPostgres("upgrade", { max_connections: "120" });
      await restoreRelease(postgres.url, savedRelease(VERSION));
      smtp = await startTestSmtpServer();
      folder = mkdtempSync(join(tmpdir(), "bobine-upgrade-"));
    }, 240_000);
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      await smtp.close();
      await postgres.stop();
      old?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    /** As people do: by the link of a mail. */
    async function signedIn(node: TestNode): Promise<NodeBrowser> {
      smtp.received.length = 0;
      const browser = browserAt(node.url);
      await browser.send("POST", "/auth/login/", { email: ACCOUNTANT });
      const mailed = () => smtp.received.find(({ to }) => to.includes(ACCOUNTANT));
      await until("the link arrives", async () => mailed() !== undefined);
      const text = String(mailed()?.content)
        .replaceAll(/=\r?\n/g, "")
        .replaceAll("=3D", "=");
      const token = must(/verify\?token=([\w-]+)/.exec(text)?.[1], "a link");
      const { status, body } = await browser.send("POST", "/auth/login/verify/", { token });
      expect(status).toBe(200);
      return browser.withHeaders({ authorization: `Bearer ${String(body.token)}` });
    }

    test("the next one migrates while its nodes serve, both serve side by side, and what either answered stays", async () => {
      const webUrl = urlFor(WEB_LOGIN, postgres.url);
      const environment = { DATABASE_URL: webUrl, DATA_DIR: folder, SMTP_URL: smtp.url };
      const withOwner = { ...environment, DATABASE_OWNER_URL: postgres.url };
      const before = await startNode(withOwner, undefined, must(old, "the old version").server);
      nodes.push(before);
      const person = await signedIn(before);
      const invoice = must((await person.get("/invoices/invoices/?page=1")).body.results[0], "an invoice").id;
      let serving = [before];
      let turn = 0;
      const acknowledged = new Acknowledged({
        person: () => person,
        url: () => must(serving[(turn += 1) % serving.length], "a node").url,
        invoice: () => invoice,
      });
      const strange: string[] = [];
      let isOver = false;
      const work = async (one: () => Promise<{ status: number; body: unknown }>) => {
        while (!isOver) {
          const { status, body } = await one();
          if (status !== 200) strange.push(`${status} ${JSON.stringify(body)}`);
          await pause(200);
        }
      };
      const asked = [
        "/invoices/invoices/?page=1",
        "/user-actions/?page=1",
        "/banking/all-transactions/?page=1",
        "/cinemas/?page=1",
        "/auth/user/",
      ];
      let at = 0;
      const load = [
        work(() => acknowledged.report()),
        work(() =>
          person
            .at(must(serving[at % serving.length], "a node").url)
            .get(must(asked[(at += 1) % asked.length], "a path")),
        ),
      ];
      const answered = async (count: number) => {
        const from = acknowledged.reports.length;
        await until("work goes on", async () => acknowledged.reports.length >= from + count, 120_000);
      };
      await answered(3);
      // Its own process migrates with the owner's rights, under that load.
      const after = await startNode(withOwner);
      nodes.push(after);
      await answered(3);
      serving = [before, after];
      await answered(10);
      serving = [after];
      await answered(3);
      expect(await before.stop()).toBe(0);
      await answered(3);
      isOver = true;
      await Promise.all(load);
      const inside = await createTestApp({
        today: new Date().toISOString(),
        database: { url: postgres.url, webUrl, drop: async () => undefined },
      });
      try {
        await until(
          "all jobs are done",
          async () => {
            const open = await inside.inDatabase((tx) =>
              tx.one<{ count: number }>(
                sql`select count(*) from pgboss.job where name = 'issue-invoices' and state in ('created', 'retry', 'active')`,
              ),
            );
            return open.count === 0;
          },
          120_000,
        );
        expect({ strange, broken: await acknowledged.broken(inside) }).toEqual({ strange: [], broken: [] });
      } finally {
        await inside.close();
      }
    }, 600_000);
  },
);
