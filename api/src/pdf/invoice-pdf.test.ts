import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { PDFDocument } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { pagesOfPlacedText, pagesOfText } from "./extract-text.testing.ts";
import type { InvoiceDocument } from "../domain/e-invoicing/invoice-document.ts";
import { renderInvoicePdf } from "./invoice-pdf.ts";
import { PAGE } from "./page-writer.ts";
import { aCreditNote, aDocument } from "../domain/e-invoicing/sample-invoice.testing.ts";

/** Lines that wrap are joined again, unbreakable spaces are plain. */
const joined = (texts: string[]): string => texts.join(" ").replace(/[\s\u00a0\u202f]+/g, " ");
const textOf = async (document: InvoiceDocument): Promise<string> =>
  joined((await pagesOfText(await renderInvoicePdf(document))).flat());

describe("the invoice of the worked example A", () => {
  test("is one A4 page of PDF, described in French and dated by the invoice", async () => {
    const bytes = await renderInvoicePdf(aDocument());
    expect(bytes.subarray(0, 8).toString()).toBe("%PDF-1.7");
    expect(bytes.subarray(-6).toString()).toContain("%%EOF");
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(pdf.getPageCount()).toBe(1);
    expect(pdf.getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 });
    expect(pdf.getTitle()).toBe("FACTURE F26000123 – Lumen Films Distribution");
    expect(pdf.getCreationDate()).toEqual(new Date("2026-11-30T00:00:00Z"));
  });

  test.each([
    ["its kind and number", "FACTURE N° F26000123"],
    ["its date", "Date : 30/11/2026"],
    ["the supplier's form and capital", "SAS au capital de 40 000 €"],
    ["the supplier's address", "14 rue des Ormes-Bleus 75010 Paris"],
    ["the supplier's registration", "SIREN 000 100 016 · RCS Paris 000 100 016 · TVA FR39000100016"],
    ["the client", "SARL BEFFROI CINES 3 place du Beffroi 59500 Douai"],
    ["the client's SIREN and VAT number", "SIREN 000 200 014 · TVA FR12000200014"],
    ["the period of the service", "Semaine cinématographique du 18/11/2026 au 24/11/2026"],
    ["the nature of the operations", "Prestation de services"],
    [
      "the film, its visa, version, week and screen",
      "Les Heures bleues Visa 199041 · VF · S1 · Salle 1 · 21 séances",
    ],
    ["admissions, takings, base, rate, VAT and amount", "812 + 9 grat. 5 909,40 4 967,84 50 % 10 % 2 483,92"],
    [
      "the guarantee's complement",
      "Rivage nord – complément au minimum garanti (150,00 € HT) Visa 199087 10 % 31,03",
    ],
    ["the total before tax", "Total HT 2 633,92 €"],
    ["VAT per rate", "TVA 10 % sur 2 633,92 € 263,39 €"],
    ["the total", "Total TTC 2 897,31 €"],
    ["the due date and the discount", "Date d’échéance : 30/12/2026. Pas d’escompte pour paiement anticipé."],
    [
      "the penalties and the indemnity",
      "En cas de retard de paiement, pénalités exigibles dès le lendemain de l’échéance, sans qu’un rappel soit nécessaire, au taux de refinancement de la BCE majoré de 10 points de pourcentage, et indemnité forfaitaire pour frais de recouvrement de 40 € (art. L. 441-10 et D. 441-5 du code de commerce).",
    ],
    ["VAT on receipts", "TVA acquittée sur les encaissements."],
    ["the IBAN by four", "IBAN : FR76 9999 9000 0100 0123 4567 809"],
    ["the reference to quote", "Merci d’indiquer le n° F26000123 en référence de votre virement"],
    ["the page", "Page 1/1"],
  ])("prints %s", async (_, text) => {
    expect(await textOf(aDocument())).toContain(text);
  });
});

test("the same document gives the same bytes, whatever was drawn before it", async () => {
  const first = await renderInvoicePdf(aDocument());
  await renderInvoicePdf(aDocument({ cinema: { name: "Kino Łódź → œ", city: "", client_account: "" } }));
  expect((await renderInvoicePdf(aDocument())).equals(first)).toBe(true);
});

test("a text that is copied from the page is the one that was written", async () => {
  const name = "L’Œil – Kino 1x2 -> « Ça » 100\u00a0%";
  const text = await textOf(aDocument({ cinema: { name, city: "", client_account: "" } }));
  expect(text).toContain("L’Œil – Kino 1x2 -> « Ça » 100 %");
});

