import { join, resolve } from "node:path";
import { expect, ON_A_PHONE, test } from "./support/pictures.ts";
import { answerFiles, changeRegistry, remoteOf } from "./support/remote-faults.ts";

/** Every screen of the product with the demo's data, for the documentation: it looks, and proves nothing. */

test.use({ world: "pictures" });
test.describe.configure({ timeout: 900_000 });

const EXAMPLES = resolve(import.meta.dirname, "../docs/examples");
const REPORT = join(EXAMPLES, "rapport-s47-lumen.xml");
const STATEMENT = join(EXAMPLES, "releve-decembre-lumen.csv");
const WORKBOOK = resolve(import.meta.dirname, "fixtures/cinemas.xlsx");
const STAFF = "hugo.marchetti@lumen-films.example";
const ACCOUNTANT = "compta@lumen-films.example";
const SUPER_ADMIN = "admin@bobine.example";

const OUTSIDE_INVOICES =
  "numero_facture;date_facture;nom_cinema;ville;montant_ht;montant_tva;montant_ttc\r\n" +
  "X-2211;02/11/2026;Cinéma Le Beffroi;Douai;100,00;5,50;105,50\r\n" +
  "X-2212;31/02/2026;Cinéma Le Beffroi;Douai;100,00;5,50;105,50\r\n";

test("signing in", async ({ page, take }) => {
  await page.goto("/auth");
  await take("01-connexion");
  await page.getByLabel("Adresse e-mail").fill(STAFF);
  await page.getByRole("button", { name: "Recevoir mon lien de connexion" }).click();
  await page.getByText("Nous vous avons envoyé un lien magique").waitFor();
  await take("02-lien-envoye");
  await page.goto("/auth?inscription");
  await take("03-inscription");
});

test("imports, then what they fill", async ({ page, signIn, take }) => {
  await signIn(STAFF);

  await page.goto("/external-data/cnc");
  await take("14-import-rapport");
  await page.getByLabel("Fichier XML du rapport").setInputFiles(REPORT);
  await page.getByRole("button", { name: "Importer le rapport" }).click();
  await page.getByText(/\d+ déclarations trouvées dans le fichier\./).waitFor();
  await take("15-rapport-importe");

  await page.goto("/external-data/bank-statements");
  await page.getByLabel("Fichier du relevé").setInputFiles(STATEMENT);
  await page.getByRole("button", { name: "Importer le relevé" }).click();
  await page.getByRole("region", { name: "Relevé importé" }).waitFor();
  await take("18-releve-importe");

  await page.goto("/external-data/invoices");
  await page.getByLabel("Liste des factures").setInputFiles({
    name: "factures.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(OUTSIDE_INVOICES),
  });
  await page.getByRole("button", { name: "Importer les factures" }).click();
  await page.getByText(/Téléversement terminé/).waitFor();
  await take("19-factures-emises");

  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Vue d’ensemble" }).waitFor();
  await take("04-accueil");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "ACCUEIL" }).waitFor();
  await take("05-menu", ON_A_PHONE);
  await page.keyboard.press("Escape");

  await page.goto("/cinemas");
  await page.getByRole("row", { name: /Cinéma Le Beffroi/ }).waitFor();
  await take("06-cinemas");
  await page.goto("/cinemas?search=beffroi");
  await page.getByRole("button", { name: "Afficher le détail de Cinéma Le Beffroi" }).click();
  await take("07-cinema-detail");
  await page.getByRole("button", { name: "Salles de Cinéma Le Beffroi" }).click();
  await page.getByRole("dialog").getByRole("row").nth(1).waitFor();
  await take("08-cinema-salles");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" }).click();
  await page.getByLabel("Minimum garanti (€ HT)").waitFor();
  await take("09-cinema-parametres");

  await page.goto("/invoices");
  await page.getByRole("row", { name: /F26000123/ }).waitFor();
  await take("10-factures");
  await page.getByRole("button", { name: "F26000123", exact: true }).click();
  await page.getByRole("dialog").getByText("Historique").first().waitFor();
  await take("11-facture");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Voir F26000123" }).click();
  const preview = page.getByRole("dialog");
  await preview.getByTitle(/Aperçu de F26000123/).waitFor();
  // The frame draws its document by itself, and tells nobody when.
  await page.waitForTimeout(2_500);
  await take("12-apercu-facture");
  await page.goto("/invoices?search=introuvable");
  await page.getByText("Aucune facture trouvée").waitFor();
  await take("13-aucune-facture");

  await page.goto("/invoices/reminders");
  await page.getByRole("heading", { level: 1, name: "Relances" }).waitFor();
  await page
    .getByText(/le \w+ \d{2}\/\d{2}\/\d{4}/)
    .first()
    .waitFor();
  await take("51-relances");

  await page.goto("/external-data/declarations");
  await page.getByRole("row").nth(1).waitFor();
  await take("16-declarations");
  await page.getByRole("link", { name: "rapport-s47-lumen.xml" }).click();
  await page.getByRole("heading", { name: "rapport-s47-lumen.xml" }).waitFor();
  await page.getByRole("row").nth(1).waitFor();
  await take("17-rapport");

  await page.goto("/bank-statements/original?imported");
  await page.getByRole("row").nth(1).waitFor();
  await take("20-releve-original");
  await page.goto("/bank-statements/with-lettering");
  await take("21-exports");
});

