import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import type { Product } from "./support/product.ts";
import { readAs } from "./support/session.ts";

// Its own product: it connects and breaks a bank.
test.use({ world: "bank" });

/** The address that the terminal shows. */
const deskOf = ({ printed }: Product, name: "banks" | "cards"): string => {
  const address = new RegExp(`Simulated ${name}: (\\S+)`).exec(printed())?.[1];
  if (address === undefined) throw new Error(`no desk of ${name}`);
  return address;
};
const card = (page: Page) => page.getByRole("region", { name: "Connexion bancaire" });

test("a bank is connected in a new tab, read, renewed when its access ends, and disconnected", async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(300_000);
  await signIn("compta@lumen-films.example");
  await page.goto("/account/bank");
  await expect(page.getByText("Aucune banque n’est connectée.")).toBeVisible();

  // The bank's page is another tab; this one waits.
  const opening = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Connecter ma banque" }).click();
  const bank = await opening;
  await expect(page.getByText(/La page de votre banque est ouverte dans un autre onglet/)).toBeVisible();
  await bank.getByLabel("Identifiant").fill("otp");
  await bank.getByLabel("Mot de passe").fill("libre");
  await bank.getByRole("button", { name: "Continuer" }).click();
  await bank.getByLabel(/code reçu par SMS/).fill("123456");
  await bank.getByRole("button", { name: "Continuer" }).click();
  await expect(bank.getByText(/Votre banque est connectée/)).toBeVisible();
  await bank.close();
  await expect(card(page).getByText("Banque de démonstration")).toBeVisible();
  await expect(page.getByText(/La page de votre banque est ouverte/)).toBeHidden();
  const result = page.getByRole("region", { name: "Résultat de la dernière synchronisation" });
  await expect(result).toContainText(/Opérations importées\s*6/);

  // Lines come by an event of the bank; the aggregator is slow, and whoever asks sees that they are on their way.
  const desk = await page.context().newPage();
  await desk.goto(deskOf(product, "banks"));
  await desk.getByRole("combobox", { name: "Panne" }).selectOption("lent");
  // Until it is seen, however long the page takes.
  await desk.getByLabel("Nombre d’appels").fill("1000");
  await desk.getByRole("button", { name: "Casser" }).click();
  await desk.getByLabel("Libellé").fill("VIR SEPA RECU /DE CLIENT /MOTIF ESSAI");
  await desk.getByLabel("Fois").fill("4");
  await desk.getByRole("button", { name: "Ajouter" }).click();
  await expect(desk.getByText("4 opérations ajoutées.")).toBeVisible();
  await expect
    .poll(() => readAs(page, "/banking/connection-status/"))
    .toMatchObject({ sync: { state: expect.stringMatching(/queued|running/) } });
  await page.reload();
  await expect(card(page).getByText(/Synchronisation en cours…/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Synchroniser les opérations" })).toBeDisabled();
  await desk.getByRole("button", { name: "Tout réparer" }).click();
  await desk.getByText("Tout fonctionne de nouveau.").waitFor();
  await expect(card(page).getByText(/Synchronisation en cours…/)).toBeHidden({ timeout: 90_000 });
  await page.getByRole("link", { name: "Voir le relevé original" }).click();
  await expect(page.getByText("VIR SEPA RECU /DE CLIENT /MOTIF ESSAI").first()).toBeVisible();

  // The aggregator fails, and says so; the next try is well.
  await desk.getByRole("combobox", { name: "Panne" }).selectOption("401");
  await desk.getByLabel("Nombre d’appels").fill("20");
  await desk.getByRole("button", { name: "Casser" }).click();
  await page.goto("/account/bank");
  await page.getByRole("button", { name: "Synchroniser les opérations" }).click();
  await expect(card(page).getByRole("alert")).toContainText("Could not process transactions.");
  await expect(card(page).getByRole("alert")).toContainText(
    "Le service bancaire est momentanément indisponible. Réessayez dans quelques minutes.",
  );
  await desk.getByRole("button", { name: "Tout réparer" }).click();
  await page.getByRole("button", { name: "Synchroniser les opérations" }).click();
  await expect(card(page).getByRole("alert")).toBeHidden();

  // The access ends: the person is told, and renews it.
  await desk.getByRole("combobox", { name: "État" }).selectOption("1010");
  await desk.getByRole("button", { name: "Appliquer" }).click();
  await expect
    .poll(() => readAs(page, "/banking/connection-status/"))
    .toMatchObject({ status: "action_required" });
  await page.reload();
  await expect(
    card(page)
      .getByText("La banque demande une nouvelle authentification. Reconnectez votre compte.")
      .first(),
  ).toBeVisible();
  await page.goto("/user-actions?reason=bank_connection_expired");
  await expect(page.getByText("Connexion bancaire à renouveler").first()).toBeVisible({ timeout: 30_000 });
  await page.goto("/account/bank");
  const renewing = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Reconnecter ma banque" }).click();
  const again = await renewing;
  await again.getByRole("button", { name: "Continuer" }).click();
  await expect(again.getByText(/Votre banque est connectée/)).toBeVisible();
  await again.close();
  await expect(card(page).getByText("Connectée", { exact: true })).toBeVisible({ timeout: 90_000 });

  // The end is asked about first.
  await page.getByRole("button", { name: "Déconnecter", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Déconnecter la banque" });
  await expect(dialog).toContainText(
    /Déconnecter votre banque\s\? Les opérations déjà importées seront conservées\./,
  );
  await dialog.getByRole("button", { name: "Annuler" }).click();
  await expect(card(page).getByText("Connectée", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Déconnecter", exact: true }).click();
  await dialog.getByRole("button", { name: "Déconnecter" }).click();
  await expect(page.getByText("Aucune banque n’est connectée.")).toBeVisible();
  await expect(async () => {
    await desk.reload();
    await expect(desk.getByText(/Aucune banque n’est connectée/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test("a person who gives up at the bank may begin again, and is never told to be connected", {
  tag: "@ci",
}, async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  await page.goto("/account/bank");
  const opening = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Connecter ma banque" }).click();
  const bank = await opening;
  await bank.getByLabel("Identifiant").fill("wrong_password");
  await bank.getByRole("button", { name: "Continuer" }).click();
  await expect(bank.getByText("La connexion a été abandonnée ou refusée par la banque.")).toBeVisible();
  // The way back leads to a page of the bank that is over, and says so.
  await bank.goBack();
  await expect(bank.getByText("Cette session de connexion est terminée ou n’existe pas.")).toBeVisible();
  await bank.getByRole("link", { name: "Revenir à Bobine" }).click();
  await expect(bank.getByText("Aucune banque n’est connectée.")).toBeVisible();
});

test("AGG-8: two banks stand side by side, and the tab that waits says how the other one came back", {
  tag: "@ci",
}, async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  await page.goto("/account/bank");
  const bankAfter = async (button: string) => {
    const opening = page.context().waitForEvent("page");
    await page.getByRole("button", { name: button }).click();
    return await opening;
  };
  const first = await bankAfter("Connecter ma banque");
  await first.getByRole("button", { name: "Continuer" }).click();
  await expect(card(page).getByText("Banque de démonstration")).toBeVisible();
  await first.close();

  const refused = await bankAfter("Connecter une autre banque");
  await refused.getByLabel("Identifiant").fill("wrong_password");
  await refused.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByText("La connexion a été abandonnée ou refusée par la banque.")).toBeVisible();
  await expect(page.getByText(/La page de votre banque est ouverte/)).toBeHidden();
  await refused.close();

  const second = await bankAfter("Connecter une autre banque");
  await second.getByLabel("Banque").selectOption("Banque du Port (démonstration)");
  await second.getByRole("button", { name: "Continuer" }).click();
  for (const tab of [page, second]) {
    const other = tab.getByRole("region", { name: "Banque du Port (démonstration)" });
    await expect(other.getByText("Connectée", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(tab.getByRole("region", { name: "Banque de démonstration" })).toBeVisible();
  }
  await second.close();

  // Somebody else of the company has another account at the first bank.
  const colleagues = await bankAfter("Connecter une autre banque");
  await colleagues.getByLabel("Identifiant").fill("collegue");
  await colleagues.getByRole("button", { name: "Continuer" }).click();
  for (const tab of [page, colleagues])
    await expect(tab.getByRole("region", { name: "Banque de démonstration (…3219)" })).toContainText(
      "Connectée",
      { timeout: 60_000 },
    );
  await colleagues.close();

  for (const left of [2, 1, 0]) {
    await page.getByRole("button", { name: "Déconnecter", exact: true }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Déconnecter" }).click();
    await expect(page.getByRole("button", { name: "Déconnecter", exact: true })).toHaveCount(left);
  }
  await expect(page.getByText("Aucune banque n’est connectée.")).toBeVisible();
});

test("a plan is paid, renewed, refused and cancelled at the simulated card provider", {
  tag: "@ci",
}, async ({ page, product, signIn }) => {
  await signIn("compta@lumen-films.example");
  await page.goto("/subscription/plan");
  await expect(page.getByRole("heading", { name: "Choose Your Plan" })).toBeVisible();
  const select = page.getByRole("button", { name: "Select" }).first();
  await select.click();
  await page.getByRole("button", { name: "Refuser" }).click();
  await expect(page.getByRole("alert")).toContainText("Paiement refusé");
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByText(/Le paiement a été abandonné/)).toBeVisible();

  await select.click();
  await page.getByRole("button", { name: "Payer" }).dblclick();
  await expect(page.getByText("Subscribed")).toBeVisible();
  await expect(page.getByText("Payé jusqu’au")).toBeVisible();
  const paidUntil = await page.locator("dt", { hasText: "Payé jusqu’au" }).locator("+ dd").textContent();
  await page.goBack();
  await expect(page.getByText("Ce paiement n’est plus disponible")).toBeVisible();
  await page.getByRole("link", { name: "Retour à Bobine" }).click();
  await expect(page.getByText("Subscribed")).toBeVisible();

  const desk = await page.context().newPage();
  await desk.goto(deskOf(product, "cards"));
  await desk.getByRole("button", { name: "Refuser le prochain paiement" }).click();
  await desk.getByRole("button", { name: "Renouveler" }).click();
  await expect(desk.getByText("Paiement refusé.", { exact: true })).toBeVisible();
  const subscription = () => readAs(page, "/subscriptions/get-distributor-subscription");
  await expect.poll(subscription).toMatchObject({ is_payment_refused: true });
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Le dernier paiement a été refusé");
  // What was not paid is not shown as paid.
  await expect(page.locator("dt", { hasText: "Payé jusqu’au" }).locator("+ dd")).toHaveText(paidUntil ?? "");
  await desk.getByRole("button", { name: "Annuler maintenant" }).click();
  await expect.poll(subscription).toBeNull();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Choose Your Plan" })).toBeVisible();
});
