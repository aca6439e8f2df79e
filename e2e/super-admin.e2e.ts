import { cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import { expect, test } from "./support/fixtures.ts";

const report = (siren: string, name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<DeclarationsRecettes xmlns="urn:fr:declarations-recettes:1" version="1.0" genereLe="2026-11-20T08:30:00+01:00">
  <Declaration reference="2026-46-910231-199102-VF" nature="initiale">
    <Semaine debut="2026-11-11" fin="2026-11-17" numero="46" annee="2026"/>
    <Etablissement numeroCNC="91023" nom="Cinéma Le Beffroi" codePostal="59500" ville="Douai"/>
    <Salle numeroAutorisation="910231" nom="Salle 1" jauge="212"/>
    <Film visa="199102" titre="Tout doit disparaître" version="VF" semaineExploitation="2"/>
    <Distributeur nom="${name}" siren="${siren}"/>
    <Conditions type="POURCENTAGE" taux="50"/>
    <Totaux seances="21" entreesPayantes="812" entreesGratuites="9" recetteTTC="5909.40" tsa="633.49" tva="308.07" tauxTVA="5.5" baseFilmHT="4967.84" partDistributeurHT="2483.92"/>
  </Declaration>
</DeclarationsRecettes>`;

test("a super admin chooses a distributor and does the same on its behalf", async ({ page, signIn }) => {
  await test.step("lands on the console", async () => {
    await signIn("admin@bobine.example");
    await expect(page).toHaveURL(/\/super-admin$/);
    await expect(page.getByRole("row", { name: /Lumen Films Distribution/ })).toBeVisible();
    await page.getByRole("tab", { name: "Cinémas", exact: true }).click();
    await expect(page.getByRole("row", { name: /Cinéma Le Beffroi/ })).toBeVisible();
  });

  await test.step("sees no data before choosing a distributor", async () => {
    await page.getByRole("link", { name: "FACTURES", exact: true }).click();
    await expect(
      page.getByText("Veuillez sélectionner un distributeur pour afficher les données."),
    ).toBeVisible();
  });

  await test.step("chooses one", async () => {
    await page.getByPlaceholder("Sélectionner un distributeur...").click();
    await page.getByRole("option", { name: /Grand Rivage Distribution/ }).click();
    await expect(page.getByText("Distributeur sélectionné:")).toBeVisible();
    await expect(page.getByRole("row", { name: /F26/ }).first()).toBeVisible();
  });

  let number = "";
  await test.step("imports a report and gets its invoice", async () => {
    await page.getByRole("link", { name: "RAPPORT CNC" }).click();
    await page.getByLabel("Fichier XML du rapport").setInputFiles({
      name: "rapport.xml",
      mimeType: "text/xml",
      buffer: Buffer.from(report("000100024", "Grand Rivage Distribution")),
    });
    await page.getByRole("button", { name: "Importer le rapport" }).click();
    await expect(page.getByText("1 déclaration trouvée dans le fichier.")).toBeVisible();
    await page.getByRole("link", { name: "Voir les factures" }).click();
    const row = page.getByRole("row", { name: /S46\/2026/ });
    await expect(row).toContainText("Cinéma Le Beffroi");
    number = (await row.getByText(/^F26\d{6}$/).innerText()).trim();
  });

  await test.step("imports a statement that pays it", async () => {
    const paid = centsToWire(cents(centsFromWire("2483.92") + 24_839)).replace(".", ",");
    await page.getByRole("link", { name: "RELEVÉS BANCAIRES" }).click();
    await page.getByLabel("Fichier du relevé").setInputFiles({
      name: "releve.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        `Date;Libellé;Montant\r\n20/11/2026;VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF ${number};${paid}\r\n`,
      ),
    });
    await page.getByRole("button", { name: "Importer le relevé" }).click();
    await expect(page.getByRole("region", { name: "Relevé importé" })).toContainText(
      /Rapprochements automatiques\s*1/,
    );
    await page.getByRole("link", { name: "FACTURES", exact: true }).click();
    await expect(
      page.getByRole("row", { name: new RegExp(number) }).getByText("Payé", { exact: true }),
    ).toBeVisible();
  });

  await test.step("sees nothing of it under another distributor", async () => {
    await page.getByRole("button", { name: "Effacer" }).click();
    await expect(
      page.getByText("Veuillez sélectionner un distributeur pour afficher les données."),
    ).toBeVisible();
    await page.getByPlaceholder("Sélectionner un distributeur...").click();
    await page.getByRole("option", { name: /Bel Horizon Films/ }).click();
    await expect(page.getByText("Vous n’avez pas encore de facture")).toBeVisible();
  });
});
