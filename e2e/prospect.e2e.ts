import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/fixtures.ts";
import { openSession, signInWithSession } from "./support/session.ts";

// Its own product: it registers somebody, and says who may issue.
test.use({ world: "prospect" });

const EMAIL = "ines@films-du-quai.example";
const COMPANY = "Films du Quai";
const SIREN = "732829320";

/** Names a cinema of the shared list by its number. */
const report = (start: string, end: string, number: number): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<DeclarationsRecettes xmlns="urn:fr:declarations-recettes:1" version="1.0" genereLe="2026-11-27T08:30:00+01:00">
  <Declaration reference="2026-${number}-910231-199102-VF" nature="initiale">
    <Semaine debut="${start}" fin="${end}" numero="${number}" annee="2026"/>
    <Etablissement numeroCNC="91023" nom="Cinéma Le Beffroi" codePostal="59500" ville="Douai"/>
    <Salle numeroAutorisation="910231" nom="Salle 1" jauge="212"/>
    <Film visa="199102" titre="Tout doit disparaître" version="VF" semaineExploitation="2"/>
    <Distributeur nom="${COMPANY}" siren="${SIREN}"/>
    <Conditions type="POURCENTAGE" taux="50"/>
    <Totaux seances="21" entreesPayantes="812" entreesGratuites="9" recetteTTC="5909.40" tsa="633.49" tva="308.07" tauxTVA="5.5" baseFilmHT="4967.84" partDistributeurHT="2483.92"/>
  </Declaration>
</DeclarationsRecettes>`);

test("who registers alone issues nothing until a super admin has validated it", async ({
  page,
  browser,
  product,
}) => {
  const upload = async (content: Buffer) => {
    await page.getByRole("link", { name: "RAPPORT CNC" }).click();
    await page
      .getByLabel("Fichier XML du rapport")
      .setInputFiles({ name: "rapport.xml", mimeType: "text/xml", buffer: content });
    await page.getByRole("button", { name: "Importer le rapport" }).click();
    await expect(page.getByText("1 déclaration trouvée dans le fichier.")).toBeVisible();
  };

  await test.step("registers, and is told that it is under validation", async () => {
    await page.goto("/auth?inscription");
    await page.getByLabel("Adresse e-mail").fill(EMAIL);
    await page.getByLabel("Prénom").fill("Inès");
    await page.getByLabel("Nom", { exact: true }).fill("Marchand");
    await page.getByLabel("Société").fill(COMPANY);
    await page.getByRole("button", { name: "Créer mon compte" }).click();
    await expect(page.getByText("Un lien vient d’être envoyé à cette adresse.")).toBeVisible();
    await page.goto(await product.signInLink(EMAIL));
    await page.getByRole("button", { name: "Se connecter" }).click();
    await expect(page.getByText("Votre compte est en cours de validation.")).toBeVisible();
    await expect(page.getByText("Compte à valider")).toBeVisible();
  });

  await test.step("completes its company and its file", async () => {
    await page.getByRole("link", { name: "Voir mon dossier" }).click();
    await page.getByRole("button", { name: "Modifier" }).click();
    for (const [label, value] of [
      ["Adresse", "2 rue Neuve"],
      ["Code postal", "69002"],
      ["Ville", "Lyon"],
      ["Téléphone", "04 65 71 00 01"],
      ["SIREN", SIREN],
      ["Numéro de TVA", "FR44"],
      ["IBAN principal", "FR1420041010050500013M02606"],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page.getByText("Informations de la société mises à jour")).toBeVisible();
    await page.getByLabel("Titulaire du compte bancaire").fill(COMPANY);
    await page.getByRole("button", { name: "Enregistrer le titulaire" }).click();
    await expect(page.getByText("Titulaire enregistré")).toBeVisible();
    await page
      .getByLabel("Document PDF")
      .setInputFiles({ name: "kbis.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") });
    await page.getByRole("button", { name: "Ajouter au dossier" }).click();
    await expect(page.getByText(/Extrait Kbis.*kbis\.pdf/)).toBeVisible();
    await expect(page.getByText(/Il manque\s: RIB\./)).toBeVisible();
  });

  await test.step("imports a report, which waits for the validation", async () => {
    await upload(report("2026-11-11", "2026-11-17", 46));
    await page.goto("/invoices");
    await expect(page.getByText("Vous n’avez pas encore de facture")).toBeVisible();
  });

  await test.step("a super admin validates it in the console", async () => {
    const console = await browser.newPage({ baseURL: product.url });
    await signInWithSession(console, await openSession(product, "admin@bobine.example"));
    await console.getByRole("tab", { name: "Demandes", exact: true }).click();
    // Until it has come, the list of distributors, which names it too, is still there.
    const requests = console.getByRole("tabpanel", { name: "Demandes", exact: true });
    await requests
      .getByRole("row", { name: /Films du Quai/ })
      .getByRole("button")
      .click();
    await expect(console.getByText("FR14 2004 1010 0505 0001 3M02 606")).toBeVisible();
    // By the keys alone, on a slow network: they always have a place (UI-30).
    await console.route("**/prospects/**", async (route) => {
      if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await console.getByRole("button", { name: "Valider – Films du Quai" }).focus();
    await console.keyboard.press("Enter");
    const dialog = console.getByRole("dialog");
    const confirm = dialog.getByRole("button", { name: "Valider le distributeur" });
    await confirm.focus();
    await console.keyboard.press("Enter");
    await expect(confirm).toBeDisabled();
    await console.waitForTimeout(300);
    expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await expect(console.getByText("Distributeur validé")).toBeVisible();
    await expect(console.getByText("Aucune demande en attente")).toBeVisible();
    await expect(requests.locator(":focus")).toHaveCount(1);
    await console.close();
  });

  await test.step("the applicant is mailed, switches automation on, and what it had imported is invoiced", async () => {
    const outbox = join(product.dataDir, "outbox");
    const mails = () => readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"));
    await expect
      .poll(() => mails().some((mail) => mail.includes(EMAIL) && /Votre compte est valid/.test(mail)))
      .toBe(true);
    expect(mails().some((mail) => /^To:.*(beffroi|cinema)/im.test(mail))).toBe(false);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Active", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Activer la facturation automatique" });
    await expect(question.getByText("1 facture va être émise.")).toBeVisible();
    await question.getByRole("button", { name: "Activer" }).click();
    await expect(page.getByText("En marche", { exact: true })).toBeVisible();
    await page.goto("/invoices");
    await expect(page.getByRole("row", { name: /S46\/2026/ })).toContainText("Cinéma Le Beffroi");
  });
});
