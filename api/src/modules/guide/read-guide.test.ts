import { describe, expect, test } from "vitest";
import { idOf, placeOf, readGuidePage } from "./read-guide.ts";

const PICTURE = { width: 1440, height: 900, onPhone: true };
const page = readGuidePage(
  "comptable",
  `# Le **guide** & le comptable

## Factures d’un client
<!-- screens: /invoices, /clients -->

[Début](README.md), [TVA](comptable.md#tva-du-mois) et ![Liste "A"](../screenshots/1440/10-factures.png)

<script>alert(1)</script>

### Avoirs

## TVA du mois
<!-- screens: /invoices/vat -->
`,
  (file) => (file === "10-factures.png" ? PICTURE : undefined),
);

describe("a page of the guide", () => {
  test("has a title and sections, whose addresses are those that GitHub makes", () => {
    expect(page.title).toBe("Le guide & le comptable");
    expect(page.sections).toEqual([
      { id: "factures-dun-client", title: "Factures d’un client" },
      { id: "tva-du-mois", title: "TVA du mois" },
    ]);
    expect(page.html).toContain("<h1>Le guide &amp; le comptable</h1>");
    expect(page.html).toContain('<h3 id="avoirs">Avoirs</h3>');
    expect(idOf("Relevé original : à « lire »")).toBe("relevé-original--à--lire-");
  });

  test("leads to other pages by their addresses, and tells its links", () => {
    expect(page.html).toContain('<a href="/guide">Début</a>');
    expect(page.html).toContain('<a href="/guide/comptable#tva-du-mois">TVA</a>');
    expect(page.links).toEqual([
      "README.md",
      "comptable.md#tva-du-mois",
      "../screenshots/1440/10-factures.png",
    ]);
  });

  test("shows a phone its own picture", () => {
    expect(page.html).toContain(
      '<picture><source media="(max-width: 600px)" srcset="/guide/pictures/390/10-factures.png"><img src="/guide/pictures/1440/10-factures.png" width="1440" height="900" loading="lazy" alt="Liste &quot;A&quot;"></picture>',
    );
  });

  test("has no HTML but its own", () => {
    expect(page.html).not.toMatch(/<script|<!--/);
  });
});

describe("HELP-1: the place of a screen", () => {
  const of = (path: string) => placeOf(path, [page]);
  test("is the section of the longest beginning of its address", () => {
    expect(of("/invoices")).toBe("/guide/comptable#factures-dun-client");
    expect(of("/invoices/12")).toBe("/guide/comptable#factures-dun-client");
    expect(of("/invoices/vat/2026")).toBe("/guide/comptable#tva-du-mois");
  });
  test("is that of its tab, when a section is about it", () => {
    const tabs = readGuidePage(
      "x",
      "# X\n\n## A\n\n<!-- screens: /invoices -->\n\n## B\n\n<!-- screens: /invoices?tab=credits -->\n",
      () => undefined,
    );
    const leads = (path: string) => placeOf(path, [tabs]);
    expect(leads("/invoices?tab=credits")).toBe("/guide/x#b");
    for (const path of [
      "/invoices?tab=other",
      "/invoices?tab=",
      "/invoices?tab=credits%00",
      "/invoices/12?tab=credits",
    ])
      expect(leads(path)).toBe("/guide/x#a");
  });
  test("is the first page for a screen that no section is about", () => {
    for (const path of ["", "/", "/invoicesque", "//evil.example", "/nulle-part", "https://evil.example"])
      expect(of(path)).toBe("/guide");
  });
});
