import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { addressesOf, openPages, smokeTest, told } from "./smoke.mjs";

const asked = { name: "mfe-finance", build: "aaaaaaaaaaaa" };

it("says plainly when no browser is at hand, and refuses nothing (FED-29)", async () => {
  for (const browser of [undefined, "", "/nowhere/chromium"]) {
    const smoke = await smokeTest({ ...asked, url: "http://localhost:1", browser });
    expect(smoke).toEqual({ is: "no-browser" });
    expect(told(smoke)).toEqual({
      line: "No browser is at hand (CHROMIUM_PATH): its pages were not opened before it goes live.",
      isRefused: false,
    });
  }
});

it("says when the product does not answer, or does not have the build", async () => {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  try {
    const smoke = await smokeTest({ ...asked, url, browser: process.execPath });
    expect(told(smoke)).toEqual({
      line: "The product does not answer (/r/mfe-finance/aaaaaaaaaaaa/remote.json answered 404): its pages were not opened before it goes live.",
      isRefused: false,
    });
  } finally {
    await new Promise((done) => server.close(done));
  }
  expect((await smokeTest({ ...asked, url, browser: process.execPath })).is).toBe("no-product");
});

it("refuses a build with the page and the error", () => {
  expect(told({ is: "failed", page: "/invoices", why: "mfe-finance: render, Error: boom" })).toEqual({
    line: '/invoices does not open: mfe-finance: render, Error: boom. --no-smoke --reason "…" promotes it all the same.',
    isRefused: true,
  });
  expect(told({ is: "opened", pages: 12 })).toEqual({
    line: "12 pages opened in a browser.",
    isRefused: false,
  });
});

describe("the addresses of a build (FED-29)", () => {
  const nav = (...paths: string[]) => paths.map((path) => ({ path }));

  it("are its routes and what its menu entries lead to, each once", () => {
    expect(
      addressesOf(
        {
          routes: ["/parc", "/parc/:cinemaId", "/external-data/{boxOfficeKind}"],
          nav: nav("/parc", "/parc/carte", "/external-data/{boxOfficeKind}"),
        },
        "cnc",
      ),
    ).toEqual(
      ["/parc", "/parc/1", "/external-data/cnc", "/parc/carte"].map((path) => ({ path, mayLackPage: false })),
    );
  });

  it("of a route that goes on with anything, is where it begins, which may have no page of its own", () => {
    expect(addressesOf({ routes: ["/parc/*", "/salles*"], nav: nav("/salles") }, "cnc")).toEqual([
      { path: "/salles", mayLackPage: false },
      { path: "/parc", mayLackPage: true },
    ]);
  });
});

describe("opening them", () => {
  const url = "http://localhost:3000";

  /** A browser in which each address has this title, or says that its screen failed. */
  function aTab(titles: Record<string, string | Error>) {
    const failures: object[] = [];
    let at = "";
    const tab = {
      on: () => undefined,
      ask: async (method: string, params?: object) => {
        if (method === "Page.navigate") at = new URL((params as { url: string }).url).pathname;
        const title = titles[at];
        if (title instanceof Error)
          failures.push({ remote: "mfe-parc", kind: "render", detail: String(title) });
        return { result: { value: typeof title === "string" ? title : undefined } };
      },
    };
    return { tab, failures };
  }
  const opened = (titles: Record<string, string | Error>, routes: string[]) => {
    const { tab, failures } = aTab(titles);
    return openPages(tab, { url, addresses: addressesOf({ routes, nav: [] }, "cnc"), failures });
  };

  it("an address that the build names and does not draw refuses the promotion", async () => {
    expect(
      await opened({ "/parc": "Parc", "/parc/carte": "Page introuvable" }, ["/parc", "/parc/carte"]),
    ).toEqual({ is: "failed", page: "/parc/carte", why: "no page of the build is at this address" });
  });

  it("a route that goes on with anything is opened where it begins", async () => {
    expect(await opened({ "/parc": new Error("boom") }, ["/parc/*"])).toEqual({
      is: "failed",
      page: "/parc",
      why: "mfe-parc: render, Error: boom",
    });
    expect(await opened({ "/parc": "Parc" }, ["/parc/*"])).toEqual({ is: "opened", pages: 1 });
    expect(
      await opened({ "/parc": "Page introuvable", "/salles": "Salles" }, ["/parc/*", "/salles"]),
    ).toEqual({
      is: "opened",
      pages: 1,
    });
  });
});