test("the whole of VAT is printed where there are several rates", async () => {
  const [line] = aDocument().lines;
  const lines = [
    { ...line!, net_amount: cents(10_000) },
    { ...line!, net_amount: cents(20_000), vat_rate_bp: 550 },
  ];
  expect(await textOf(aDocument({ lines }))).toContain(
    "TVA 10 % sur 100,00 € 10,00 € TVA 5,5 % sur 200,00 € 11,00 € Total TVA 21,00 € Total TTC 321,00 €",
  );
  const negative = lines.map((one) => ({ ...one, net_amount: cents(0 - one.net_amount) }));
  expect(await textOf({ ...aDocument({ lines: negative }), type: "credit_note" })).toContain(
    "Total TVA 21,00 €",
  );
  expect(await textOf(aDocument())).not.toContain("Total TVA");
});

test("VAT on debits is told when the supplier opted for it", async () => {
  const text = await textOf(aDocument({ vat_on_debits: true }));
  expect(text).toContain("Option pour le paiement de la taxe d’après les débits.");
  expect(text).not.toContain("encaissements");
});

test.each([
  ["outside VAT", { post_code: "97300" }, "TVA non applicable – art. 294 du CGI."],
  ["in Nouméa", { post_code: "98800" }, "TVA non applicable – art. 259-1 du CGI."],
  ["of another country", { vat_number: "BE0123456749", siren: "" }, "Autoliquidation – art. 283-2 du CGI."],
])("a client %s reads why there is no VAT", async (_, client, reason) => {
  const base = aDocument();
  const lines = base.lines.map((line) => ({ ...line, vat_rate_bp: 0 }));
  const text = await textOf(aDocument({ lines, client: { ...base.client, ...client } }));
  expect(text).toContain(reason);
  expect(text).not.toContain("encaissements");
  expect(await textOf(base)).not.toContain("CGI");
});

test("a client of another country has its country under its town", async () => {
  const base = aDocument();
  const belgian = { ...base.client, post_code: "1000", city: "Bruxelles", vat_number: "BE0123456749" };
  expect(await textOf(aDocument({ client: { ...belgian, siren: "" } }))).toMatch(/1000 Bruxelles\s+Belgique/);
  expect(await textOf(aDocument({ client: belgian }))).not.toContain("Belgique");
  expect(await textOf(base)).not.toContain("France");
});

test("an invoice assigned to a factor is paid to the factor", async () => {
  const text = await textOf(
    aDocument({ factor: { name: "Factor Exemple", iban: "FR7699999000020009876543210" } }),
  );
  expect(text).toContain(
    "Cette créance est cédée à Factor Exemple par subrogation conventionnelle. Pour être libératoire, le règlement doit être effectué à l’ordre de Factor Exemple, IBAN FR76 9999 9000 0200 0987 6543 210.",
  );
  expect(text).not.toContain("FR76 9999 9000 0100");
});

describe("a credit note", () => {
  test.each([
    ["of ours", "F26000123"],
    ["of 35 capitals", "FACT-GEORGES-WEBER-MONTMARTRE-00123"],
    ["without a sign where a line may end", "W".repeat(35)],
  ])("names what it corrects in letters that are read, and whole: a number %s", async (_, invoice_number) => {
    const corrects = { invoice_number, invoice_date: civilDate("2026-11-30") };
    const [page] = await pagesOfPlacedText(await renderInvoicePdf(aDocument({ ...aCreditNote(), corrects })));
    expect(page?.filter(({ size }) => size < 6)).toEqual([]);
    const written = page?.map(({ text }) => text).join("") ?? "";
    expect(written.replaceAll(/\s/g, "")).toContain(`Avoirrelatifàlafacture${invoice_number}du30/11/2026`);
    // The panels begin below it.
    const [reference, service] = ["30/11/2026", "Locations de films"].map((words) =>
      page?.filter(({ text }) => text.includes(words)).map(({ y }) => y),
    );
    expect(Math.max(...(reference ?? []))).toBeLessThan(Math.min(...(service ?? [])));
  });

  test("refers to its invoice and shows positive amounts", async () => {
    const text = await textOf(aCreditNote());
    expect(text).toContain("AVOIR N° A26000007");
    expect(text).toContain("Avoir relatif à la facture F26000123 du 30/11/2026");
    expect(text).toContain("Total HT 35,30 €");
    expect(text).toContain("TVA 10 % sur 35,30 € 3,53 €");
    expect(text).toContain("Total TTC à déduire 38,83 €");
    expect(text).toContain("Rectification du bordereau : 800 entrées au lieu de 812");
  });
  test("prints the whole reason that a person gave, its dashes too", async () => {
    const [line] = aCreditNote().lines;
    const description =
      "Les Heures bleues (VF) – avoir sur la facture F26000123\u00a0: geste – voir le courriel";
    expect(await textOf({ ...aCreditNote(), lines: [{ ...line!, description }] })).toContain(
      "Avoir sur la facture F26000123 : geste – voir le courriel",
    );
  });
  test("of an amount that somebody takes off says nothing of admissions and takings, as if there had been none", async () => {
    const [line] = aCreditNote().lines;
    const none = { admissions_paid: 0, admissions_free: 0, gross_ttc: cents(0), base_film_ht: cents(0) };
    const [whole, byHand] = [
      await textOf(aCreditNote()),
      await textOf({
        ...aCreditNote(),
        lines: [{ ...line!, ...none, rate_bp: null, screens: [], screenings: null }],
      }),
    ];
    expect(whole).toMatch(/ 10 % 35,30/);
    expect(byHand).toMatch(/ 10 % 35,30/);
    expect(byHand).not.toMatch(/ 0 0,00 0,00 /);
  });
  test("asks for no payment", async () => {
    const text = await textOf(aCreditNote());
    for (const absent of ["IBAN", "échéance", "virement", "Page 1/2"]) expect(text).not.toContain(absent);
  });
});

