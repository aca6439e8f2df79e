import type { Page } from "@playwright/test";
import { extentOf } from "../tooling/extent.mjs";
import {
  answerFiles,
  asScript,
  changeRegistry,
  entryExposing,
  REMOTES,
  type RemoteName,
  remoteOf,
  sha384,
} from "./support/remote-faults.ts";
import { renewed } from "./support/session.ts";
import { expect, test } from "./support/signed-in.ts";

/** Longer than any wait of the loader for one file. */
const PAST_EVERY_WAIT_MS = 25_000;
/** Longer than the pause before another attempt, and shorter than any wait for an answer. */
const PAST_A_PAUSE_MS = 1_500;

interface Fault {
  /** What the card says. */
  says: RegExp;
  make: (page: Page, remote: RemoteName) => Promise<void>;
  /** The fault shows only after waits: the page's clock is moved by so many milliseconds, again and again. */
  waitsMs?: number;
  /** It is in the page's registry: « Réessayer » loads the page again. */
  isOfRegistry?: boolean;
}

/** Another entry in the registry than the true one, with the hash of what is served under its address. */
const publishedWrong =
  (exposed: string | undefined) =>
  async (page: Page, name: RemoteName): Promise<void> => {
    let body = "";
    await changeRegistry(page, (registry) => {
      const remote = remoteOf(registry, name);
      body = exposed === undefined ? 'throw new Error("boom");' : entryExposing(remote, exposed);
      remote.integrity[remote.entry] = sha384(body);
      registry.id = "wrong";
    });
    await answerFiles(page, name, (route, file) =>
      file === "remoteEntry.js" ? route.fulfill(asScript(body)) : route.continue(),
    );
  };

const FAULTS: Record<string, Fault> = {
  down: {
    says: /le serveur ne peut pas être joint/,
    make: (page, remote) => answerFiles(page, remote, (route) => route.abort("connectionrefused")),
    waitsMs: PAST_A_PAUSE_MS,
  },
  hanging: {
    says: /le serveur n’a pas répondu à temps/,
    make: (page, remote) => answerFiles(page, remote, () => new Promise(() => undefined)),
    waitsMs: PAST_EVERY_WAIT_MS,
  },
  "500 with JSON": {
    says: /le serveur a répondu par une erreur/,
    make: (page, remote) =>
      answerFiles(page, remote, (route) => route.fulfill({ status: 500, json: { error: "boom" } })),
    waitsMs: PAST_A_PAUSE_MS,
  },
  "a bad hash": {
    says: /n’est pas celui qui a été publié/,
    make: (page, remote) =>
      answerFiles(page, remote, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `${await answer.text()}\n// altered` });
      }),
  },
  "a page in the place of code": {
    says: /a répondu autre chose que du code/,
    make: (page, remote) =>
      answerFiles(page, remote, (route) =>
        route.fulfill({ ...asScript("<!doctype html>"), contentType: "text/html; charset=utf-8" }),
      ),
  },
  "a chunk is gone": {
    says: /n’existe plus sur le serveur/,
    make: (page, remote) =>
      answerFiles(page, remote, (route, file) =>
        file === "remoteEntry.js" ? route.continue() : route.fulfill({ status: 404, body: "" }),
      ),
  },
  "a chunk without a hash": {
    says: /n’a pas d’empreinte dans le registre/,
    make: (page, name) =>
      changeRegistry(page, (registry) => {
        registry.id = "wrong";
        const remote = remoteOf(registry, name);
        remote.integrity = { [remote.entry]: remote.integrity[remote.entry] ?? "" };
      }),
    isOfRegistry: true,
  },
  "a wrong entry in the registry": {
    says: /n’est pas déclaré correctement dans le registre/,
    make: (page, name) =>
      changeRegistry(page, (registry) => {
        registry.id = "wrong";
        Object.assign(remoteOf(registry, name), { integrity: "none", baseUrl: 3 });
      }),
    isOfRegistry: true,
  },
  incompatible: {
    says: /ne convient pas à l’application/,
    make: (page, name) =>
      changeRegistry(page, (registry) => {
        registry.id = "wrong";
        remoteOf(registry, name).contract = "^9.0.0";
      }),
    isOfRegistry: true,
  },
  "throws on load": {
    says: /s’est arrêté sur une erreur au démarrage/,
    make: publishedWrong(undefined),
    isOfRegistry: true,
  },
  "throws on render": {
    says: /s’est arrêté sur une erreur inattendue/,
    make: publishedWrong('{ routes: [{ path: "*", Component() { throw new Error("boom"); } }] }'),
    isOfRegistry: true,
  },
};

