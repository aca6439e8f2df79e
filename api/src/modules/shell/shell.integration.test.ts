import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { API_LEVEL } from "@bobine/contract/api-level";
import { hostBuildSchema, registrySchema } from "@bobine/contract/registry";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3Server, TEST_BUCKET } from "../../testing/s3-server.ts";
import { createTestApp, type TestAnswer, type TestApp } from "../../testing/test-app.ts";
import { openRegistryStorage } from "./open-registry-storage.ts";
import { registryStore } from "./registry-store.ts";
import { aHostJson, aRemoteBuild, hashOf, writeFiles } from "./remote-build.testing.ts";

const INDEX = `<!doctype html><html lang="fr"><head><title>Bobine</title>
<!-- preloads of the remote -->
<script type="application/json" id="registry">__REGISTRY__</script>
<script defer src="/assets/host/main.0a1b2c3d4e5f.js"></script></head><body><div id="root"></div></body></html>`;
/** Ends a script, opens a comment that hides its end, breaks a line of old JavaScript, and looks like a replacement pattern. */
const HOSTILE = "</script><script>alert(1)</script><!--<script>\u2028\u2029 $& $1 $' &lt;";

const ACCEPTS = { accept: "text/html,*/*" };
/** Long enough to be worth compressing. */
const LONG = "start(); ".repeat(400);

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "bobine-front-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a developer's machine may serve remotes when the operator says so, and says so in the registry", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bobine-front-"));
  writeFiles(join(folder, "host/dist"), { "index.html": INDEX, "host.json": aHostJson() });
  const app = await createTestApp({ frontRoot: folder, config: { devOverrides: true } });
  try {
    const page = await app.app.inject({ method: "GET", url: "/" });
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self' http://localhost:*;");
    expect(policy).toContain("connect-src 'self' http://localhost:*;");
    expect(policy).toContain("default-src 'self';");
    expect(page.payload).toContain('"devOverrides":true');
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("the shell", () => {
  let app: TestApp;
  beforeAll(async () => {
    writeFiles(join(root, "host/dist"), {
      "index.html": INDEX,
      "host.json": aHostJson(),
      "main.0a1b2c3d4e5f.js": "start()",
      "main.0a1b2c3d4e5f.css": "body{}",
    });
    writeFiles(join(root, "host/dist"), { "libraries.js": LONG, "libraries.js.br": "from brotli" });
    aRemoteBuild(join(root, "mfe-finance/dist"), {
      label: HOSTILE,
      files: { "remoteEntry.js": "entry()", "126.c62f319a9e7f.js": "chunk()", "long.js": LONG },
      preload: ["remoteEntry.js", "126.c62f319a9e7f.js"],
    });
    aRemoteBuild(join(root, "mfe-admin/dist"), {
      name: "mfe-admin",
      build: "fedcba987654",
      integrity: { "remoteEntry.js": hashOf("another file") },
    });
    app = await createTestApp({ frontRoot: root, config: { boxOfficeKind: "cnc" } });
  });
  afterAll(() => app.close());

  /** Addresses of the shell, which are not of the API. */
  const get = async (url: string, headers: Record<string, string> = {}): Promise<TestAnswer> => {
    const answer = await app.app.inject({ method: "GET", url, headers });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      bytes: answer.rawPayload,
      body: isPlainJson(answer.headers) ? answer.json() : undefined,
    };
  };
  const isPlainJson = (headers: Record<string, unknown>): boolean =>
    /json/.test(String(headers["content-type"])) && headers["content-encoding"] === undefined;
  const embeddedIn = (html: string): string =>
    /<script type="application\/json" id="registry">([^]*?)<\/script>/.exec(html)?.[1] ?? "";

  test("the registry tells the live remotes and the settings, fresh each time", async () => {
    const answer = await get("/registry.json");
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.body).toEqual({
      schemaVersion: 1,
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      generatedAt: "2026-11-30T11:00:00.000Z",
      host: {
        version: "0.1.0",
        build: "b6925dfed7df",
        contract: "1.0.0",
        api: API_LEVEL,
        deployedAt: "2026-11-30T11:00:00.000Z",
        shared: { react: "19.3.1" },
        integrity: { "main.0a1b2c3d4e5f.js": hashOf("start()") },
      },
      settings: {
        boxOfficeKind: "cnc",
        communicationDomain: "@factures.bobine.example",
        providerPages: { card: ["http://localhost:3000"], bank: ["http://localhost:3000"] },
      },
      remotes: [
        expect.objectContaining({
          name: "mfe-finance",
          build: "0123456789ab",
          baseUrl: "/r/mfe-finance/0123456789ab/",
          deployedAt: "2026-11-30T11:00:00.000Z",
          contract: "^1.0.0",
          previous: null,
          canary: null,
          integrity: {
            "remoteEntry.js": hashOf("entry()"),
            "126.c62f319a9e7f.js": hashOf("chunk()"),
            "long.js": hashOf(LONG),
          },
          preload: ["remoteEntry.js", "126.c62f319a9e7f.js"],
        }),
      ],
    });
    expect(registrySchema.parse(answer.body)).toEqual(answer.body);
  });

  test("a tab asks for the id alone, and every answer of the API tells it", async () => {
    const head = await get("/registry/head");
    expect([head.status, head.headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(head.body).toEqual({ id: (await get("/registry.json")).body.id });
    const answer = await get("/api/v1/auth/csrf-token/");
    expect(answer.headers["x-registry-id"]).toBe(head.body.id);
    expect((await get("/healthz")).headers["x-registry-id"]).toBeUndefined();
  });

  test("a decision of the operator is in the next page, with another id", async () => {
    const store = registryStore(openRegistryStorage(app.services.config));
    const by = { who: "claire", now: new Date("2026-11-30T12:00:00Z"), reason: "essai" };
    const before = (await get("/registry.json")).body;
    const next = aRemoteBuild(join(root, "next"), {
      build: "ba9876543210",
      files: { "remoteEntry.js": "next()" },
    });
    await store.publish(next, by);
    expect((await get("/registry.json")).body).toEqual(before);
    expect((await get("/r/mfe-finance/ba9876543210/remoteEntry.js")).text).toBe("next()");

    await store.promote("mfe-finance", "ba9876543210", by);
    const after = (await get("/registry.json")).body;
    expect(after.id).not.toBe(before.id);
    expect((await get("/registry/head")).body).toEqual({ id: after.id });
    expect(after.remotes[0]).toMatchObject({
      build: "ba9876543210",
      deployedAt: "2026-11-30T12:00:00.000Z",
      previous: { build: "0123456789ab", baseUrl: "/r/mfe-finance/0123456789ab/" },
    });
    await store.rollback("mfe-finance", { from: "ba9876543210" }, by);
    expect((await get("/registry.json")).body.remotes[0]).toMatchObject({
      build: "0123456789ab",
      previous: null,
    });
  });

  test("a remote whose files are not what it says is left out, and the others are served", async () => {
    const { body } = await get("/registry.json");
    expect(body.remotes.map((remote: { name: string }) => remote.name)).toEqual(["mfe-finance"]);
    expect((await get("/r/mfe-admin/fedcba987654/remoteEntry.js")).status).toBe(404);
  });

  test("the page carries the registry, and no value of it can end the script element", async () => {
    const page = await get("/", { accept: "text/html" });
    expect(page.status).toBe(200);
    expect(page.headers["cache-control"]).toBe("no-cache");
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    const embedded = embeddedIn(page.text);
    expect(embedded).not.toContain("<");
    const inPage = registrySchema.parse(JSON.parse(embedded));
    const { remotes, ...whole } = (await get("/registry.json")).body;
    // What only servers read is left out, hashes of pictures and fonts among it.
    expect(inPage).toEqual({ ...whole, remotes: [{ ...remotes[0], preload: [], pages: [] }] });
    expect(embedded).not.toContain("preload");
    expect(JSON.parse(embedded).remotes[0].nav[0].label).toBe(HOSTILE);
    // Nothing else of the page moved.
    const links = /<link rel="preload".*>/.exec(page.text)?.[0] ?? "";
    const template = page.text
      .replace(embedded, () => "__REGISTRY__")
      .replace(links, () => "<!-- preloads of the remote -->");
    expect(template).toBe(INDEX);
  });

  test("a page asks at once for the first files of the remote that it belongs to", async () => {
    const place = "/r/mfe-finance/0123456789ab/";
    for (const url of ["/", "/dashboard?x=1", "/invoices"])
      expect((await get(url)).text).toContain(
        `<link rel="preload" as="script" href="${place}remoteEntry.js" integrity="${hashOf("entry()")}" crossorigin="anonymous">` +
          `<link rel="preload" as="script" href="${place}126.c62f319a9e7f.js" integrity="${hashOf("chunk()")}" crossorigin="anonymous">`,
      );
    expect((await get("/account/overview")).text).not.toContain("<link");
  });

  test.each(["/account", "/invoices/12", "/auth/verify?token=abc", "/n-importe-quoi", "/reports", "/apis"])(
    "%s answers the same page",
    async (url) => {
      const page = await get(url, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
      expect(page.status).toBe(200);
      expect(page.text).toBe((await get("/auth")).text);
    },
  );

  test.each(["/invoices/1%", "/%E0%A4%A", "/%", "/%zz?page=1", "/%2e%2e/%c3%28", "//%"])(
    "%s cannot be read: the same page, with its security headers",
    async (url) => {
      const page = await get(url, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
      const first = await get("/auth");
      expect([page.status, page.text]).toEqual([200, first.text]);
      for (const name of ["content-type", "content-security-policy", "cache-control"])
        expect(page.headers[name]).toBe(first.headers[name]);
    },
  );

  test.each([
    ["GET", "/api/v1/unknown/", "text/html"],
    ["GET", "/api/v1/cinemas/1%", "text/html"],
    ["GET", "/assets/host/%.js", "text/html"],
    ["GET", "/r/mfe-finance/%E0%A4%A", "text/html"],
    ["GET", "/invoices/1%", "application/json"],
    ["POST", "/invoices/1%", "text/html"],
    ["GET", "/api", "text/html"],
    ["GET", "/assets/host/missing.js", "text/html"],
    ["GET", "/r/mfe-finance/0123456789ab/missing.js", "*/*"],
    ["GET", "/favicon.png", "image/png"],
    ["POST", "/dashboard", "text/html"],
  ] as const)("%s %s is no page: 404 in JSON", async (method, url, accept) => {
    const answer = await app.app.inject({ method, url, headers: { accept } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ detail: "Élément introuvable.", code: "not_found" });
    expect(answer.headers["cache-control"] ?? "").not.toContain("immutable");
  });

  test.each([
    ["/assets/host/main.0a1b2c3d4e5f.js", "start()", "javascript"],
    ["/assets/host/main.0a1b2c3d4e5f.css", "body{}", "css"],
    ["/r/mfe-finance/0123456789ab/remoteEntry.js", "entry()", "javascript"],
    ["/r/mfe-finance/0123456789ab/126.c62f319a9e7f.js", "chunk()", "javascript"],
  ])("%s is kept by browsers for a year", async (url, content, type) => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(content);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers["content-type"]).toContain(type);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  describe("over the wire", () => {
    const decoded = { br: brotliDecompressSync, gzip: gunzipSync };
    const path = "/r/mfe-finance/0123456789ab/long.js";
    test.each([
      ["br", { ...ACCEPTS, "accept-encoding": "gzip, deflate, br, zstd" }],
      ["gzip", { ...ACCEPTS, "accept-encoding": "gzip" }],
    ] as const)("pages, files and answers come as %s to those who accept it", async (encoding, headers) => {
      for (const url of ["/invoices", "/", path, "/registry.json", "/api/v1/openapi.json"]) {
        const [plain, answer] = [await get(url, ACCEPTS), await get(url, headers)];
        expect({
          url,
          coding: answer.headers["content-encoding"],
          varies: /accept-encoding/i.test(String(answer.headers["vary"])),
          type: answer.headers["content-type"],
          kept: answer.headers["cache-control"],
          text: decoded[encoding](answer.bytes).toString(),
          plain: plain.headers["content-encoding"],
        }).toEqual({
          url,
          coding: encoding,
          varies: true,
          type: plain.headers["content-type"],
          kept: plain.headers["cache-control"],
          text: plain.text,
          plain: undefined,
        });
      }
    });

    test("what was compressed when it was built is sent as it is; without it, it is compressed now", async () => {
      const headers = { "accept-encoding": "br" };
      expect((await get("/assets/host/libraries.js", headers)).text).toBe("from brotli");
      const now = await get("/assets/host/libraries.js", { "accept-encoding": "gzip" });
      expect([now.headers["content-encoding"], gunzipSync(now.bytes).toString()]).toEqual(["gzip", LONG]);
    });

    test("a compressed form has no address of its own", async () => {
      for (const url of ["/assets/host/libraries.js.br", `${path}.br`, `${path}.gz`])
        expect([url, (await get(url, { accept: "*/*" })).status]).toEqual([url, 404]);
    });

    test("an unchanged file is not sent again, and a part of one is of the form that is sent", async () => {
      const headers = { "accept-encoding": "br" };
      const whole = await get(path, headers);
      const again = await get(path, { ...headers, "if-none-match": String(whole.headers["etag"]) });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      const part = await get(path, { ...headers, range: "bytes=0-9" });
      expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(0, 10)]);
    });

    test("an answer that holds a token is never compressed (BREACH)", async () => {
      const answer = await get("/api/v1/auth/csrf-token/", { "accept-encoding": "br" });
      expect(answer.headers["content-encoding"]).toBeUndefined();
    });
  });

  test("files of remotes may be checked by their hash: they allow anonymous CORS", async () => {
    const answer = await get("/r/mfe-finance/0123456789ab/remoteEntry.js");
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect((await get("/registry.json")).headers["access-control-allow-origin"]).toBeUndefined();
  });

  test.each([
    "/assets/host/index.html",
    "/assets/host/host.json",
    "/assets/host/../../mfe-finance/dist/remote.json",
    "/assets/host/%2e%2e/%2e%2e/mfe-finance/dist/remote.json",
    "/assets/host/..%2f..%2fmfe-finance/dist/remote.json",
    "/r/registry.json",
    "/r/mfe-finance/",
    "/r/mfe-finance/0123456789ab/",
    "/r/mfe-finance/0123456789ab/../../registry.json",
    "/r/mfe-finance/0123456789ab/..%2f..%2fregistry.json",
    "/r/mfe-finance/0123456789ab/%2e%2e/%2e%2e/%2e%2e/secret-key",
    "/r/mfe-finance/0123456789ab/..%5c..%5cregistry.json",
    "/r/mfe-finance/0123456789ab/%00",
  ])("%s is not given", async (url) => {
    const answer = await get(url, { accept: "*/*" });
    expect([400, 403, 404]).toContain(answer.status);
    expect(answer.text).not.toContain("schemaVersion");
    expect(answer.text).not.toContain('mfe-finance"');
  });

  test.each([
    "/",
    "/registry.json",
    "/api/v1/auth/csrf-token/",
    "/r/mfe-finance/0123456789ab/remoteEntry.js",
    "/api/v1/unknown/",
  ])("%s has the security headers", async (url) => {
    const { headers } = await get(url);
    const policy = new Map(
      String(headers["content-security-policy"])
        .split(";")
        .map((directive) => directive.trim().split(" "))
        .map(([name, ...values]) => [name, values] as const),
    );
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    expect(policy.get("connect-src")).toEqual(["'self'"]);
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect([...policy.keys()]).not.toContain("script-src-elem");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  test("health answers", async () => {
    expect((await get("/healthz")).body).toEqual({ status: "ok" });
    expect((await get("/readyz")).body).toEqual({ status: "ready", database: "ok", files: "ok" });
  });
});

test("the page's own referrer policy is the header's, so that no address with a token is told to anybody", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bobine-front-"));
  // What the build fills in.
  const template = readFileSync(new URL("../../../../host/src/index.html", import.meta.url), "utf8");
  writeFiles(join(folder, "host/dist"), { "index.html": template, "host.json": aHostJson() });
  const app = await createTestApp({ frontRoot: folder });
  try {
    const page = await app.app.inject({ method: "GET", url: "/auth/verify?token=secret", headers: ACCEPTS });
    const [, policy] = /<meta name="referrer" content="([^"]*)"/.exec(page.payload) ?? [];
    expect([page.statusCode, page.headers["referrer-policy"], policy]).toEqual([
      200,
      "no-referrer",
      "no-referrer",
    ]);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("without a built front end the page says what to do, and the API serves", async () => {
  const app = await createTestApp({ config: { publicUrl: "https://bobine.example" } });
  const page = await app.app.inject({ method: "GET", url: "/dashboard" });
  expect(page.statusCode).toBe(503);
  expect(page.payload).toBe("The front end is not built: run `npm run build`.\n");
  // Its name is longer than a disk keeps one: it is not there, and nothing is away.
  const file = await app.app.inject({ method: "GET", url: `/assets/host/${"x".repeat(300)}.js` });
  expect(file.statusCode).toBe(404);
  const answer = await app.app.inject({ method: "GET", url: "/api/v1/auth/csrf-token/" });
  expect(answer.statusCode).toBe(200);
  // On HTTPS: for a year, and cookies that no sibling host can set.
  expect(answer.headers["strict-transport-security"]).toContain("max-age=31536000");
  expect(answer.cookies.map(({ name, secure }) => [name, secure])).toEqual([
    ["__Host-bobine-browser", true],
    ["csrftoken", true],
  ]);
  await app.close();
});

test("with a registry in a bucket the same pages and files are served", async () => {
  const s3 = await startS3Server();
  const front = mkdtempSync(join(tmpdir(), "bobine-front-"));
  writeFiles(join(front, "host/dist"), { "index.html": INDEX, "host.json": aHostJson() });
  aRemoteBuild(join(front, "mfe-finance/dist"), { files: { "remoteEntry.js": "entry()", "long.js": LONG } });
  const config = { registryUrl: `s3://${TEST_BUCKET}/remotes`, s3: s3.access };
  const app = await createTestApp({ frontRoot: front, config });
  const get = async (url: string) => app.app.inject({ method: "GET", url, headers: { accept: "*/*" } });
  const registry = await get("/registry.json");
  expect(registry.json().remotes).toEqual([
    expect.objectContaining({ name: "mfe-finance", build: "0123456789ab" }),
  ]);
  expect((await get("/registry/head")).json()).toEqual({ id: registry.json().id });
  const file = await get("/r/mfe-finance/0123456789ab/remoteEntry.js");
  expect([file.statusCode, file.payload]).toEqual([200, "entry()"]);
  expect(file.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "access-control-allow-origin": "*",
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  const long = await app.app.inject({
    method: "GET",
    url: "/r/mfe-finance/0123456789ab/long.js",
    headers: { "accept-encoding": "gzip, br" },
  });
  expect(long.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(brotliDecompressSync(long.rawPayload).toString()).toBe(LONG);
  for (const url of [
    // Longer than a disk, or a bucket, keeps a name.
    `/r/mfe-finance/0123456789ab/${"x".repeat(300)}.js`,
    `/r/mfe-finance/0123456789ab/${"x/".repeat(600)}x.js`,
    "/r/mfe-finance/0123456789ab/long.js.br",
    "/r/registry.json",
    "/r/_ledger/0000000001.json",
    "/r/mfe-finance/0123456789ab/missing.js",
    "/r/mfe-finance/0123456789ab/..%2f..%2fregistry.json",
    "/r/mfe-finance/0123456789ab/%2e%2e/%2e%2e/registry.json",
  ])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  await app.close();
  await s3.close();
  rmSync(front, { recursive: true });
});

describe.each(["a folder", "a bucket"])("whatever lies in %s of the registry", (kind) => {
  const files = {
    "remoteEntry.js": "entry()",
    "x.js": "steal()",
    "x.html": `<script src="x.js"></script>`,
    "x.xhtml": "<html xmlns='http://www.w3.org/1999/xhtml'/>",
    "x.xml": "<x/>",
    noname: "<html>",
    "X.SVG": `<svg xmlns="http://www.w3.org/2000/svg"><script href="x.js"/></svg>`,
    "x.svg": `<svg xmlns="http://www.w3.org/2000/svg"><script href="x.js"/></svg>`,
    "x.css": "b{}",
    "_x.png": "png",
    "x.map": "{}",
  };
  let app: TestApp;
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  const data = mkdtempSync(join(tmpdir(), "bobine-data-"));
  beforeAll(async () => {
    s3 = await startS3Server();
    const config =
      kind === "a bucket"
        ? { registryUrl: `s3://${TEST_BUCKET}/remotes`, s3: s3.access }
        : { registryUrl: pathToFileURL(join(data, "remotes")).href };
    app = await createTestApp({ frontRoot: join(data, "front"), config });
    const storage = openRegistryStorage({ s3: null, ...config });
    const bytes = (text: string) => new TextEncoder().encode(text);
    for (const [name, content] of Object.entries(files))
      await storage.write(`mfe-planning/aaaaaaaaaaaa/${name}`, bytes(content));
    await storage.write("_host-files/x.svg", bytes(files["x.svg"]));
  });
  afterAll(async () => {
    await app.close();
    await s3.close();
    rmSync(data, { recursive: true, force: true });
  });
  const get = async (name: string, headers: Record<string, string> = {}) => {
    const url = name.startsWith("/") ? name : `/r/mfe-planning/aaaaaaaaaaaa/${name}`;
    const answer = await app.app.inject({ method: "GET", url, headers: { accept: "text/html", ...headers } });
    return { status: answer.statusCode, headers: answer.headers };
  };

  test.each(["x.html", "x.xhtml", "x.xml", "noname", "x.ht%6dl"])(
    "%s is no page of the product: it is saved, and runs nothing (FED-35)",
    async (name) => {
      const { status, headers } = await get(name);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "application/octet-stream",
        "content-disposition": "attachment",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(/^sandbox; default-src 'none';/),
      });
    },
  );

  test.each(["x.svg", "X.SVG", "/assets/host/x.svg"])(
    "%s is a drawing for pages, and runs nothing where it is opened (FED-35)",
    async (name) => {
      const { status, headers } = await get(name);
      expect(status).toBe(200);
      expect(headers["content-disposition"]).toBeUndefined();
      expect(headers).toMatchObject({
        "content-type": "image/svg+xml",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(
          /^sandbox; default-src 'none'; style-src 'unsafe-inline'/,
        ),
      });
    },
  );

  test.each([
    ["x.js", "text/javascript; charset=utf-8"],
    ["x.css", "text/css; charset=utf-8"],
    ["_x.png", "image/png"],
    ["x.map", "application/json; charset=utf-8"],
  ])("%s comes to pages as what it is", async (name, type) => {
    const { status, headers } = await get(name);
    expect([status, headers["content-type"], headers["content-disposition"]]).toEqual([200, type, undefined]);
    expect(headers["access-control-allow-origin"]).toBe("*");
  });

  test("an unchanged file keeps the policy that it came with", async () => {
    const etag = (await get("x.svg")).headers["etag"];
    const again = await get("x.svg", etag === undefined ? {} : { "if-none-match": String(etag) });
    expect(again.status).toBe(kind === "a folder" ? 304 : 200);
    expect(again.headers["content-security-policy"]).toMatch(/^sandbox;/);
  });
});

test("a bucket that is away costs no page: browsers get the registry of a moment ago, and are told to come back for files that this server has not", async () => {
  const s3 = await startS3Server();
  const front = mkdtempSync(join(tmpdir(), "bobine-front-"));
  writeFiles(join(front, "host/dist"), { "index.html": INDEX, "host.json": aHostJson() });
  aRemoteBuild(join(front, "mfe-finance/dist"));
  const config = { registryUrl: `s3://${TEST_BUCKET}/remotes`, s3: s3.access };
  const app = await createTestApp({ frontRoot: front, config });
  const get = async (url: string) =>
    app.app.inject({ method: "GET", url, headers: { accept: "text/html,*/*" } });
  try {
    const { id } = (await get("/registry.json")).json();
    await s3.close();
    // Longer than what was read counts as fresh.
    await new Promise((done) => setTimeout(done, 2_100));
    const page = await get("/invoices");
    expect([page.statusCode, page.payload.includes(`"id":"${id}"`)]).toEqual([200, true]);
    expect(page.payload).toContain(`"baseUrl":"/r/mfe-finance/0123456789ab/"`);
    expect((await get("/registry/head")).json()).toEqual({ id });
    expect((await get("/registry.json")).json().remotes).toHaveLength(1);
    // Of a build that no page was told of: this node copies the live ones as soon as it has read of them.
    const file = await get("/r/mfe-finance/ffffffffffff/remoteEntry.js");
    expect([file.statusCode, file.headers["retry-after"]]).toEqual([503, "5"]);
  } finally {
    await app.close();
    rmSync(front, { recursive: true });
  }
});

test.each(["a folder", "a bucket"])(
  "with %s, files of the host before stay: for its open tabs, and for pages that another server gave",
  async (kind) => {
    const s3 = await startS3Server();
    const data = mkdtempSync(join(tmpdir(), "bobine-data-"));
    const config =
      kind === "a bucket"
        ? { registryUrl: `s3://${TEST_BUCKET}/remotes`, s3: s3.access }
        : { registryUrl: pathToFileURL(join(data, "remotes")).href };
    const start = (build: string, code: string) => {
      const front = mkdtempSync(join(data, "front-"));
      const file = `main.${build}.js`;
      writeFiles(join(front, "host/dist"), {
        "index.html": INDEX,
        [file]: code,
        "host.json": aHostJson({ build, files: { [file]: hashOf(code), "index.html": hashOf(INDEX) } }),
      });
      writeFileSync(join(front, `host/dist/${file}.br`), brotliCompressSync(code));
      return createTestApp({ frontRoot: front, config });
    };
    const first = await start("00000000beef", "old()");
    await first.close();
    const second = await start("00000000cafe", "new()");
    const get = async (url: string, coding = "identity") => {
      const headers = { "accept-encoding": coding, accept: "*/*" };
      return second.app.inject({ method: "GET", url, headers });
    };
    try {
      expect((await get("/assets/host/main.00000000cafe.js")).payload).toBe("new()");
      const small = await get("/assets/host/main.00000000beef.js?x=1", "gzip, br");
      expect([small.headers["content-encoding"], brotliDecompressSync(small.rawPayload).toString()]).toEqual([
        "br",
        "old()",
      ]);
      const old = await get("/assets/host/main.00000000beef.js");
      expect([old.statusCode, old.payload]).toEqual([200, "old()"]);
      expect(old.headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "text/javascript; charset=utf-8",
        "x-content-type-options": "nosniff",
      });
      const head = {
        method: "HEAD",
        url: "/assets/host/main.00000000beef.js",
        headers: { accept: "*/*" },
      } as const;
      expect(await second.app.inject(head)).toMatchObject({ statusCode: 200, payload: "" });
      expect((await second.app.inject({ ...head, url: "/assets/host/missing.js" })).statusCode).toBe(404);
      for (const name of [
        "index.html",
        "host.json",
        "main.00000000beef.js.br",
        "missing.js",
        "..%2f..%2fregistry.json",
        "%2e%2e/registry.json",
      ])
        expect([name, (await get(`/assets/host/${name}`)).statusCode]).toEqual([name, 404]);
      expect((await get("/r/_host-files/main.00000000beef.js")).statusCode).toBe(404);

      const store = registryStore(openRegistryStorage(second.services.config));
      const list = { files: ["main.00000000beef.js"], servedAt: "2026-11-30T10:59:00.000Z" };
      await store.storage.write("_host-lists/00000000beef.json", Buffer.from(JSON.stringify(list)));
      const days = (count: number) => new Date(second.services.clock.now().getTime() + count * 86_400_000);
      const prune = (now: Date) => store.prune({ who: "claire", now }, { keep: 5, olderThanDays: 14 });
      await prune(days(13.9));
      expect((await get("/assets/host/main.00000000beef.js")).statusCode).toBe(200);
      await prune(days(15));
      // A node that has a copy of it drops that later (registry-away.integration.test.ts); one that has none has nothing to give.
      const third = await start("00000000cafe", "new()");
      const gone = await third.app.inject({
        url: "/assets/host/main.00000000beef.js",
        headers: { accept: "*/*" },
      });
      expect(gone.statusCode).toBe(404);
      await third.close();
      expect(await store.storage.read("_host-files/main.00000000cafe.js")).toBeDefined();
    } finally {
      await second.close();
      await s3.close();
      rmSync(data, { recursive: true, force: true });
    }
  },
);

test("two servers on one machine are two hosts: a build must suit both", async () => {
  const data = mkdtempSync(join(tmpdir(), "bobine-data-"));
  const registryUrl = pathToFileURL(join(data, "remotes")).href;
  const start = (build: string, port: number) => {
    const front = mkdtempSync(join(data, "front-"));
    writeFiles(join(front, "host/dist"), { "index.html": INDEX, "host.json": aHostJson({ build }) });
    return createTestApp({ frontRoot: front, config: { registryUrl, port } });
  };
  const blue = await start("00000000beef", 3000);
  const green = await start("00000000cafe", 3001);
  try {
    const hosts = await registryStore(openRegistryStorage({ registryUrl, s3: null })).hosts();
    expect(hosts.map(({ host }) => host.build).toSorted()).toEqual(["00000000beef", "00000000cafe"]);
    expect(new Set(hosts.map(({ node }) => node)).size).toBe(2);
  } finally {
    await blue.close();
    await green.close();
    rmSync(data, { recursive: true, force: true });
  }
});

test("a host in which no live remote can run is not ready, until one that can is promoted", async () => {
  const data = mkdtempSync(join(tmpdir(), "bobine-data-"));
  const registryUrl = pathToFileURL(join(data, "remotes")).href;
  const store = registryStore(openRegistryStorage({ registryUrl, s3: null }));
  const by = { who: "claire", now: new Date("2026-11-30T11:00:00Z"), reason: "essai" };
  const build = (name: string, hash: string, contract: string) =>
    aRemoteBuild(mkdtempSync(join(data, "dist-")), { name, build: hash, contract });
  const front = mkdtempSync(join(data, "front-"));
  writeFiles(join(front, "host/dist"), {
    "index.html": INDEX,
    "host.json": aHostJson({ contract: "2.0.0" }),
  });
  let server: TestApp | undefined;
  try {
    for (const name of ["mfe-a1", "mfe-a2"]) {
      await store.publish(build(name, "aaaaaaaaaaaa", "^1.0.0"), by);
      await store.promote(name, "aaaaaaaaaaaa", by);
    }
    server = await createTestApp({ frontRoot: front, config: { registryUrl } });
    const ready = async () => {
      const answer = await server!.app.inject({ url: "/readyz" });
      return [answer.statusCode, answer.json<unknown>()];
    };
    expect(await ready()).toEqual([
      503,
      expect.objectContaining({ remotes: "none of those that are live can run in this host" }),
    ]);
    await store.publish(build("mfe-a1", "bbbbbbbbbbbb", "^2.0.0"), by);
    await store.promote("mfe-a1", "bbbbbbbbbbbb", by);
    expect(await ready()).toEqual([200, { status: "ready", database: "ok", files: "ok" }]);
  } finally {
    await server?.close();
    rmSync(data, { recursive: true, force: true });
  }
});

test("a new host on an existing data folder brings its remotes, beside an old server that was never heard of again", async () => {
  const data = mkdtempSync(join(tmpdir(), "bobine-data-"));
  const config = { registryUrl: pathToFileURL(join(data, "remotes")).href };
  const store = registryStore(openRegistryStorage({ ...config, s3: null }));
  /** What `npm start` finds beside itself. */
  const product = (host: string, remote: string, contract: string) => {
    const front = mkdtempSync(join(data, "front-"));
    writeFiles(join(front, "host/dist"), {
      "index.html": INDEX,
      "host.json": aHostJson({ build: host, contract }),
    });
    aRemoteBuild(join(front, "mfe-finance/dist"), { build: remote, contract: `^${contract}` });
    return front;
  };
  try {
    const first = await createTestApp({
      frontRoot: product("00000000beef", "aaaaaaaaaaaa", "1.0.0"),
      config,
    });
    const now = first.services.clock.now();
    const [old] = await store.hosts();
    expect(old).toMatchObject({ host: { build: "00000000beef" } });
    await first.close();
    // In a container of its own, which was killed: it did not say that it ended.
    await store.recordHost("killed", old?.host ?? hostBuildSchema.parse({}), now);

    const second = await createTestApp({
      frontRoot: product("00000000cafe", "bbbbbbbbbbbb", "2.0.0"),
      config,
    });
    const registry = (await second.app.inject({ method: "GET", url: "/registry.json" })).json();
    expect(registry.remotes).toEqual([
      // The build before is of another contract: this host could not fall back to it.
      expect.objectContaining({ build: "bbbbbbbbbbbb", previous: null }),
    ]);
    // Pages of the older one go on with it (FED-23).
    expect(await store.live(old?.host)).toEqual([
      expect.objectContaining({ build: "aaaaaaaaaaaa", previous: null }),
    ]);
    expect((await store.hosts()).map(({ host }) => host.build).toSorted()).toEqual([
      "00000000beef",
      "00000000cafe",
    ]);
    await second.close();
    expect((await store.hosts()).map(({ host }) => host.build)).toEqual(["00000000beef"]);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