describe("sixty lines", () => {
  const [line] = aDocument().lines;
  const lines = Array.from({ length: 60 }, (_, index) => ({ ...line!, film_title: `Film ${index + 1}.` }));
  test("run over pages that repeat the table's header and are numbered", async () => {
    const pages = (await pagesOfText(await renderInvoicePdf(aDocument({ lines })))).map(joined);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, text] of pages.entries()) {
      expect(text).toContain("Film Entrées Recette TTC Base film HT Taux TVA Montant HT");
      expect(text).toContain(`Page ${index + 1}/${pages.length}`);
      expect(text.includes("Facture F26000123 (suite)")).toBe(index > 0);
    }
    const films = pages.flatMap((text) => text.match(/Film \d+\./g) ?? []);
    expect(films).toEqual(lines.map((one) => one.film_title));
    expect(pages.at(-1)).toContain("Total TTC");
    expect(pages.slice(0, -1).join(" ")).not.toContain("Total TTC");
  });
  test("of any number, the totals have a line above them on their page", async () => {
    for (let count = 8; count <= 16; count += 1) {
      const pages = await pagesOfText(await renderInvoicePdf(aDocument({ lines: lines.slice(0, count) })));
      expect(joined(pages.at(-1)!)).toMatch(/Film \d+\..*Total TTC/);
    }
  });
});

describe("a film with more screens than a page can name", () => {
  const [film, share, complement] = aDocument().lines;
  const names = Array.from(
    { length: 130 },
    (_, index) => `Salle des fêtes de Florac-Trois-Rivières ${index + 1}`,
  );
  const lineOf = (count: number) => ({ ...film!, screens: names.slice(0, count) });

  test.each([
    ["alone", [75, 100, 130].map((count) => [lineOf(count)])],
    // From one that leaves the totals their place to one that takes it.
    ["up to the totals", Array.from({ length: 30 }, (_, index) => [lineOf(index + 20)])],
    ["after another", [[share!, lineOf(130)]]],
    ["before others", [[lineOf(130), share!, share!]]],
    ["with a complement", [[{ ...share!, screens: names }, complement!]]],
  ])("goes on over pages that each have their heads, and nothing is lost: %s", async (_, documents) => {
    for (const lines of documents) {
      const placed = await pagesOfPlacedText(await renderInvoicePdf(aDocument({ lines })));
      // The foot alone stands under what the page may hold: its number and two lines.
      for (const texts of placed) expect(texts.filter(({ y }) => y > PAGE.bottom)).toHaveLength(3);
      const pages = placed.map((texts) => joined(texts.map(({ text }) => text)).replaceAll("- ", "-"));
      for (const [index, text] of pages.entries()) {
        expect(text).toContain("Film Entrées Recette TTC Base film HT Taux TVA Montant HT");
        expect(text.includes("Facture F26000123 (suite)")).toBe(index > 0);
      }
      const screens = pages.join(" ").match(/Florac-Trois-Rivières \d+/g);
      expect(screens).toEqual(
        lines.flatMap((line) => line.screens).flatMap((name) => name.match(/Florac.*/) ?? []),
      );
      expect(pages.at(-1)).toMatch(/(Les Heures bleues|Rivage nord).*Total TTC/);
    }
  });

  test("says on each page whose screens they are, and its figures once", async () => {
    const pages = (await pagesOfText(await renderInvoicePdf(aDocument({ lines: [lineOf(130)] })))).map(
      joined,
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, text] of pages.entries()) {
      expect(text.includes("Les Heures bleues (suite)")).toBe(index > 0);
      expect(text.includes("812 + 9 grat. 5 909,40")).toBe(index === 0);
    }
    expect(pages.at(-1)).toMatch(/Les Heures bleues \(suite\).*21 séances.*Total TTC/);
  });
});