/** `npm test` has one remote whose files fail and one that is published wrong, CI each fault of one remote, the campaign of each. */
const extent = extentOf("fault-matrix");
const IN_PART: Partial<Record<RemoteName, string>> = {
  "mfe-finance": "down",
  "mfe-cinemas": "throws on render",
};
const remotes = Object.keys(REMOTES) as RemoteName[];
const faultsOf = (remote: RemoteName): [string, Fault][] =>
  Object.entries(FAULTS).filter(([name], index) =>
    extent === "part"
      ? name === IN_PART[remote]
      : extent === "all" || index % remotes.length === remotes.indexOf(remote),
  );

const neighbourOf = (remote: RemoteName): RemoteName =>
  remote === "mfe-cinemas" ? "mfe-finance" : "mfe-cinemas";

test.describe("a remote that fails costs its own screens only", () => {
  test.describe.configure({ timeout: 60_000 });

  for (const remote of remotes.filter((each) => faultsOf(each).length > 0)) {
    // One page goes from fault to fault by « Réessayer »: a page load for each, with its caches off, is most of the time.
    test.describe(remote, () => {
      const { path, link } = REMOTES[remote];
      const neighbour = REMOTES[neighbourOf(remote)];
      const faults = faultsOf(remote);
      let page: Page;
      /** What the page shows the card of; undefined before the first fault and after a failed test. */
      let shown: Fault | undefined;

      test.beforeAll(async ({ browser, product, session }) => {
        page = await browser.newPage({ baseURL: product.url, storageState: await renewed(product, session) });
        await page.addInitScript(
          (id) => sessionStorage.setItem("selectedDistributorId", id),
          session.distributorId,
        );
        await page.clock.install();
      });
      test.afterAll(() => page.close());

      for (const [index, [name, fault]] of faults.entries()) {
        test(name, async () => {
          const { make, says, waitsMs, isOfRegistry = false } = fault;
          const heading = page.getByRole("heading", { name: "Ce module est indisponible" });
          const card = page.getByRole("alert").filter({ has: heading });
          const retry = page.getByRole("button", { name: "Réessayer" });
          const before = shown;
          shown = undefined;

          await page.unrouteAll({ behavior: "ignoreErrors" });
          await make(page, remote);
          const asked = page.waitForRequest((request) => request.url().includes(`/r/${remote}/`));
          asked.catch(() => undefined);
          if (before && (before.isOfRegistry ?? false) === isOfRegistry) await retry.click();
          // Not until everything has come: what hangs never does.
          else await page.goto(path, { waitUntil: "domcontentloaded" });
          if (waitsMs) {
            await asked;
            await expect(async () => {
              await page.clock.fastForward(waitsMs);
              await expect(card).toContainText(says, { timeout: 100 });
            }).toPass();
          }
          await expect(card).toContainText(says);
          await expect(heading).toBeFocused();
          await expect(card).toContainText(/Équipe/);
          await expect(card).toContainText(/[A-Z]{3}-[2-9A-Z]{4}-[2-9A-Z]{4}/);

          // The host and the others: the menu is whole, another remote's screen opens.
          await page.getByRole("link", { name: neighbour.link, exact: true }).click();
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expect(heading).toBeHidden();
          await page.getByRole("link", { name: link, exact: true }).click();
          await expect(heading).toBeFocused();
          shown = fault;

          // The last of its kind: nothing is wrong any more.
          const next = faults[index + 1]?.[1];
          if (next && (next.isOfRegistry ?? false) === isOfRegistry) return;
          await page.unrouteAll({ behavior: "ignoreErrors" });
          await retry.click();
          await expect(heading).toBeHidden();
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          shown = undefined;
        });
      }
    });
  }
});
