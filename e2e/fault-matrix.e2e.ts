import type { Page } from "@playwright/test";
import {
  answerFiles,
  asScript,
  changeRegistry,
  entryWithDoor,
  REMOTES,
  type RemoteName,
  remoteOf,
  sha384,
} from "./support/remote-faults.ts";
import { expect, test } from "./support/signed-in.ts";

/** Longer than any wait of the loader for one file. */
const PAST_EVERY_WAIT_MS = 25_000;

interface Fault {
  /** What the card says. */
  says: RegExp;
  make: (page: Page, remote: RemoteName) => Promise<void>;
  /** The fault shows only after a wait: the page's clock is moved. */
  waits?: boolean;
}

/** Another entry in the registry than the true one, with the hash of what is served under its address. */
const publishedWrong =
  (door: string | undefined) =>
  async (page: Page, name: RemoteName): Promise<void> => {
    let body = "";
    await changeRegistry(page, (registry) => {
      const remote = remoteOf(registry, name);
      body = door === undefined ? 'throw new Error("boom");' : entryWithDoor(remote, door);
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
  },
  hanging: {
    says: /le serveur n’a pas répondu à temps/,
    make: (page, remote) => answerFiles(page, remote, () => new Promise(() => undefined)),
    waits: true,
  },
  "500 with JSON": {
    says: /le serveur a répondu par une erreur/,
    make: (page, remote) =>
      answerFiles(page, remote, (route) => route.fulfill({ status: 500, json: { error: "boom" } })),
  },
  "a wrong entry in the registry": {
    says: /n’est pas déclaré correctement dans le registre/,
    make: (page, name) =>
      changeRegistry(page, (registry) => {
        registry.id = "wrong";
        Object.assign(remoteOf(registry, name), { integrity: "none", baseUrl: 3 });
      }),
  },
  "a bad hash": {
    says: /n’est pas celui qui a été publié/,
    make: (page, remote) =>
      answerFiles(page, remote, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `${await answer.text()}\n// altered` });
      }),
  },
  incompatible: {
    says: /ne convient pas à l’application/,
    make: (page, name) =>
      changeRegistry(page, (registry) => {
        registry.id = "wrong";
        remoteOf(registry, name).contract = "^9.0.0";
      }),
  },
  "throws on load": { says: /s’est arrêté sur une erreur au démarrage/, make: publishedWrong(undefined) },
  "throws on render": {
    says: /s’est arrêté sur une erreur inattendue/,
    make: publishedWrong('{ routes: [{ path: "*", Component() { throw new Error("boom"); } }] }'),
  },
  "a chunk is gone": {
    says: /n’existe plus sur le serveur/,
    make: (page, remote) =>
      answerFiles(page, remote, (route, file) =>
        file === "remoteEntry.js" ? route.continue() : route.fulfill({ status: 404, body: "" }),
      ),
  },
};

const neighbourOf = (remote: RemoteName): RemoteName =>
  remote === "mfe-cinemas" ? "mfe-finance" : "mfe-cinemas";

// 36 page loads: a recording of each would cost more than the loads.
test.use({ trace: "off" });

test.describe("a remote that fails costs its own screens only", () => {
  test.describe.configure({ timeout: 60_000 });

  for (const remote of Object.keys(REMOTES) as RemoteName[]) {
    for (const [name, { make, says, waits }] of Object.entries(FAULTS)) {
      test(`${remote}: ${name}`, async ({ page }) => {
        const { path, link } = REMOTES[remote];
        const neighbour = REMOTES[neighbourOf(remote)];
        if (waits) await page.clock.install();
        const asked = page
          .waitForRequest((request) => request.url().includes(`/r/${remote}/`))
          .catch(() => undefined);
        await make(page, remote);
        // Not until everything has come: what hangs never does.
        await page.goto(path, { waitUntil: "domcontentloaded" });

        const heading = page.getByRole("heading", { name: "Ce module est indisponible" });
        if (waits) {
          await asked;
          await page.clock.fastForward(PAST_EVERY_WAIT_MS);
        }
        await expect(heading).toBeFocused();
        const card = page.getByRole("alert").filter({ has: heading });
        await expect(card).toContainText(says);
        await expect(card).toContainText(/Équipe/);
        await expect(card).toContainText(/[A-Z]{3}-[2-9A-Z]{4}-[2-9A-Z]{4}/);

        // The host and the others: the menu is whole, another remote's screen opens.
        await expect(page.getByRole("link", { name: link, exact: true })).toBeVisible();
        await page.getByRole("link", { name: neighbour.link, exact: true }).click();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(heading).toBeHidden();

        await page.getByRole("link", { name: link, exact: true }).click();
        await expect(heading).toBeFocused();
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.getByRole("button", { name: "Réessayer" }).click();
        await expect(heading).toBeHidden();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      });
    }
  }
});
