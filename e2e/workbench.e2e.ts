import type { Page } from "@playwright/test";
import { byExtent } from "../tooling/extent.mjs";
import { expect, test } from "./support/fixtures.ts";
import { readAs } from "./support/session.ts";

// Its own product: it changes the data, and an address may ask for five links in a quarter of an hour.
test.use({ world: "workbench" });

/** Of each kind of left-over two at least. */
const DECISIONS = byExtent("workbench", { part: 8, ci: 20 });

interface Unpaid {
  id: number;
  invoice_number: string;
  outstanding: string;
}

/** A bank line that the engine leaves to people, and the keys that answer it. */
interface LeftOver {
  label: string;
  cents: number;
  answer: { how: "set" } | { how: "search"; numbers: string[] } | { how: "reject" };
}

const cents = (amount: string): number => Number(amount.replace(".", ""));
const plain = (text: string | null): string => (text ?? "").replace(/[\u00a0\u202f]/g, " ");

/** Half payments that name their invoice, sums that say nothing and are 7 € too much, and a transfer of nobody: in turn. */
function leftOvers(invoices: readonly Unpaid[]): LeftOver[] {
  const lines: LeftOver[] = [];
  const queue = [...invoices];
  for (let turn = 0; lines.length < DECISIONS + 4; turn += 1) {
    const kind = turn % 4;
    if (kind === 3) {
      lines.push({
        label: `VIR INST CINEMA INCONNU ${turn} FACTURE NON RETROUVEE`,
        cents: 314_159 + turn,
        answer: { how: "reject" },
      });
      continue;
    }
    const one = queue.shift();
    const two = kind === 2 ? queue.shift() : one;
    if (!one || !two) throw new Error("the demo has too few unpaid invoices");
    if (kind < 2) {
      lines.push({
        label: `VIR SEPA RECU /DE TIERS PAYEUR ${turn} /MOTIF ACOMPTE ${one.invoice_number}`,
        cents: Math.floor(cents(one.outstanding) / 2),
        answer: { how: "set" },
      });
    } else {
      lines.push({
        label: `VIREMENT SEPA EXPLOITATION CINEMA GROUPE ${turn} REGLEMENT LOCATION FILMS`,
        cents: cents(one.outstanding) + cents(two.outstanding) + 700,
        answer: { how: "search", numbers: [one.invoice_number, two.invoice_number] },
      });
    }
  }
  return lines;
}

function statementOf(lines: readonly Pick<LeftOver, "label" | "cents">[]): Buffer {
  const rows = lines.map(
    ({ label, cents: amount }) =>
      `18/11/2026;${label.slice(0, 24)};Virement recu;${label};${(amount / 100).toFixed(2).replace(".", ",")}`,
  );
  return Buffer.from(
    [
      "Compte de cheques;Compte professionnel;****0234;18/11/2026;;45 210,18",
      "",
      "Date operation;Libelle court;Type operation;Libelle operation;Montant operation en euro",
      ...rows,
      "",
    ].join("\n"),
    "latin1",
  );
}

async function unpaidInvoices(page: Page): Promise<Unpaid[]> {
  const { results } = (await readAs(page, "/banking/unpaid-invoices/?page=2")) as { results: Unpaid[] };
  return results;
}

async function importStatement(page: Page, lines: readonly Pick<LeftOver, "label" | "cents">[]) {
  await page.getByRole("link", { name: "RELEVÉS BANCAIRES" }).click();
  await page
    .getByLabel("Fichier du relevé")
    .setInputFiles({ name: "releve.csv", mimeType: "text/csv", buffer: statementOf(lines) });
  await page.getByRole("button", { name: "Importer le relevé" }).click();
  await expect(page.getByRole("region", { name: "Relevé importé" })).toBeVisible();
}

