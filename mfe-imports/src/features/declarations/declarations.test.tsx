import { type Declaration, getReport, listDeclarations, listReports } from "@bobine/contract/declarations";
import { exportDeclarationList, exportReportList } from "@bobine/contract/list-exports";
import { aDeclaration, aReport } from "@bobine/contract/testing/declarations";
import { listed } from "@bobine/contract/testing/lists";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ReportPage } from "./report.page.tsx";
import { ReportsPage } from "./reports.page.tsx";

const network = stubNetwork();
beforeEach(() => void signIn());

const report = aReport();
const textOf = (element: HTMLElement) => plainSpaces(element.textContent ?? "");

describe("the imported reports", () => {
  it("are listed with when, who, how many declarations and what was unusual", async () => {
    network.stub(answers(listReports, listed(report)));
    const { user, address } = renderScreen(<ReportsPage />, { at: "/external-data/declarations" });
    const row = await screen.findByRole("row", { name: /rapport-s47.xml/ });
    expect(within(row).getAllByRole("cell").map(textOf)).toEqual([
      "rapport-s47.xml",
      "30/11/2026 09:05",
      "Camille Rousseau",
      "S47/2026",
      "4",
      "3",
      "2 refusées1 cinéma inconnu1 doublon",
    ]);
    await user.click(within(row).getByRole("link", { name: "rapport-s47.xml" }));
    expect(address()).toBe("/external-data/declarations/7");
  });

  it("are narrowed by a period that the address keeps, their file too (UI-24)", async () => {
    const asked: string[] = [];
    network.stub(
      answers(listReports, ({ query }) => {
        asked.push(query.toString());
        return listed();
      }),
    );
    const { user, address } = renderScreen(<ReportsPage />, {
      at: "/external-data/declarations?from=2026-11-01&to=2026-11-30",
    });
    expect(await screen.findByText("Aucun rapport n’a été importé ces jours-là.")).toBeVisible();
    expect(asked.at(-1)).toBe("page=1&from=2026-11-01&to=2026-11-30");
    await user.click(screen.getByRole("button", { name: /^Effacer/ }));
    expect(await screen.findByText("Aucun rapport n’a encore été importé.")).toBeVisible();
    expect(address()).toBe("/external-data/declarations");
  });

  it("lead to the import while there is none", async () => {
    network.stub(answers(listReports, listed()));
    renderScreen(<ReportsPage />);
    expect(await screen.findByText("Aucun rapport n’a encore été importé.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Importer un rapport" })).toHaveAttribute(
      "href",
      "/external-data/cnc",
    );
  });

  it("are saved whole as CSV", async () => {
    const made: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => {
      made.push(blob);
      return "blob:list";
    };
    network.stub(
      answers(listReports, listed(report)),
      answers(exportReportList, () => new Response("Fichier")),
    );
    const { user } = renderScreen(<ReportsPage />, { at: "/external-data/declarations?page=1" });
    await screen.findByText("rapport-s47.xml");
    await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
    await waitFor(() => expect(made).toHaveLength(1));
  });

  it("tell that they could not load, and try again", async () => {
    network.stub(fails(listReports, 500));
    const { user } = renderScreen(<ReportsPage />);
    await screen.findByText("Impossible de charger les rapports.");
    network.stub(answers(listReports, listed(report)));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("rapport-s47.xml")).toBeVisible();
  });
});

