import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../domain/must.ts";
import { contractRoutes } from "../../../level/contract-routes.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

let app: TestApp;
let document: OpenApiDocument;
beforeAll(async () => {
  app = await createTestApp();
  document = (await app.anonymous().get("/openapi.json")).body as OpenApiDocument;
});
afterAll(() => app.close());

describe("the description of the API", () => {
  test("is OpenAPI 3.1 and names every call of the contract once", async () => {
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mounted = (await contractRoutes()).map(
      (route) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, "{$1}")}`,
    );
    expect(described.toSorted()).toEqual([...new Set(mounted)].toSorted());
  });

  test("gives each call a name of its own, its people and its answers", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(new Set(operations.map((one) => one.operationId)).size).toBe(operations.length);
    for (const one of operations)
      expect(Object.keys(one.responses).some((status) => status < "400")).toBe(true);
  });

  test("tells the parameters, bodies and files of a call", () => {
    expect(document.paths["/invoices/invoices/{id}/"]?.["get"]?.parameters).toMatchObject([
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "X-Distributor-Id" },
    ]);
    expect(document.paths["/banking/manual-reconciliation/"]?.["post"]?.requestBody).toMatchObject({
      content: {
        "application/json": {
          schema: { required: ["user_action_id", "invoice_ids"], additionalProperties: false },
        },
      },
    });
    expect(document.paths["/banking/upload-transactions/"]?.["post"]?.requestBody).toMatchObject({
      content: { "multipart/form-data": { schema: { required: ["file"] } } },
    });
    expect(document.paths["/auth/login/"]?.["post"]?.security).toEqual([]);
  });

  test("says of a team's calls that they carry its token, and of a webhook that it carries none (SEC-26)", () => {
    const operations = Object.entries(document.paths)
      .filter(([path]) => path.startsWith("/remotes/") || path.includes("webhook"))
      .flatMap(([path, methods]) =>
        Object.values(methods).map(({ security, responses }) => [
          path,
          security,
          responses["403"]?.["description"],
        ]),
      );
    const byTeam = [[{ teamToken: [] }], "The token is not for this remote, or lacks the right"];
    expect(operations.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ["/banking/bridge-webhook/", [], undefined],
      ["/remotes/{remote}/", ...byTeam],
      ["/remotes/{remote}/builds/", ...byTeam],
      ["/remotes/{remote}/can-i-deploy/{build}/", ...byTeam],
      ["/remotes/{remote}/decisions/", ...byTeam],
      ["/subscriptions/webhook", [], undefined],
    ]);
    expect(document.components["securitySchemes"]).toMatchObject({
      teamToken: { type: "http", scheme: "bearer" },
    });
  });

  test("refers to nothing that is not in it", () => {
    const known = Object.keys(document.components["schemas"] as object);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    for (const reference of references)
      expect(known.map((name) => `#/components/schemas/${name}`)).toContain(reference);
  });
});

describe("the viewer of the description", () => {
  const filesOf = (page: string): [path: string, hash: string][] =>
    [...page.matchAll(/(?:src|href)="([^"]+)" integrity="sha384-([^"]+)"/g)].map(([, path, hash]) => [
      must(path, "path"),
      must(hash, "hash"),
    ]);

  test("is a page whose scripts and style come from here, each with its hash, and none stands in the page", async () => {
    const page = await app.app.inject({ url: "/api/docs" });
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|https?:/i);
    const files = filesOf(page.body);
    expect(files).toHaveLength(3);
    for (const [path, hash] of files) {
      const file = await app.app.inject({ url: path });
      expect(file.statusCode).toBe(200);
      expect(createHash("sha384").update(file.rawPayload).digest("base64")).toBe(hash);
      expect(file.headers["cache-control"]).not.toContain("no-store");
    }
  });

  test("gives no other file of its package", async () => {
    for (const file of ["package.json", "index.html", "swagger-ui-bundle.js.map", "../openapi-viewer.ts"]) {
      const answer = await app.app.inject({ url: `/api/docs/viewer/${file}` });
      expect([file, answer.statusCode]).toEqual([file, 404]);
    }
  });
});