test("a credit note of many complements turns the page between them", async () => {
  const complement = aDocument().lines[2]!;
  const document = { ...aCreditNote(), lines: Array.from({ length: 60 }, () => complement) };
  const placed = await pagesOfPlacedText(await renderInvoicePdf(document));
  expect(placed.length).toBeGreaterThan(2);
  for (const texts of placed) expect(texts.filter(({ y }) => y > PAGE.bottom)).toHaveLength(3);
});

test("a guarantee's complement stays on the page of its film, however many lines come before", async () => {
  const [film, share, complement] = aDocument().lines;
  for (let count = 6; count <= 18; count += 1) {
    const lines = [...Array.from({ length: count }, () => film!), share!, complement!];
    const pages = (await pagesOfText(await renderInvoicePdf(aDocument({ lines })))).map(joined);
    expect(pages.filter((text) => text.includes("minimum garanti"))).toEqual([
      expect.stringMatching(/Rivage nord Visa.*Rivage nord – complément/),
    ]);
  }
});

test("very long names wrap or shrink, and nothing is lost", async () => {
  const long = "Le très long et très improbable voyage de Bartholomé-Maximilien vers les îles "
    .repeat(3)
    .slice(0, 200);
  const base = aDocument();
  const document = aDocument({
    supplier: { ...base.supplier, name: long },
    client: { ...base.client, name: long, address: long, address_line_2: long },
    cinema: { ...base.cinema, name: long },
    lines: base.lines.map((line) => ({
      ...line,
      film_title: long,
      description: long,
      screens: Array.from({ length: 24 }, (_, index) => `Salle ${index + 1}`),
      net_amount: cents(99_999_999_999_999),
    })),
  });
  const text = await textOf(document);
  const times = text.replaceAll("- ", "-").split(long.trim()).length - 1;
  // Supplier, cinema, client, its two address lines, payee, three lines; the feet may cut it.
  expect(times).toBeGreaterThanOrEqual(9);
  expect(text).toContain("999 999 999 999,99");
  expect(text).toContain("Salle 24");
});

test("very large figures stay large enough to read, whole, within their row", async () => {
  const [line] = aDocument().lines;
  const large = {
    ...line!,
    admissions_paid: 1_300_000_000,
    admissions_free: 1_234_567,
    gross_ttc: cents(1_299_999_999_999),
    base_film_ht: cents(1_188_888_888_888),
    net_amount: cents(594_444_444_444),
  };
  const [texts] = await pagesOfPlacedText(await renderInvoicePdf(aDocument({ lines: [large, line!] })));
  expect(texts!.filter(({ size }) => size < 6)).toEqual([]);
  const text = joined(texts!.map((one) => one.text));
  for (const figure of [
    "1 300 000 000",
    "+ 1 234 567 grat.",
    "12 999 999 999,99",
    "11 888 888 888,88",
    "5 944 444 444,44",
  ])
    expect(text).toContain(figure);
  const places = texts!.flatMap(({ text: one, y }) => (/^(grat\.|Les Heures bleues)$/.test(one) ? [y] : []));
  expect(places).toHaveLength(3);
  // The first film, the last line of its figures, the second film.
  expect(places[2]! - places[1]!).toBeGreaterThan(15);
});

test("an invoice without a week, a VAT number or an IBAN prints no empty label", async () => {
  const base = aDocument();
  const text = await textOf(
    aDocument({
      week_start: null,
      supplier: { ...base.supplier, vat_number: "", iban: "", phone: "", rcs_city: "" },
      client: { ...base.client, vat_number: "", siren: "" },
    }),
  );
  for (const absent of ["Semaine", "IBAN", "Tél.", "RCS", "TVA FR", "undefined", "null"]) {
    expect(text).not.toContain(absent);
  }
});
