import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockInvoicing } from "../../db/locks.ts";
import { inTransaction } from "../../db/scope.ts";
import { emptied, expectNothingSaved, leftovers, lumen, rows, stats } from "./import.testing.ts";
import { aSignedInDistributor, fixture, multipart, openBoxOffice, upload } from "./box-office.testing.ts";
import { declaration, reportOf } from "./report.testing.ts";
import type { TestApp } from "../../testing/test-app.ts";

let it: TestApp;
beforeAll(async () => {
  it = await openBoxOffice();
});
afterAll(async () => it?.close());
beforeEach(async () => emptied(it));

describe("a report that is refused", () => {
  const MB = 1024 * 1024;
  const cases: [string, string | Buffer, Parameters<typeof multipart>[1], number, string | RegExp][] = [
    ["without a file", "x", { field: "file" }, 400, "No file provided"],
    [
      "of another name and type",
      "<a/>",
      { name: "rapport.csv", type: "text/csv" },
      400,
      "Le fichier doit être au format XML.",
    ],
    ["that is no XML inside", "%PDF-1.7", {}, 400, "Le fichier doit être au format XML."],
    ["that is empty", "", {}, 400, "Le fichier doit être au format XML."],
    [
      "that is not well formed",
      '<?xml version="1.0"?>\n<a>\n  <b></a>',
      {},
      400,
      /^Le fichier XML est mal formé \(ligne 3, colonne \d+\)\.$/,
    ],
    [
      "that breaks off",
      reportOf([declaration()]).slice(0, -30),
      {},
      400,
      /^Le fichier XML est mal formé \(ligne \d+, colonne \d+\)\.$/,
    ],
    [
      "with a DOCTYPE",
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      {},
      400,
      "Le fichier contient une déclaration DOCTYPE, refusée pour raisons de sécurité.",
    ],
    [
      "without declarations",
      "<DeclarationsRecettes/>",
      {},
      400,
      "Aucune déclaration de recettes trouvée dans le fichier.",
    ],
    [
      "that holds less than it announces",
      reportOf([declaration(), '<Controle nombreDeclarations="2"/>']),
      {},
      400,
      /incomplet/,
    ],
    [
      "above 50 MB",
      Buffer.alloc(50 * MB + 1, " ").fill("<a>", 0, 3),
      {},
      413,
      "File size must be less than 50MB",
    ],
    ["far above 50 MB", Buffer.alloc(60 * MB, " "), {}, 413, "File size must be less than 50MB"],
    [
      "whose end is wrong after thousands of good declarations",
      `${reportOf(Array.from({ length: 3000 }, (_, i) => declaration({ reference: `R${i}`, screen: `S${i}` }))).slice(0, -20)}<`,
      {},
      400,
      /mal formé/,
    ],
  ];
  test.each(cases)(
    "%s: its message, and nothing is kept",
    async (_title, content, options, status, message) => {
      const distributor = await lumen(it);
      const response = await upload(it, distributor, content, options);
      expect(response.statusCode).toBe(status);
      expect(response.json().error).toEqual(
        typeof message === "string" ? message : expect.stringMatching(message),
      );
      await expectNothingSaved(it);
    },
  );

  test("with no multipart body: no file", async () => {
    const distributor = await lumen(it);
    const response = await it.app.inject({
      method: "POST",
      url: "/api/v1/box-office/upload-cnc-xml/",
      headers: distributor.headers,
      payload: {},
    });
    expect([response.statusCode, response.json().error]).toEqual([400, "No file provided"]);
  });

  test.each([
    ["its body stops short", (body: Buffer) => body.subarray(0, -20)],
    ["it is not multipart at all", () => Buffer.from("nothing")],
  ])("because %s: 400, nothing is kept", async (_title, spoil) => {
    const distributor = await lumen(it);
    const { headers, payload } = multipart(fixture("canonical.xml"));
    const response = await it.app.inject({
      method: "POST",
      url: "/api/v1/box-office/upload-cnc-xml/",
      headers: { ...headers, ...distributor.headers },
      payload: spoil(payload),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toHaveProperty("error");
    await expectNothingSaved(it);
  });

  test("a declaration in error is left out and told; the others are imported", async () => {
    const distributor = await lumen(it);
    const response = await upload(
      it,
      distributor,
      reportOf([
        declaration(),
        declaration({ reference: "R2", screen: "910232", week: "2026-11-19" }),
        declaration({ reference: "R3", screen: "910233", paid: "99999999999" }),
      ]),
    );
    expect(stats(response)).toMatchObject({ declarations_found: 3, imported: 1, errors_count: 2 });
    expect((stats(response)["errors"] as string[]).join()).toMatch(/R2.*mercredi.*R3.*illisible/);
  });
});

describe("who may import", () => {
  test("another kind of report does not exist", async () => {
    const distributor = await lumen(it);
    const { headers, payload } = multipart(fixture("canonical.xml"));
    for (const [kind, status] of [
      ["cnc", 200],
      ["autre", 404],
    ] as const) {
      const response = await it.app.inject({
        method: "POST",
        url: `/api/v1/box-office/upload-${kind}-xml`,
        headers: { ...headers, ...distributor.headers },
        payload,
      });
      expect(response.statusCode).toBe(status);
    }
  });

  test("nobody without a session", async () => {
    const { headers, payload } = multipart(fixture("canonical.xml"));
    const response = await it.app.inject({
      method: "POST",
      url: "/api/v1/box-office/upload-cnc-xml/",
      headers,
      payload,
    });
    expect(response.statusCode).toBe(401);
    await expectNothingSaved(it);
  });

  test("two distributors that import the same unknown cinema at once share it", async () => {
    const first = await lumen(it);
    const name = "Seconde Distribution";
    const second = await aSignedInDistributor(it, { name });
    const foreign = fixture("canonical.xml")
      .toString()
      .replaceAll('nom="Lumen Films Distribution" siren="000100016"', `nom="${name}"`);
    const responses = await Promise.all([
      upload(it, first, fixture("canonical.xml")),
      upload(it, second, foreign),
    ]);
    expect(responses.map((response) => [response.statusCode, stats(response)["imported"]])).toEqual([
      [200, 4],
      [200, 4],
    ]);
    expect(await rows(it, "select from cinema")).toHaveLength(2);
    expect(await rows(it, "select from screen")).toHaveLength(4);
    expect(await rows(it, "select from cinema_distributor")).toHaveLength(4);
  });
});

test("the same file sent eight times at once is imported once", async () => {
  const distributor = await lumen(it);
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => upload(it, distributor, fixture("canonical.xml"))),
  );
  expect(responses.map((response) => response.statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(responses.filter((response) => stats(response)["imported"] === 4)).toHaveLength(1);
  expect(responses.filter((response) => stats(response)["duplicates"] === 4)).toHaveLength(7);
  expect(await rows(it, "select from declaration")).toHaveLength(4);
  expect(await rows(it, "select from cinema")).toHaveLength(2);
});

test("reports of one distributor wait for each other without a place, and another's passes them (OPS-10)", async () => {
  const first = await lumen(it);
  const name = "Tierce Distribution";
  const second = await aSignedInDistributor(it, { name });
  const foreign = fixture("canonical.xml")
    .toString()
    .replaceAll('nom="Lumen Films Distribution" siren="000100016"', `nom="${name}"`);
  const waiting: ReturnType<typeof upload>[] = [];
  await inTransaction(it.owner, { kind: "all" }, async (tx) => {
    await lockInvoicing(tx, first.id);
    for (let sent = 0; sent < 3; sent += 1) waiting.push(upload(it, first, fixture("canonical.xml")));
    await expect.poll(() => leftovers().length).toBeGreaterThanOrEqual(3);
    expect((await upload(it, second, foreign)).statusCode).toBe(200);
  });
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});

describe("a client that goes away", () => {
  let port: number;
  beforeAll(async () => {
    await it.app.listen({ port: 0, host: "127.0.0.1" });
    port = (it.app.server.address() as AddressInfo).port;
  });
  const big = reportOf(
    Array.from({ length: 20_000 }, (_, i) => declaration({ reference: `R${i}`, screen: `S${i}` })),
  );

  test.each([
    ["in the middle of its file", (total: number) => total / 2],
    ["while its file is read", (total: number) => total],
  ])(
    "%s leaves nothing",
    async (_title, sent) => {
      const distributor = await lumen(it);
      const { headers, payload } = multipart(big);
      const client = request({
        port,
        method: "POST",
        path: "/api/v1/box-office/upload-cnc-xml/",
        headers: { ...headers, ...distributor.headers, "content-length": payload.length },
      });
      client.on("error", () => undefined);
      client.write(payload.subarray(0, sent(payload.length)));
      const active = () =>
        rows(
          it,
          "select from pg_stat_activity where datname = current_database() and query ilike 'copy staged%' and state = 'active'",
        );
      const deadline = Date.now() + 20_000;
      while (
        sent(payload.length) === payload.length ? (await active()).length === 0 : leftovers().length === 0
      ) {
        if (Date.now() > deadline) throw new Error("the upload never began");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      client.destroy();
      while (leftovers().length > 0 || (await active()).length > 0) {
        if (Date.now() > deadline) throw new Error("the import did not stop");
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await expectNothingSaved(it);
    },
    40_000,
  );
});
