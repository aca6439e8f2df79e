import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";

// Its own product: it changes the data, and an address may ask for five links in a quarter of an hour.
test.use({ world: "workbench" });

const DECISIONS = 20;

interface Unpaid {
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

function statementOf(lines: readonly LeftOver[]): Buffer {
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

const unpaidInvoices = async (page: Page): Promise<Unpaid[]> =>
  await page.evaluate(async () => {
    const answer = await fetch("/api/v1/banking/unpaid-invoices/?page=2", {
      headers: { authorization: `Bearer ${localStorage.getItem("token") ?? ""}` },
    });
    const body = (await answer.json()) as { results: Unpaid[] };
    return body.results;
  });

test("twenty left-over transactions are cleared from the keyboard alone", async ({ page, signIn }) => {
  await signIn("compta@lumen-films.example");
  const lines = leftOvers(await unpaidInvoices(page));

  await test.step("a statement brings transactions that only a person can decide", async () => {
    await page.getByRole("link", { name: "RELEVÉS BANCAIRES" }).click();
    await page
      .getByLabel("Fichier du relevé")
      .setInputFiles({ name: "releve.csv", mimeType: "text/csv", buffer: statementOf(lines) });
    await page.getByRole("button", { name: "Importer le relevé" }).click();
    await expect(page.getByRole("region", { name: "Relevé importé" })).toBeVisible();
  });

  await page.getByRole("link", { name: "ACTIONS UTILISATEUR" }).click();
  const panel = page.getByRole("region", { name: "Action en cours" });
  await expect(panel.getByRole("button", { name: "Accepter" })).toBeVisible();

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
    await expect(page.getByRole("radio", { name: "Rejetées 5" })).toBeAttached();
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
