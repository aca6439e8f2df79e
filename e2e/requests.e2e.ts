import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { SCHEMES_OF_A_JOURNEY, seriousFaults } from "./support/accessibility.ts";
import { expect, test } from "./support/fixtures.ts";

// Its own product: it makes a cinema.
test.use({ world: "requests" });
// Each screen is looked at in two themes by axe: on a busy machine that takes its time.
test.describe.configure({ timeout: 300_000 });

/** The example's report, in which one cinema is another that nobody knows. */
const report = async (): Promise<Buffer> => {
  const path = resolve(import.meta.dirname, "../docs/examples/rapport-s47-lumen.xml");
  const text = await readFile(path, "utf8");
  return Buffer.from(
    text
      .replaceAll("Mégascope Rennes", "Cinéma des Saules")
      .replaceAll("MÉGASCOPE EXPLOITATION SAS", "SAULES CINÉ SARL")
      .replaceAll("00020002200010", "")
      .replaceAll("91077", "93555"),
  );
};
const STAFF = "compta@lumen-films.example";
const SUPER_ADMIN = "admin@bobine.example";

/** Nothing serious, in the themes of a journey. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of SCHEMES_OF_A_JOURNEY)
    expect(await seriousFaults(page, colorScheme), colorScheme).toEqual([]);
}

test("what is asked of Bobine about a cinema is answered in the console, and comes back", {
  tag: "@ci",
}, async ({ page, signIn }) => {
  await signIn(STAFF);

  await test.step("a report names an unknown cinema: its action leads to a message to Bobine", async () => {
    await page.goto("/external-data/cnc");
    await page.getByLabel("Fichier XML du rapport").setInputFiles({
      name: "rapport.xml",
      mimeType: "text/xml",
      buffer: await report(),
    });
    await page.getByRole("button", { name: "Importer le rapport" }).click();
    await page.getByText(/\d+ déclarations trouvées dans le fichier\./).waitFor();
    await page.goto("/user-actions?reason=unknown_cinema");
    const panel = page.getByRole("region", { name: "Action en cours" });
    await expect(panel.getByRole("heading", { name: "Cinéma à valider par Bobine" })).toBeVisible();
    await panel.getByRole("button", { name: "Écrire à Bobine" }).click();
    const dialog = page.getByRole("dialog", { name: /^Écrire à Bobine/ });
    await dialog.getByLabel("Votre demande").fill("Son SIREN est 000200014.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Envoyer" }).click();
    await expect(panel.getByText("Son SIREN est 000200014.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a cinema that is missing is proposed", async () => {
    await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
    await page.getByRole("button", { name: "Proposer un cinéma" }).click();
    const dialog = page.getByRole("dialog", { name: "Proposer un cinéma à Bobine" });
    await dialog.getByLabel("Nom", { exact: false }).first().fill("Cinéma des Tilleuls");
    await dialog.getByLabel("Ville").fill("Sermoise");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Proposer" }).click();
    await expect(page.getByRole("row", { name: /Cinéma des Tilleuls, Sermoise.*En attente/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a list of cinemas is proposed", async () => {
    await page.getByRole("button", { name: "Proposer une liste" }).click();
    const dialog = page.getByRole("dialog", { name: "Proposer une liste de cinémas à Bobine" });
    // Les Lilas are new, Le Beffroi is there, the third row has no name.
    await dialog
      .getByLabel("Fichier XLSX des cinémas")
      .setInputFiles(resolve(import.meta.dirname, "fixtures/cinemas.xlsx"));
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Proposer" }).click();
    const list = page.getByRole("row", { name: /Liste de 2\scinémas/ });
    await list.getByText(/1\sligne laissée de côté/).click();
    await expect(list.getByText(/^Ligne 4/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a super admin sees what the list brings, and accepts it", async () => {
    await signIn(SUPER_ADMIN);
    await page.getByRole("tab", { name: "Demandes sur les cinémas" }).click();
    await page.getByRole("button", { name: /^Voir la liste/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(/1\scinéma à créer, 1\sdéjà connu/)).toBeVisible();
    await expect(dialog.getByText("Cinéma Les Lilas")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Accepter la liste" }).click();
    await expect(page.getByRole("row", { name: /Liste de 2\scinémas/ })).toHaveCount(0);
  });

  await test.step("a super admin creates the proposed one and refuses the other", async () => {
    const proposal = page.getByRole("row", { name: /Cinéma des Tilleuls/ });
    await expect(proposal).toBeVisible();
    await expectAccessible(page);
    await proposal.getByRole("button", { name: /^Créer le cinéma/ }).click();
    await page.getByRole("dialog").getByLabel("Réponse au distributeur").fill("Bienvenue.");
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Créer le cinéma" }).click();
    await expect(proposal).toHaveCount(0);
    await page.getByRole("button", { name: /^Refuser/ }).click();
    await page
      .getByRole("dialog")
      .getByLabel("Réponse au distributeur")
      .fill("Ce SIREN est celui d’un autre.");
    await page.getByRole("dialog").getByRole("button", { name: "Refuser" }).click();
    await expect(page.getByText("Aucune demande à traiter")).toBeVisible();
  });

  await test.step("the answers are in the queue and beside what was asked, and the cinema in the list", async () => {
    await signIn(STAFF);
    await page.goto("/user-actions?reason=request_answered");
    await expect(page.getByRole("row", { name: /Réponse de Bobine/ })).toHaveCount(3);
    await page.goto("/cinemas?tab=requests");
    await expect(page.getByRole("row", { name: /Tilleuls.*Bienvenue\..*Traitée/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /celui d’un autre.*Refusée/ })).toBeVisible();
    for (const [search, name] of [
      ["tilleuls", /Cinéma des Tilleuls/],
      ["lilas", /Cinéma Les Lilas/],
    ] as const) {
      await page.goto(`/cinemas?search=${search}`);
      await expect(page.getByRole("row", { name })).toBeVisible();
    }
  });
});