test("what people decide", async ({ page, signIn, take }) => {
  await signIn(ACCOUNTANT);
  await page.goto("/user-actions");
  await page.getByRole("region", { name: "Action en cours" }).getByRole("heading").first().waitFor();
  await take("22-actions");
  const row = page.getByRole("row", { name: /CINE ROYAL DOLE LOCATION FILMS S46 S47/ });
  await row.getByRole("button", { name: "Résoudre" }).click();
  const dialog = page.getByRole("dialog", { name: "Sélection des factures à rapprocher" });
  for (const checkbox of await dialog.getByRole("checkbox", { checked: true }).all())
    await checkbox.uncheck();
  await dialog.getByLabel("Chercher des factures impayées").fill("F260001");
  await dialog.getByRole("checkbox", { name: "Sélectionner F26000128" }).check();
  await take("23-selection-factures");
  await dialog.getByRole("button", { name: "Rapprocher" }).click();
  await page.getByRole("dialog", { name: "Confirmer le rapprochement" }).waitFor();
  await take("24-confirmation-ecart");
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByText("Action résolue avec succès.").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Accepter en série" }).click();
  await page.getByRole("checkbox", { name: "Accepter aussi" }).check();
  await page.getByRole("dialog").getByRole("row").nth(1).waitFor();
  await take("25-acceptation-groupee");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Historique/ }).click();
  await page.getByRole("dialog").waitFor();
  await take("26-decisions");

  await page.goto("/logs");
  await page.getByRole("row").nth(1).waitFor();
  await take("27-journal");
  await page.getByRole("button", { name: "Voir" }).first().click();
  await page.getByRole("dialog", { name: "Détails de l'Action" }).waitFor();
  await take("28-journal-detail");

  await page.goto("/account/overview");
  await page.getByText("Facturé mensuellement").waitFor();
  await take("29-compte");
  await page.getByRole("button", { name: "Modifier" }).click();
  await take("30-compte-modification");
  await page.getByRole("button", { name: "Annuler" }).click();
  await page.goto("/account/bank");
  await page.getByText("Aucune banque n’est connectée.").waitFor();
  await take("31-banque");

  await page.goto("/subscription/plan");
  await page.getByRole("heading", { name: "Choose Your Plan" }).waitFor();
  await take("32-offres");
  await page.getByRole("button", { name: "Select" }).first().click();
  await page.getByRole("button", { name: "Payer" }).click();
  await page.getByText("Subscribed").waitFor({ timeout: 30_000 });
  await take("33-abonnement");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Rechercher" }).fill("beffroi");
  await page
    .getByRole("option", { name: /^F26\d{6}/ })
    .first()
    .waitFor();
  await take("34-recherche");
  await page.keyboard.press("Escape");
  await page.getByRole("heading").first().click();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Raccourcis clavier" }).waitFor();
  await take("35-raccourcis");
  await page.goto("/about");
  await page.getByRole("row").nth(1).waitFor();
  await take("36-a-propos");
  await page.goto("/nulle-part");
  await page.getByRole("heading", { name: "Page introuvable" }).waitFor();
  await take("37-page-introuvable");
});

test("a super admin's console", async ({ page, signIn, take }) => {
  await signIn(SUPER_ADMIN);
  await page.getByRole("row", { name: /Lumen Films Distribution/ }).waitFor();
  await take("40-distributeurs");
  await page.goto("/super-admin?distributor_filter=lumen");
  await page.getByRole("button", { name: "Afficher le détail de Lumen Films Distribution" }).click();
  await page.getByText("Contact principal").waitFor();
  await take("41-distributeur-detail");
  await page.getByRole("button", { name: "Nouveau Distributeur" }).click();
  await page.getByRole("dialog", { name: "Nouveau Distributeur" }).waitFor();
  await take("42-nouveau-distributeur");
  await page.keyboard.press("Escape");

  await page.goto("/super-admin?tab=cinemas");
  await page.getByRole("row", { name: /Cinéma Le Beffroi/ }).waitFor();
  await take("43-console-cinemas");
  await page.getByRole("button", { name: "Nouveau Cinéma" }).click();
  await page.getByRole("dialog", { name: "Nouveau Cinéma" }).waitFor();
  await take("44-nouveau-cinema");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Supprimer Cinéma Le Beffroi" }).click();
  await page.getByRole("dialog").waitFor();
  await take("45-suppression-cinema");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" }).click();
  await page.getByRole("dialog", { name: "Parametrer Distributeur" }).waitFor();
  await take("46-console-parametres");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Importer" }).click();
  const dialog = page.getByRole("dialog", { name: "Importer des cinémas" });
  await dialog.getByLabel("Fichier XLSX des cinémas").setInputFiles(WORKBOOK);
  await dialog.getByRole("button", { name: "Importer" }).click();
  await dialog.getByText("Cinéma Les Lilas").waitFor();
  await take("47-import-cinemas");

  await page.goto("/super-admin-jobs?state=done");
  await page
    .getByRole("row", { name: /Réussie/ })
    .first()
    .waitFor();
  await take("48-travaux");
  await page.goto("/invoices");
  await page.getByText("Veuillez sélectionner un distributeur pour afficher les données.").waitFor();
  await take("49-aucun-distributeur");
  await page.getByPlaceholder("Sélectionner un distributeur...").click();
  await page.getByRole("option", { name: /Grand Rivage Distribution/ }).click();
  await expect(page.getByRole("row", { name: /F26/ }).first()).toBeVisible();
  await take("50-distributeur-choisi");
});

test("what shows in the place of a module", async ({ page, signIn, take }) => {
  await signIn(ACCOUNTANT);
  await answerFiles(page, "mfe-cinemas", (route) => route.abort());
  await page.goto("/cinemas");
  await page.getByRole("button", { name: "Réessayer" }).waitFor({ timeout: 60_000 });
  await take("39-module-indisponible");
  await changeRegistry(page, (registry) => {
    remoteOf(registry, "mfe-finance").panels = [];
  });
  await page.goto("/dashboard");
  await page.getByText("Cette page est en cours de développement.").waitFor();
  await take("38-page-a-venir");
});
