import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Locator } from "@playwright/test";
import { SCHEMES_OF_A_JOURNEY, seriousFaults } from "./support/accessibility.ts";
import { expect, test } from "./support/fixtures.ts";

// Its own product: it changes the data, and an address may ask for five links in a quarter of an hour.
test.use({ world: "journey" });

const EXAMPLES = resolve(import.meta.dirname, "../docs/examples");
const REPORT = resolve(EXAMPLES, "rapport-s47-lumen.xml");
const STATEMENT = resolve(EXAMPLES, "releve-decembre-lumen.csv");

/** French typography as plain spaces. */
const plain = (text: string | null): string => (text ?? "").replace(/[\u00a0\u202f]/g, " ");

/** Takes back what is ticked at the start, once the list is there. */
async function chooseNone(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole("checkbox").first()).toBeVisible();
  const ticked = dialog.getByRole("checkbox", { checked: true });
  while ((await ticked.count()) > 0) await ticked.first().uncheck();
}

test("an accountant goes from the box-office report to the accounting exports", async ({ page, product }) => {
  await test.step("signs in by e-mailed link", async () => {
    await page.goto("/invoices");
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByRole("heading", { name: "Se connecter" })).toBeVisible();
    await page.getByLabel("Adresse e-mail").fill("compta@lumen-films.example");
    await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
    await expect(
      page.getByText(
        "Nous vous avons envoyé un lien magique à votre adresse e-mail. Veuillez vérifier votre boîte de réception et cliquer sur le lien pour vous connecter.",
      ),
    ).toBeVisible();
    await page.goto(await product.signInLink("compta@lumen-films.example"));
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText("Camille Rousseau")).toBeVisible();
  });

  await test.step("looks at what the weekly report will bring (BOX-9), and gives up", async () => {
    await page.getByRole("link", { name: "RAPPORT CNC" }).click();
    await page.getByRole("button", { name: "Importer le rapport" }).click();
    await expect(page.getByText("Veuillez sélectionner un fichier à téléverser")).toBeVisible();
    await page.getByLabel("Fichier XML du rapport").setInputFiles(REPORT);
    await page.getByRole("button", { name: "Voir l’aperçu" }).click();
    const preview = page.getByRole("region", { name: "Aperçu du rapport" });
    await expect(preview).toContainText("Rien n’est encore enregistré");
    await expect(preview).toContainText(/Factures \(\d+\)/);
    const week = page.getByRole("row", { name: /Cinéma Le Beffroi/ });
    expect(plain(await week.textContent())).toContain("2 897,31 €");
    await expect(week).toContainText("À émettre");
    for (const scheme of SCHEMES_OF_A_JOURNEY) expect(await seriousFaults(page, scheme)).toEqual([]);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    // The menu leaves the page at the next frame that React draws.
    await expect
      .poll(() =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      )
      .toBe(0);
    if (size) await page.setViewportSize(size);
    await preview.getByRole("button", { name: "Annuler" }).click();
    await expect(preview).toBeHidden();
  });

  await test.step("uploads it: no number was given meanwhile", async () => {
    await page.getByRole("button", { name: "Importer le rapport" }).click();
    await expect(page.getByText(/\d+ déclarations trouvées dans le fichier\./)).toBeVisible();
  });

  await test.step("gets invoices, to the cent, with their PDF", async () => {
    await page.getByRole("link", { name: "Voir les factures" }).click();
    await expect(page).toHaveURL(/\/invoices/);
    const row = page.getByRole("row", { name: /F26000123/ });
    await expect(row).toContainText("Cinéma Le Beffroi");
    expect(plain(await row.textContent())).toContain("2 897,31 €");
    expect(plain(await page.getByRole("row", { name: /F26000124/ }).textContent())).toContain("15 067,07 €");
    await expect(row.getByText("En attente")).toBeVisible();
    await row.getByRole("button", { name: "Voir F26000123" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByTitle(/Aperçu de F26000123/)).toBeVisible();
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Télécharger" }).click();
    const pdf = readFileSync(await (await download).path());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await dialog.getByRole("button", { name: "Fermer" }).last().click();
  });

  await test.step("uploads the bank's statement and sees the certain payments lettered", async () => {
    await page.getByRole("link", { name: "RELEVÉS BANCAIRES" }).click();
    await page.getByLabel("Fichier du relevé").setInputFiles(STATEMENT);
    await page.getByRole("button", { name: "Importer le relevé" }).click();
    const result = page.getByRole("region", { name: "Relevé importé" });
    await expect(result).toBeVisible();
    const figures = plain(await result.innerText());
    expect(figures).toMatch(/Opérations importées\s+6/);
    expect(figures).toMatch(/Rapprochements automatiques\s+2/);
    expect(figures).toMatch(/Factures soldées\s+3/);
    expect(figures).toMatch(/Actions à traiter\s+2/);

    await page.getByLabel("Fichier du relevé").setInputFiles(STATEMENT);
    await page.getByRole("button", { name: "Importer le relevé" }).click();
    await expect(page.getByRole("region", { name: "Relevé importé" })).toContainText(/Doublons ignorés\s*6/);

    await page.getByRole("link", { name: "FACTURES", exact: true }).click();
    await expect(
      page.getByRole("row", { name: /F26000123/ }).getByText("Payé", { exact: true }),
    ).toBeVisible();
    await expect(
      page.getByRole("row", { name: /F26000131/ }).getByText("Payé", { exact: true }),
    ).toBeVisible();
  });

  await test.step("resolves a left-over transaction by choosing invoices", async () => {
    await page.getByRole("link", { name: "ACTIONS UTILISATEUR" }).click();
    await expect(page.getByRole("heading", { name: "Actions Utilisateur en Attente" })).toBeVisible();
    const row = page.getByRole("row", { name: /CINE ROYAL DOLE LOCATION FILMS S46 S47/ });
    await row.getByRole("button", { name: "Résoudre" }).click();
    const dialog = page.getByRole("dialog", { name: "Sélection des factures à rapprocher" });
    await chooseNone(dialog);
    await dialog.getByRole("button", { name: "Rapprocher" }).click();
    await expect(dialog.getByText("Veuillez sélectionner au moins une facture à rapprocher.")).toBeVisible();
    await dialog.getByLabel("Chercher des factures impayées").fill("F26000128");
    await dialog.getByRole("checkbox", { name: "Sélectionner F26000128" }).check();
    await dialog.getByRole("button", { name: "Rapprocher" }).click();
    const confirmation = page.getByRole("dialog", { name: "Confirmer le rapprochement" });
    expect(plain(await confirmation.textContent())).toContain(
      "Le montant de l’opération (1 312,00 €) diffère du total sélectionné (1 850,20 €). Voulez-vous continuer ?",
    );
    // A refusal lies above the choice, which stays.
    await page.route(
      "**/banking/manual-reconciliation/",
      (route) => route.fulfill({ status: 409, json: { detail: "Cette facture vient d’être réglée." } }),
      { times: 1 },
    );
    await confirmation.getByRole("button", { name: "Continuer" }).click();
    const refusal = page.getByRole("dialog", { name: "Erreur de rapprochement!" });
    await expect(refusal).toContainText("Cette facture vient d’être réglée.");
    await refusal.getByRole("button", { name: "Fermer" }).last().click();
    await dialog.getByRole("button", { name: "Rapprocher" }).click();
    await confirmation.getByRole("button", { name: "Continuer" }).click();
    await expect(page.getByText("Action résolue avec succès.")).toBeVisible();
    await expect(row.getByText("Terminé")).toBeVisible();
  });

  await test.step("undoes it and does it again", async () => {
    const row = page.getByRole("row", { name: /CINE ROYAL DOLE LOCATION FILMS S46 S47/ });
    await row.getByRole("button", { name: "Annuler" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("Action annulée avec succès.")).toBeVisible();
    await expect(row.getByText("Facture à sélectionner")).toBeVisible();
    await row.getByRole("button", { name: "Résoudre" }).click();
    const dialog = page.getByRole("dialog", { name: "Sélection des factures à rapprocher" });
    await chooseNone(dialog);
    await dialog.getByLabel("Chercher des factures impayées").fill("F26000128");
    await dialog.getByRole("checkbox", { name: "Sélectionner F26000128" }).check();
    await dialog.getByRole("button", { name: "Rapprocher" }).click();
    await page
      .getByRole("dialog", { name: "Confirmer le rapprochement" })
      .getByRole("button", { name: "Continuer" })
      .click();
    await expect(row.getByText("Terminé")).toBeVisible();
  });

  await test.step("downloads the three accounting exports", async () => {
    await page.getByRole("link", { name: "AVEC LETTRAGE" }).click();
    await expect(page.getByRole("heading", { name: "Relevé Bancaire Avec Lettrage" })).toBeVisible();
    const files: Record<string, string> = {};
    for (const format of ["A", "B", "C"]) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: `Export Format ${format}` }).click();
      const file = await download;
      files[file.suggestedFilename()] = readFileSync(await file.path(), "latin1");
      await expect(page.getByText("Export réussi").last()).toBeVisible();
    }
    expect(Object.keys(files)).toEqual([
      "accounting_export_a.csv",
      "accounting_export_b.csv",
      "accounting_export_c.csv",
    ]);
    expect(files["accounting_export_a.csv"]).toMatch(/;F26000123;\d{8};[^\n]*;2897,31;0,00;AAA;20261228;/);
    expect(files["accounting_export_b.csv"]).toMatch(/;F26000128;1850,20;;\d\d\/\d\d\/\d{4};[a-z]{3};/);
    expect(files["accounting_export_c.csv"]).toContain("F26000131");
  });

  await test.step("signs out", async () => {
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => ["token", "refreshToken", "user"].includes(key)),
      ),
    ).toEqual([]);
    await page.goto("/invoices");
    await expect(page).toHaveURL(/\/auth$/);
  });
});
