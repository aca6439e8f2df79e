import { expect, test } from "./support/fixtures.ts";
import { signInOnScreen } from "./support/session.ts";

// Its own product: it changes the data, and an address may ask for five links in a quarter of an hour.
test.use({ world: "account" });

/** Its administrator: an accountant does not change the company, nor what it pays for (SEC-22). */
const BOSS = "hugo.marchetti@lumen-films.example";

test("staff complete their company, connect the bank and subscribe", async ({ page, context, product }) => {
  await test.step("comes back to the screen that was asked for before signing in", async () => {
    await page.goto("/invoices?status=default");
    await expect(page.getByRole("heading", { name: "Se connecter" })).toBeVisible();
    await signInOnScreen(page, product, BOSS);
    await expect(page).toHaveURL(/\/invoices\?status=default$/);
    await page.getByRole("link", { name: "INFOS COMPTE" }).click();
    await expect(page.getByRole("heading", { name: "Informations de la société" })).toBeVisible();
    await expect(page.getByText("Facturé mensuellement")).toBeVisible();
  });

  await test.step("a wrong VAT number is told, and nothing typed is lost by a reload", async () => {
    await page.getByRole("button", { name: "Modifier" }).click();
    await page.getByLabel("Numéro de TVA").fill("1234");
    await page.getByLabel("Téléphone").fill("01 99 00 14 77");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(
      page.getByText("Le numéro de TVA doit être au format 2 lettres + 2 chiffres (ex: AB12)"),
    ).toBeVisible();
    await expect(page.getByLabel("Numéro de TVA")).toBeFocused();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText("Saisie rétablie")).toBeVisible();
    await expect(page.getByLabel("Téléphone")).toHaveValue("01 99 00 14 77");
  });

  await test.step("an ended session keeps it too, and signing in again comes back to it", async () => {
    await page.evaluate(() => {
      for (const key of ["token", "refreshToken"]) localStorage.setItem(key, "over");
    });
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByRole("heading", { name: "Se connecter" })).toBeVisible();
    await signInOnScreen(page, product, BOSS);
    await expect(page).toHaveURL(/\/account\/overview$/);
    await expect(page.getByText("Saisie rétablie")).toBeVisible();
    await page.getByLabel("Numéro de TVA").fill("FR39");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Informations de la société mises à jour")).toBeVisible();
    await expect(page.getByText("01 99 00 14 77")).toBeVisible();
    await expect(page.getByRole("button", { name: "Modifier" })).toBeFocused();
  });

  await test.step("connects the bank in a new tab", async () => {
    await page.goto("/account/bank");
    await expect(page.getByText("Aucune banque n’est connectée.")).toBeVisible();
    const opened = context.waitForEvent("page");
    await page.getByRole("button", { name: "Connecter ma banque" }).click();
    const bank = await opened;
    await bank.getByLabel("Identifiant").fill("success");
    await bank.getByRole("button", { name: "Continuer" }).click();
    await expect(bank.getByText(/Votre banque est connectée/)).toBeVisible();
    await bank.close();
    await expect(page.getByRole("button", { name: "Synchroniser les opérations" })).toBeEnabled();
  });

  await test.step("synchronises: what came is told", async () => {
    await page.getByRole("button", { name: "Synchroniser les opérations" }).click();
    const result = page.getByRole("region", { name: "Résultat de la dernière synchronisation" });
    await expect(result).toContainText("Opérations importées");
    await expect(page.getByText("Connectée", { exact: true })).toBeVisible();
  });

  await test.step("disconnects after a question", async () => {
    await page.getByRole("button", { name: "Déconnecter", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Déconnecter la banque" });
    await expect(question).toContainText("Les opérations déjà importées seront conservées.");
    await question.getByRole("button", { name: "Déconnecter" }).click();
    await expect(page.getByRole("button", { name: "Connecter ma banque" })).toBeVisible();
  });

  await test.step("subscribes: given up first, then paid", async () => {
    await page.getByRole("link", { name: "PLAN D'ABONNEMENT" }).click();
    await expect(page.getByRole("heading", { name: "Choose Your Plan" })).toBeVisible();
    await page.getByRole("button", { name: "Select" }).first().click();
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(page.getByText(/Le paiement a été abandonné/)).toBeVisible();
    await page.getByRole("button", { name: "Select" }).first().click();
    await page.getByRole("button", { name: "Payer" }).click();
    await expect(page.getByText("Subscribed")).toBeVisible({ timeout: 30_000 });
  });
});

test("a list of invoices issued outside the product is imported, with its errors by line", async ({
  page,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");
  await page.getByRole("link", { name: "FACTURES ÉMISES" }).click();
  await page.getByLabel("Liste des factures").setInputFiles({
    name: "factures.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "numero_facture;date_facture;nom_cinema;ville;montant_ht;montant_tva;montant_ttc\r\n" +
        "X-2211;02/11/2026;Cinéma Le Beffroi;Douai;100,00;5,50;105,50\r\n" +
        "X-2212;31/02/2026;Cinéma Le Beffroi;Douai;100,00;5,50;105,50\r\n",
    ),
  });
  await page.getByRole("button", { name: "Importer les factures" }).click();
  await expect(page.getByRole("region", { name: "Factures importées" })).toContainText(
    /Factures ajoutées\s*1/,
  );
  await expect(page.getByRole("region", { name: "Lignes à corriger" })).toContainText(/Ligne 3/);
  await expect(page.getByText(/Téléversement terminé/)).toBeVisible();
  await page.getByRole("link", { name: "Voir les factures" }).click();
  await page
    .getByRole("searchbox")
    .or(page.getByPlaceholder(/Rechercher/))
    .first()
    .fill("X-2211");
  await expect(page.getByRole("row", { name: /X-2211/ })).toBeVisible();
});

test("a failure in the first seconds of a page is told, also when the network has gone", {
  tag: "@ci",
}, async ({ page, context, signIn }) => {
  await signIn(BOSS);
  await page.goto("/account/overview");
  await page.getByRole("button", { name: "Modifier" }).click();
  // Whatever code has not come by now comes no more.
  await page.route("**/*.js", (route) => route.abort());
  await context.setOffline(true);
  await page.getByLabel("Téléphone").fill("01 99 00 14 78");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByRole("alert")).toContainText("Impossible de sauvegarder les modifications");
  await expect(page.getByLabel("Téléphone")).toHaveValue("01 99 00 14 78");
  await expect(toasts.getByRole("alert")).toHaveCount(0, { timeout: 10_000 });

  await context.setOffline(false);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Informations de la société mises à jour")).toBeVisible();
});
