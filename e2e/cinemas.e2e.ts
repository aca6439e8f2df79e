import { join } from "node:path";
import type { Page } from "@playwright/test";
import { SCHEMES_OF_A_JOURNEY, seriousFaults } from "./support/accessibility.ts";
import { expect, test } from "./support/fixtures.ts";

// Its own product: it changes the data, and an address may ask for five links in a quarter of an hour.
test.use({ world: "cinemas" });

const WORKBOOK = join(import.meta.dirname, "fixtures/cinemas.xlsx");

// Each screen is looked at in two themes by axe: on a busy machine that takes its time.
test.describe.configure({ timeout: 300_000 });

/** Nothing serious, in the themes of a journey. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of SCHEMES_OF_A_JOURNEY)
    expect(await seriousFaults(page, colorScheme), colorScheme).toEqual([]);
}

test("staff find a cinema, see its screens and set it up", async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
  const beffroi = page.getByRole("row", { name: /Cinéma Le Beffroi/ });
  await expect(beffroi).toBeVisible();
  await expectAccessible(page);

  await test.step("searches; the address keeps it, also for the screens and back", async () => {
    await page.getByLabel("Rechercher un cinéma").fill("beffroi");
    await expect(page).toHaveURL(/\/cinemas\?search=beffroi$/);
    await expect(page.getByRole("row", { name: /Mégascope/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Salles de Cinéma Le Beffroi" }).click();
    await expect(page).toHaveURL(/\/cinemas\/\d+\?search=beffroi$/);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("columnheader", { name: "Numéro d'Autorisation" })).toBeVisible();
    await expect(dialog.getByText("910231")).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await page.goForward();
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog.getByText("910231")).toBeVisible();
    await dialog.getByRole("button", { name: "Fermer" }).last().click();
    await expect(page).toHaveURL(/\/cinemas\?search=beffroi$/);
  });

  await test.step("opens a row on all that is known", async () => {
    await page.getByRole("button", { name: "Afficher le détail de Cinéma Le Beffroi" }).click();
    await expect(page.getByText("SARL Beffroi Cinés").first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("saves settings, which are there the next time", async () => {
    await page.getByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" }).click();
    const dialog = page.getByRole("dialog", { name: "Parametrer Distributeur" });
    await dialog.getByLabel("Minimum garanti (€ HT)").fill("150,5");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Continuer la saisie" }).click();
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText(/^Paramètres du distributeur (créés|mis à jour)\.$/)).toBeVisible();
    await page.getByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" }).click();
    await expect(dialog.getByLabel("Minimum garanti (€ HT)")).toHaveValue("150,50");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});

test("a super admin manages distributors", { tag: "@ci" }, async ({ page, signIn }) => {
  await signIn("admin@bobine.example");
  await expect(page.getByRole("row", { name: /Lumen Films Distribution/ })).toBeVisible();
  await expectAccessible(page);

  await test.step("opens a distributor on its users and cinemas", async () => {
    await page.getByRole("button", { name: "Afficher le détail de Lumen Films Distribution" }).click();
    await expect(page.getByText("Contact principal")).toBeVisible();
    await expect(page.getByRole("region", { name: /Cinémas liés/ }).getByRole("row")).not.toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Masquer le détail de Lumen Films Distribution" }).click();
  });

  await test.step("edits a communication e-mail in its row", async () => {
    await page
      .getByRole("button", { name: "Modifier l’e-mail de communication de Lumen Films Distribution" })
      .click();
    const field = page.getByLabel("E-mail de communication de Lumen Films Distribution", { exact: true });
    await field.fill("lumen@ailleurs.example");
    await field.press("Enter");
    const refusal = page.getByText(/^L'email doit se terminer par @/);
    await expect(refusal).toBeVisible();
    const suffix = (await refusal.innerText()).split(" ").at(-1) ?? "";
    await field.fill(`lumen-films${suffix}`);
    await field.press("Enter");
    await expect(page.getByText("Email de communication mis à jour")).toBeVisible();
    await expect(page.getByText(`lumen-films${suffix}`)).toBeVisible();
  });

  await test.step("creates a distributor with its administrator", async () => {
    await page.getByRole("button", { name: "Nouveau Distributeur" }).click();
    const dialog = page.getByRole("dialog", { name: "Nouveau Distributeur" });
    await dialog.getByRole("button", { name: "Créer le distributeur" }).click();
    await expect(page.getByText("Veuillez remplir tous les champs obligatoires")).toBeVisible();
    await expect(dialog.getByLabel("Nom", { exact: false }).first()).toBeFocused();
    await expectAccessible(page);
    for (const [label, text] of [
      [/^Nom/, "Cap Septentrion"],
      [/^Adresse/, "1 quai du Port"],
      [/^Code postal/, "44000"],
      [/^Ville/, "Nantes"],
      [/^Téléphone/, "02 99 00 14 10"],
      [/^IBAN principal/, "FR7612345"],
      [/^Prénom/, "Zoé"],
      [/^Nom de famille/, "Le Goff"],
      [/^E-mail(?! de)/, "zoe@cap-septentrion.example"],
    ] as const)
      await dialog.getByLabel(label).first().fill(text);
    await dialog.getByRole("button", { name: "Créer le distributeur" }).click();
    await expect(page.getByText("Erreurs de validation")).toBeVisible();
    await expect(dialog.getByText("L’IBAN est invalide.")).toBeVisible();
    await expect(dialog.getByLabel(/^IBAN principal/)).toBeFocused();
    await dialog.getByLabel(/^IBAN principal/).fill("FR7699999000010001234567809");
    await dialog.getByRole("button", { name: "Créer le distributeur" }).click();
    const account = page.getByRole("dialog", { name: "Compte administrateur créé" });
    await expect(account.getByLabel("E-mail de l’administrateur")).toHaveValue("zoe@cap-septentrion.example");
    await expectAccessible(page);
    await account.getByRole("button", { name: "Fermer" }).last().click();
    await expect(page.getByRole("row", { name: /Cap Septentrion/ })).toBeVisible();
  });
});

test("a super admin manages cinemas", { tag: "@ci" }, async ({ page, signIn }) => {
  await signIn("admin@bobine.example");
  await page.getByRole("tab", { name: "Cinémas", exact: true }).click();
  await expect(page.getByRole("row", { name: /Cinéma Le Beffroi/ })).toBeVisible();
  await expectAccessible(page);

  await test.step("creates one, and corrects it", async () => {
    await page.getByRole("button", { name: "Nouveau Cinéma" }).click();
    const dialog = page.getByRole("dialog", { name: "Nouveau Cinéma" });
    await dialog.getByRole("button", { name: "Créer le cinéma" }).click();
    await expect(dialog.getByText("Le nom du cinéma est obligatoire")).toBeVisible();
    await dialog.getByLabel(/^Nom/).first().fill("Cinéma Les Ormes");
    await dialog.getByLabel("Code court").fill("BEFDOU");
    await dialog.getByRole("button", { name: "Ajouter une salle" }).click();
    await page.keyboard.type("Grande salle");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Créer le cinéma" }).click();
    await expect(dialog.getByText("Ce code court est déjà utilisé.")).toBeVisible();
    await dialog.getByLabel("Code court").fill("");
    await dialog.getByRole("button", { name: "Créer le cinéma" }).click();
    await expect(page.getByText("Cinéma Créé")).toBeVisible();
    await page.getByLabel(/Rechercher par nom/).fill("ormes");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/cinema_search=ormes/);
    await page.getByRole("button", { name: "Modifier Cinéma Les Ormes" }).click();
    const edit = page.getByRole("dialog", { name: /Modifier le cinéma/ });
    await expect(edit.getByLabel("Nom de la salle 1", { exact: true })).toHaveValue("Grande salle");
    await edit.getByLabel("Ville", { exact: true }).fill("Angers");
    await edit.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Cinéma Mis à Jour")).toBeVisible();
    await expect(page.getByRole("cell", { name: "Angers" })).toBeVisible();
  });

  await test.step("sets it up for a distributor", async () => {
    await page.getByRole("button", { name: "Parametrer Distributeur pour Cinéma Les Ormes" }).click();
    const dialog = page.getByRole("dialog", { name: "Parametrer Distributeur" });
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Veuillez sélectionner un cinéma et un distributeur.")).toBeVisible();
    await dialog.getByRole("combobox", { name: /Distributeur/ }).click();
    await page.getByRole("option", { name: "Bel Horizon Films" }).click();
    await dialog.getByLabel("Code comptable personnalisé").fill("411ORMES");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Paramètres du distributeur créés.")).toBeVisible();
  });

  await test.step("validates it, then deletes it", async () => {
    await page.getByRole("button", { name: "Valider Cinéma Les Ormes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Valider" }).click();
    await expect(page.getByText("Cinéma validé avec succès")).toBeVisible();
    await page.getByRole("button", { name: "Supprimer Cinéma Les Ormes" }).click();
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByText(/^Êtes-vous sûr de vouloir supprimer le cinéma Cinéma Les Ormes \(Angers\)\?/),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText("Cinéma supprimé avec succès")).toBeVisible();
    await expect(page.getByText("Aucun cinéma trouvé")).toBeVisible();
  });

  await test.step("imports a list: what came of it shows, and the search is cleared", async () => {
    await page.getByRole("button", { name: "Importer" }).click();
    const dialog = page.getByRole("dialog", { name: "Importer des cinémas" });
    await dialog.getByRole("button", { name: "Importer" }).click();
    await expect(dialog.getByText("Veuillez sélectionner un fichier")).toBeVisible();
    await dialog.getByLabel("Fichier XLSX des cinémas").setInputFiles(WORKBOOK);
    await dialog.getByRole("button", { name: "Importer" }).click();
    await expect(dialog.getByText("Cinéma Les Lilas")).toBeVisible();
    await expect(dialog.getByText("Ligne 2", { exact: true })).toBeVisible();
    await expect(dialog.getByText("Lignes en erreur")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Fermer" }).last().click();
    await expect(page).toHaveURL(/\/super-admin\?tab=cinemas$/);
    await expect(page.getByRole("row", { name: /Cinéma Les Lilas/ })).toBeVisible();
  });
});
