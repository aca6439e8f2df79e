import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCinema, aDistributor, anInvoice, aStaffUser, LUMEN } from "../../testing/builders.ts";
import { startS3Server, TEST_BUCKET } from "../../testing/s3-server.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { declaration, reportOf } from "../box-office/report.testing.ts";

// The documents of this installation are in a bucket: FILES_URL=s3://…
const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(200_000, "Bobine ")]);
const SHA = createHash("sha256").update(PDF).digest();

let server: Awaited<ReturnType<typeof startS3Server>>;
let app: TestApp;
let mine: TestClient;
let stranger: TestClient;
let path: string;

beforeAll(async () => {
  server = await startS3Server();
  app = await createTestApp({ config: { filesUrl: `s3://${TEST_BUCKET}/files`, s3: server.access } });
  const { me, other, id } = await app.inDatabase(async (tx) => {
    const [lumen, boreal] = [await aDistributor(tx), await aDistributor(tx)];
    const invoice = await anInvoice(tx, lumen, await aCinema(tx, lumen));
    const key = "invoices/ab/abcd.pdf";
    await app.services.files.put(key, PDF, "application/pdf");
    const { id } = await tx.one<{ id: number }>(sql`
      insert into invoice_file (distributor_id, invoice_id, file_name, kind, content_type, size, sha256, storage_key)
      values (${lumen.id}, ${invoice.id}, 'Facture d’été.pdf', 'invoice_pdf', 'application/pdf', ${PDF.length}, ${SHA}, ${key})
      returning id`);
    return { me: await aStaffUser(tx, lumen), other: await aStaffUser(tx, boreal), id };
  });
  mine = await app.as(me);
  stranger = await app.as(other);
  path = `/invoices/files/${id}/`;
});
beforeEach(() => server.mend());
afterAll(async () => {
  await app.close();
  await server.close();
});

describe("a document of an invoice", () => {
  test("comes whole, with its type, a safe name and its length", async () => {
    const answer = await mine.get(path);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(PDF)).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(PDF.length),
      "accept-ranges": "bytes",
      "content-disposition": `inline; filename="Facture d__t_.pdf"; filename*=UTF-8''Facture%20d%E2%80%99%C3%A9t%C3%A9.pdf`,
      "x-content-type-options": "nosniff",
    });
  });

  test.each([
    ["bytes=0-3", 0, 3],
    ["bytes=0-8", 0, 8],
    ["bytes=100-199999", 100, 199_999],
    ["bytes=-9", PDF.length - 9, PDF.length - 1],
    ["bytes=200000-", 200_000, PDF.length - 1],
  ])("comes in part: %s", async (range, start, end) => {
    const answer = await mine.get(path, { range });
    expect(answer.status).toBe(206);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-range": `bytes ${start}-${end}/${PDF.length}`,
      "content-length": String(end - start + 1),
    });
    expect(answer.bytes.equals(PDF.subarray(start, end + 1))).toBe(true);
  });

  test("has no part after its end: 416 tells its length", async () => {
    const answer = await mine.get(path, { range: `bytes=${PDF.length}-` });
    expect([answer.status, answer.headers["content-range"]]).toEqual([416, `bytes */${PDF.length}`]);
    expect(answer.body.detail).toBe("La partie demandée de ce document n’existe pas.");
  });

  test("that its reader has is not sent again, and another one is sent whole", async () => {
    const etag = String((await mine.get(path)).headers["etag"]);
    expect((await mine.get(path, { "if-none-match": etag })).status).toBe(304);
    expect((await mine.get(path, { range: "bytes=0-8", "if-range": etag })).status).toBe(206);
    expect((await mine.get(path, { range: "bytes=0-8", "if-range": '"older"' })).status).toBe(200);
  });

  test("that its reader has stays in the browser, which is told so as when it was sent", async () => {
    const sent = await mine.get(path);
    const kept = {
      etag: sent.headers["etag"],
      "cache-control": sent.headers["cache-control"],
      vary: sent.headers["vary"],
    };
    expect(kept["cache-control"]).toBe("private, no-cache");
    const again = await mine.get(path, { "if-none-match": String(kept.etag) });
    expect([again.status, again.headers]).toEqual([304, expect.objectContaining(kept)]);
  });

  test("is nobody else's, in whole or in part", async () => {
    for (const headers of [{}, { range: "bytes=0-8" }] as Record<string, string>[]) {
      expect((await stranger.get(path, headers)).status).toBe(404);
      expect((await app.anonymous().get(path, headers)).status).toBe(401);
    }
  });

  test("is asked for again by itself when the store is ill for a moment", async () => {
    server.failNext("503");
    expect((await mine.get(path)).bytes.equals(PDF)).toBe(true);
  });

  test("of a store that is down says in French what to do, and comes when the store is back", async () => {
    server.failNext("503", "503", "503", "503");
    const answer = await mine.get(path);
    expect([answer.status, answer.headers["retry-after"], answer.body]).toEqual([
      503,
      "10",
      {
        code: "files_unavailable",
        detail:
          "Le stockage des documents est momentanément indisponible. Rien n’est perdu\u00a0: réessayez dans quelques instants.",
      },
    ]);
    expect((await mine.get(path)).status).toBe(200);
  });

  test("that the store lost is told as such", async () => {
    await app.inDatabase((tx) => tx.run(sql`update invoice_file set storage_key = 'lost.pdf'`));
    const answer = await mine.get(path);
    expect([answer.status, answer.body.code]).toEqual([404, "file_missing"]);
    await app.inDatabase((tx) => tx.run(sql`update invoice_file set storage_key = 'invoices/ab/abcd.pdf'`));
  });

  test("whose bytes are not a PDF is never served, in whole or in part", async () => {
    await app.services.files.put(
      "page.pdf",
      Buffer.from("<html><script>".padEnd(PDF.length)),
      "application/pdf",
    );
    await app.inDatabase((tx) => tx.run(sql`update invoice_file set storage_key = 'page.pdf'`));
    expect((await mine.get(path)).status).toBe(415);
    for (const range of ["bytes=0-3", "bytes=6-13"])
      expect((await mine.get(path, { range })).status).toBe(415);
  });
});

test("a store that is down while invoices are issued loses nothing: they are issued, and their documents come with it", async () => {
  const staff = await app.inDatabase(async (tx) => {
    const lumen = await aDistributor(tx, LUMEN);
    await aCinema(tx, lumen, { name: "Cinéma Le Beffroi", screens: ["910231", "910232"] });
    return await aStaffUser(tx, lumen);
  });
  const client = await app.as(staff);
  server.failNext(...Array.from({ length: 40 }, () => "503" as const));
  const report = reportOf([declaration()]);
  const imported = await client.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "s47.xml",
    report,
    "text/xml",
  );
  expect(imported.status).toBe(200);
  await expect(app.drainJobs()).rejects.toMatchObject({ code: "files_unavailable" });
  const { results } = (await client.get("/invoices/invoices/?page=1")).body;
  expect(results).toMatchObject([{ invoice_number: "F26000001", files: [] }]);
  const files = `/invoices/invoices/${results[0].id}/files/`;
  expect([(await client.get(files)).status, (await client.get(files)).body.code]).toEqual([
    503,
    "files_unavailable",
  ]);

  server.mend();
  const made = await client.get(files);
  expect(made.body.files).toMatchObject([{ file_name: "F26000001.pdf" }]);
  const document = await client.get(`/invoices/files/${made.body.files[0].id}/`);
  expect([document.status, document.bytes.subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
});
