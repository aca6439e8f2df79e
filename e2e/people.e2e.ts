import { expect, test } from "./support/fixtures.ts";
import { openSession, signInOnScreen } from "./support/session.ts";

test.use({ world: "people" });

test("an administrator disables somebody, whose open page ends, and lets them in again", async ({
  page,
  product,
  browser,
  signIn,
}) => {
  const clerk = "compta@lumen-films.example";
  await signIn(clerk);
  const { storage } = await openSession(product, "hugo.marchetti@lumen-films.example");
  const other = await browser.newContext({ baseURL: product.url, storageState: storage });
  const boss = await other.newPage();
  await boss.goto("/account/overview");
  const users = boss.getByRole("region", { name: "Utilisateurs" });
  await users.getByRole("button", { name: "Désactiver Camille Rousseau" }).click();
  await boss.getByRole("dialog").getByRole("button", { name: "Désactiver" }).click();
  await expect(boss.getByText("Compte de Camille Rousseau désactivé")).toBeVisible();

  // At its next call: the person's, or one that the page makes by itself, after which there is no menu any more.
  await expect(async () => {
    if (!page.url().endsWith("/auth"))
      await page.getByRole("link", { name: "INFOS COMPTE" }).click({ timeout: 1_000 });
    await expect(page).toHaveURL(/\/auth$/, { timeout: 1_000 });
  }).toPass();

  await users.getByRole("button", { name: "Réactiver Camille Rousseau" }).click();
  await boss.getByRole("dialog").getByRole("button", { name: "Réactiver" }).click();
  await expect(users.getByRole("button", { name: "Désactiver Camille Rousseau" })).toBeVisible();
  await signInOnScreen(page, product, clerk);
  await other.close();
});

test("an administrator invites a colleague as a viewer, who signs in by the mailed link and is offered no decision", async ({
  product,
  browser,
  page,
  signIn,
}) => {
  await signIn("hugo.marchetti@lumen-films.example");
  const invited = "zoe.lebrun@lumen-films.example";
  await page.goto("/account/overview");
  const users = page.getByRole("region", { name: "Utilisateurs" });
  await users.getByRole("button", { name: "Inviter un collègue" }).click();
  const dialog = page.getByRole("dialog", { name: "Inviter un collègue" });
  await dialog.getByLabel("Adresse e-mail").fill(invited);
  await dialog.getByLabel("Prénom").fill("Zoé");
  await dialog.getByLabel("Nom", { exact: true }).fill("Lebrun");
  await dialog.getByRole("radio", { name: /^Lecture seule/ }).check();
  await dialog.getByRole("button", { name: "Envoyer l’invitation" }).click();
  await expect(page.getByText(`Invitation envoyée à ${invited}`)).toBeVisible();
  await expect(users.getByRole("region", { name: "Invitations en attente" })).toContainText("Zoé Lebrun");

  const own = await browser.newContext({ baseURL: product.url });
  const colleague = await own.newPage();
  await colleague.goto(await product.mailedLink(invited, "/auth/verify"));
  await colleague.getByRole("button", { name: "Se connecter" }).click();
  await expect(colleague).toHaveURL(/\/dashboard$/);
  await expect(colleague.getByText(/Votre rôle permet de consulter et d’exporter/)).toBeVisible();
  await expect(colleague.getByRole("button", { name: /^(Pause|Active)$/ })).toHaveCount(0);
  await colleague.getByRole("link", { name: "ACTIONS UTILISATEUR" }).click();
  await expect(colleague.getByRole("table").getByRole("row").nth(1)).toBeVisible();
  await expect(colleague.getByRole("button", { name: /^(Résoudre|Rejeter)/ })).toHaveCount(0);
  await colleague.getByRole("link", { name: "FACTURES ÉMISES" }).click();
  await expect(colleague.getByLabel("Liste des factures")).toHaveCount(0);

  await page.reload();
  await users.getByRole("button", { name: "Changer le rôle de Zoé Lebrun" }).click();
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /^Comptable/ })
    .check();
  await page.getByRole("dialog").getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText(/Zoé Lebrun.*Comptable/).first()).toBeVisible();
  await own.close();
});
