import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mountGuide } from "./guide.routes.ts";

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  await mountGuide(app);
});
afterAll(() => app.close());

describe("HELP-1: the guide of the users", () => {
  test("is a page without a script, which leads to the others", async () => {
    const { statusCode, headers, body } = await app.inject("/guide");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(body).toContain("<title>Guide de Bobine</title>");
    expect(body).toContain('<a href="/guide/comptable">Le guide du comptable</a>');
    expect(body).not.toMatch(/<script|style=|https?:/);
    const other = await app.inject("/guide/comptable");
    expect(other.body).toContain("<title>Le guide du comptable · Guide de Bobine</title>");
    expect(other.body).toContain('<a href="#factures">Factures</a>');
  });

  test("leads from a screen to where it speaks of it, whatever is asked", async () => {
    const leads = async (query: string) => {
      const { statusCode, headers } = await app.inject(`/guide/screen${query}`);
      return [statusCode, headers.location];
    };
    expect(await leads("?path=%2Finvoices%2F12")).toEqual([302, "/guide/comptable#factures"]);
    for (const query of [
      "",
      "?path=",
      "?path=a&path=b",
      "?path=%2F%2Fevil.example",
      `?path=/${"a".repeat(9_000)}`,
    ])
      expect(await leads(query)).toEqual([302, "/guide"]);
  });

  test("gives its pictures and its style, and no other file", async () => {
    const picture = await app.inject("/guide/pictures/1440/10-factures.png");
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    expect((await app.inject("/guide/style.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
    for (const path of [
      "pictures/README.md",
      "pictures/1440/../README.md",
      "pictures/1440",
      "README",
      "..%2Frules",
      "nulle-part",
    ])
      expect([path, (await app.inject(`/guide/${path}`)).statusCode]).toEqual([path, 404]);
  });
});