describe("a report", () => {
  const open = (declarations: Declaration[], at = "/external-data/declarations/7") => {
    const asked: string[] = [];
    network.stub(
      answers(getReport, report),
      answers(listDeclarations, (call) => {
        asked.push(call.query.toString());
        return listed(...declarations);
      }),
    );
    return { asked, ...renderScreen(<ReportPage />, { at, path: "/external-data/declarations/:reportId" }) };
  };

  it("shows its figures and what was refused", async () => {
    open([aDeclaration()]);
    const figures = textOf(await screen.findByRole("region", { name: "Contenu du rapport" }));
    expect(figures).toContain("Entrées4 890");
    expect(figures).toContain("Facturées2");
    expect(figures).toContain("En attente1");
    expect(textOf(screen.getByRole("region", { name: "Déclarations refusées" }))).toContain(
      "taux supérieur à 50 %",
    );
  });

  it("shows of each declaration its amounts and the invoice that it became", async () => {
    open([aDeclaration()]);
    const row = await screen.findByRole("row", { name: /Les Heures bleues/ });
    const text = textOf(row);
    for (const part of [
      "Cinéma Le Beffroi",
      "821",
      "5 909,40 €",
      "4 967,84 €",
      "50 %",
      "2 483,92 €",
      "Facturée",
    ])
      expect(text).toContain(part);
    expect(within(row).getByRole("link", { name: "F26000123" })).toHaveAttribute("href", "/invoices/12");
  });

  it.each([
    ["cinema_not_validated", [], "Cinéma non validé", "dès que le cinéma sera validé"],
    ["not_validated", [], "Compte à valider", "tant que votre compte n’est pas validé"],
    ["automation_off", [], "Facturation en pause", "dès que la facturation automatique sera en marche"],
    ["client_incomplete", ["siren", "city"], "Identité du cinéma incomplète", "SIREN, ville."],
    ["supplier_incomplete", ["iban"], "Votre société est incomplète", "INFOS COMPTE : IBAN."],
    ["set_aside", [], "Mise de côté", "sans la rectifier"],
    ["to_check", [], "À vérifier", "ses déclarations sont à vérifier"],
  ] as const)("says why one is not invoiced: %s", async (outcome, missing, label, hint) => {
    open([aDeclaration({ outcome, missing: [...missing], invoice: null })]);
    const text = textOf(await screen.findByRole("row", { name: /Les Heures bleues/ }));
    expect(text).toContain(label);
    expect(text).toContain(hint);
  });

  it("opens the rest of a declaration, warnings among it", async () => {
    const { user } = open([aDeclaration({ warnings: ["Recette par entrée inhabituelle."] })]);
    await user.click(await screen.findByRole("button", { name: /Afficher le détail de Les Heures bleues/ }));
    expect(screen.getByText("Recette par entrée inhabituelle.")).toBeVisible();
    expect(screen.getByText("633,49 €", { normalizer: plainSpaces })).toBeVisible();
  });

  it("has its declarations read again when its figures move, whatever this page shows", async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
      shouldAdvanceTime: true,
    });
    try {
      open([aDeclaration({ outcome: "to_check", invoice: null })]);
      const row = await screen.findByRole("row", { name: /R1|Les Heures bleues/ });
      expect(within(row).queryByRole("link", { name: "F26000123" })).toBeNull();
      network.stub(
        answers(getReport, { ...report, kept: { ...report.kept, invoiced: 3, pending: 0 } }),
        answers(listDeclarations, listed(aDeclaration())),
      );
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await screen.findByText("Facturées (3)")).toBeVisible();
      expect(await screen.findByRole("link", { name: "F26000123" })).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps what is shown in the address, and asks for it", async () => {
    const { user, address, asked } = open([aDeclaration()]);
    await user.click(await screen.findByRole("button", { name: "En attente (1)" }));
    expect(address()).toBe("/external-data/declarations/7?show=pending");
    await waitFor(() => expect(asked.at(-1)).toBe("page=1&show=pending"));
    await user.type(screen.getByRole("textbox", { name: "Rechercher une déclaration" }), "beffroi");
    await waitFor(() => expect(asked.at(-1)).toBe("page=1&search=beffroi&show=pending"));
    // A view that holds nothing is not offered.
    expect(screen.queryByRole("button", { name: /Mises de côté/ })).toBeNull();
  });

  it("shows in the search box what the address says, and saves what is shown as CSV", async () => {
    const queries: string[] = [];
    network.stub(
      answers(exportDeclarationList, ({ query }) => {
        queries.push(query.toString());
        return Response.json({ detail: "Trop d’exports.", code: "busy" }, { status: 503 });
      }),
    );
    const { user, address, asked, goBack } = open([aDeclaration()]);
    await user.click(await screen.findByRole("button", { name: "En attente (1)" }));
    const box = screen.getByRole("textbox", { name: "Rechercher une déclaration" });
    await user.type(box, "beffroi");
    await waitFor(() => expect(address()).toBe("/external-data/declarations/7?search=beffroi&show=pending"));
    // The screen follows its address a moment later.
    await waitFor(() => expect(asked.at(-1)).toBe("page=1&search=beffroi&show=pending"));
    await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
    expect(await screen.findByText("Impossible d’exporter la liste. Trop d’exports.")).toBeVisible();
    expect(queries).toEqual(["search=beffroi&show=pending"]);
    await goBack();
    expect(address()).toBe("/external-data/declarations/7");
    await waitFor(() => expect(box).toHaveValue(""));
  });
});