test(`${DECISIONS} left-over transactions are cleared from the keyboard alone`, async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  const lines = leftOvers(await unpaidInvoices(page));

  await test.step("a statement brings transactions that only a person can decide", async () => {
    await importStatement(page, lines);
  });

  await page.getByRole("link", { name: "ACTIONS UTILISATEUR" }).click();
  const panel = page.getByRole("region", { name: "Action en cours" });
  await expect(panel.getByRole("button", { name: "Rapprocher" })).toBeVisible();

  // From here on nothing but the keyboard.
  const left = page.getByText(/^\d+ sur \d+$/);
  const [waiting] = plain(await left.textContent())
    .split(" sur ")
    .map(Number);
  const decided: string[] = [];
  const timings: number[] = [];

  await test.step("each one is decided, and the next one opens by itself", async () => {
    while (decided.length < DECISIONS) {
      const row = page.getByRole("row").and(page.locator("[aria-current=true]"));
      const label = plain(await row.getByRole("cell").nth(2).textContent());
      const line = lines.find((one) => label.includes(one.label));
      await expect(panel).toContainText(label);
      await expect(panel).not.toHaveAttribute("aria-busy", "true");
      const question = page.getByRole("dialog", { name: "Confirmer le rapprochement" });
      const start = Date.now();
      if (!line || line.answer.how === "set") {
        if ((await panel.getByRole("button", { pressed: true }).count()) === 0)
          await page.keyboard.press("1");
        await expect(panel.getByRole("button", { pressed: true })).toHaveCount(1);
        await page.keyboard.press("Enter");
        await expect(question.getByRole("button", { name: "Continuer" })).toBeFocused();
        await page.keyboard.press("Enter");
      } else if (line.answer.how === "search") {
        await page.keyboard.press("/");
        await page.keyboard.type(line.answer.numbers.join(" "));
        await page.keyboard.press("Shift+Enter");
        await expect(panel.getByRole("button", { name: /^Retirer / })).toHaveCount(2);
        await page.keyboard.press("Control+Enter");
        await expect(question.getByRole("button", { name: "Continuer" })).toBeFocused();
        await page.keyboard.press("Enter");
      } else await page.keyboard.press("r");
      await expect(row).not.toContainText(label);
      timings.push(Date.now() - start);
      decided.push(label);
    }
  });

  await test.step("the queue has shrunk by as many", async () => {
    await expect(left).toHaveText(`${(waiting ?? 0) - DECISIONS} sur ${waiting ?? 0}`);
    await expect(page.getByRole("radio", { name: `Rejetées ${DECISIONS / 4}` })).toBeAttached();
  });

  await test.step("the last two are taken back, in order", async () => {
    for (const label of decided.slice(-2).reverse()) {
      await page.keyboard.press("u");
      await expect(page.getByText("Action annulée avec succès.")).toBeVisible();
      await expect(page.getByRole("row").and(page.locator("[aria-current=true]"))).toContainText(label);
    }
    await expect(left).toHaveText(`${(waiting ?? 0) - DECISIONS + 2} sur ${waiting ?? 0}`);
    await page.keyboard.press("h");
    const history = page.getByRole("dialog", { name: "Historique des décisions" });
    await expect(history.getByText("Annulé", { exact: true })).toHaveCount(2);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Raccourcis clavier" })).toBeVisible();
    await page.keyboard.press("Escape");
  });
  console.log(`decisions, ms: ${timings.join(" ")}`);
});

test("a receipt is split into two invoices, fees that the bank kept and some cents, and put together again", async ({
  page,
  signIn,
}) => {
  await signIn("compta@lumen-films.example");
  const invoices = (await unpaidInvoices(page)).slice(-2);
  const numbers = invoices.map(({ invoice_number }) => invoice_number);
  const owed = invoices.reduce((sum, { outstanding }) => sum + cents(outstanding), 0);
  const label = `VIR SEPA RECU /DE BANQUE CORRESPONDANTE /MOTIF ${numbers.join(" ")}`;
  await importStatement(page, [{ label, cents: owed - 15_40 }]);
  const { results } = (await readAs(page, "/user-actions/")) as {
    results: { id: number; transaction_id: number; transaction_description: string }[];
  };
  const action = results.find(({ transaction_description }) => transaction_description.includes(label));
  if (!action) throw new Error("the receipt is no question");
  const decided = () => readAs(page, `/banking/transactions/${action.transaction_id}/parts/`);
  const outstanding = () =>
    Promise.all(
      invoices.map(
        async ({ id }) =>
          ((await readAs(page, `/invoices/invoices/${id}/`)) as { outstanding: string }).outstanding,
      ),
    );

  await page.goto(`/user-actions?action=${action.id}`);
  const panel = page.getByRole("region", { name: "Action en cours" });
  await expect(panel).toContainText(label);
  await panel.getByRole("button", { name: "Facture", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Affecter l’opération" });
  for (const [place, number] of numbers.entries()) {
    const part = dialog.getByRole("combobox", { name: `Affectation de la part ${place + 1}` });
    if (place > 0) await dialog.getByRole("button", { name: "Facture", exact: true }).click();
    await part.click();
    await part.fill(number);
    await page.getByRole("option", { name: new RegExp(`Facture ${number}`) }).click();
    await dialog
      .getByLabel(`Montant de la part ${place + 1}`)
      .fill(invoices[place]?.outstanding.replace(".", ",") ?? "");
  }
  await expect(dialog.getByText(/Reste à affecter/)).toContainText(/15,40/);
  await dialog.getByRole("button", { name: /^Frais bancaires/ }).click();
  await dialog.getByLabel("Montant de la part 3").fill("-15,00");
  await dialog.getByRole("button", { name: "Affecter", exact: true }).click();
  await expect(dialog.getByText(/Il reste .* à affecter/)).toBeVisible();
  await dialog.getByRole("button", { name: /^Petit écart de/ }).click();
  await expect(dialog.getByText(/Le compte est bon/)).toBeVisible();
  await dialog.getByRole("button", { name: "Affecter", exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await outstanding()).toEqual(["0.00", "0.00"]);
  expect(await decided()).toMatchObject({
    parts: [
      { kind: "fees", amount: "-15.00" },
      { kind: "write_off", amount: "-0.40", invoice_number: numbers[1] },
    ],
  });

  await page.keyboard.press("u");
  await expect(page.getByText("Action annulée avec succès.")).toBeVisible();
  expect(await outstanding()).toEqual(invoices.map((invoice) => invoice.outstanding));
  expect(await decided()).toMatchObject({ parts: [] });
});
