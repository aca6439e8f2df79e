import { civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { pagesOfText } from "./extract-text.testing.ts";
import { type Report, renderReportPdf } from "./report-pdf.ts";

const aReport = (changes: Partial<Report> = {}): Report => ({
  title: "Relevé de compte",
  subtitles: ["Arrêté au 31/12/2026"],
  company: ["Lumen Films", "14 rue des Ormes-Bleus"],
  recipient: ["SARL Beffroi Cinés", "59500 Douai"],
  columns: [
    { title: "Date", width: 100 },
    { title: "Libellé", width: 315.28 },
    { title: "Solde", width: 100, align: "right" },
  ],
  rows: [{ cells: ["30/11/2026", "Facture F26000012", "110,00"] }],
  notes: ["Solde dû au 31/12/2026\u00a0: 110,00\u00a0€."],
  date: civilDate("2026-12-31"),
  ...changes,
});

test("a list on paper says whose it is, to whom it goes, its rows and what is under them", async () => {
  const [page, ...others] = await pagesOfText(await renderReportPdf(aReport()));
  expect(others).toEqual([]);
  const texts = page?.join("") ?? "";
  for (const text of [
    "Relevé de compte",
    "Arrêté au 31/12/2026",
    "Lumen Films",
    "SARL Beffroi Cinés",
    "Facture F26000012",
    "110,00",
    "Solde dû au 31/12/2026",
    "Page 1/1",
  ])
    expect(texts).toContain(text);
});

test("a long list goes on under its header, page after page, and counts them", async () => {
  const rows = Array.from({ length: 120 }, (_, place) => ({
    cells: ["30/11/2026", `Ligne ${place}.`, "1,00"],
  }));
  const pages = await pagesOfText(await renderReportPdf(aReport({ rows })));
  expect(pages).toHaveLength(3);
  const texts = pages.map((page) => page.join(""));
  expect(texts[1]).toContain("Relevé de compte (suite)");
  expect(texts[1]).toContain("Libellé");
  expect(texts[2]).toContain("Ligne 119.");
  expect(texts[2]).toContain("Page 3/3");
});

test("the same list gives the same bytes, and is no Factur-X", async () => {
  const [first, second] = [await renderReportPdf(aReport()), await renderReportPdf(aReport())];
  expect(first.equals(second)).toBe(true);
  expect(first.toString("latin1")).not.toContain("factur-x");
});

test("an amount is written whole in a column too narrow for it, a text may be cut", async () => {
  const columns = [
    { title: "Client", width: 455.28 },
    { title: "Solde", width: 60, align: "right" as const },
  ];
  const rows = [{ cells: [`411CERPAR – ${"Association ".repeat(30)}`, "1\u202f112\u202f492\u202f100,19"] }];
  const texts = (await pagesOfText(await renderReportPdf(aReport({ columns, rows }))))[0]?.join("") ?? "";
  expect(texts).toMatch(/1\s112\s492\s100,19/);
  expect(texts).toMatch(/411CERPAR – Association [\sA-Za-z]*…/);
});
