import { uploadBoxOffice } from "@bobine/contract/box-office";
import { civilDate } from "@bobine/contract/civil-date";
import { previewReport } from "@bobine/contract/report-previews";
import { aPreviewedWeek, aReportPreview, someReportStats } from "@bobine/contract/testing/box-office";
import { unfinishedWork } from "@bobine/shared-auth";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { ownDistributor } from "@bobine/contract/distributors";
import { aCompany } from "@bobine/contract/testing/distributors";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Link } from "react-router-dom";
import { beforeEach, describe, expect, it } from "vitest";
import { BoxOfficePage } from "./box-office.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(ownDistributor, aCompany()));
});

const report = new File(["<DeclarationsRecettes/>"], "rapport.xml", { type: "text/xml" });
const imported = {
  message: "4 déclarations trouvées dans le fichier.",
  import_id: 1,
  preliminary_stats: someReportStats(),
};
const choose = () => {
  const shown = renderScreen(<BoxOfficePage />, { at: "/external-data/cnc" });
  fireEvent.change(screen.getByLabelText("Fichier XML du rapport"), { target: { files: [report] } });
  return shown;
};
const look = async (preview = aReportPreview()) => {
  network.stub(answers(previewReport, preview));
  const shown = choose();
  await shown.user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
  await screen.findByRole("region", { name: "Aperçu du rapport" });
  return shown;
};
const region = () => plainSpaces(screen.getByRole("region", { name: "Aperçu du rapport" }).textContent ?? "");

describe("the preview of a box-office report (BOX-9)", () => {
  it("tells how many warnings it does not list, with its thousands (TXT-3)", async () => {
    const warnings = ["Déclaration R9 : recette par entrée inhabituelle."];
    await look(aReportPreview({ stats: someReportStats({ warnings, warnings_count: 12_346 }) }));
    expect(screen.getByText("… et 12 345 de plus.", { normalizer: plainSpaces })).toBeVisible();
  });

  it("tells amounts, figures, refusals and what becomes of each cinema's week", async () => {
    await look(
      aReportPreview({
        stats: someReportStats({ errors_count: 1, errors: ["Déclaration R9 : taux supérieur à 50 %."] }),
        refused: [{ cinema_name: "Le Zola", messages: ["Déclaration R9 : taux supérieur à 50 %."] }],
        issued: {
          invoice: { count: 1, total: "2897.31" },
          complement: { count: 0, total: "0.00" },
          credit_note: { count: 1, total: "-38.83" },
        },
        held: { count: 1, total: "15067.07" },
        weeks_count: 3,
        weeks: [
          aPreviewedWeek({
            cinema_name: "Mégascope Rennes",
            outcome: "client_incomplete",
            missing: ["siren"],
            documents: [
              { kind: "invoice", total_net_amount: "13697.34", total_amount: "15067.07", corrects: null },
            ],
          }),
          aPreviewedWeek(),
          aPreviewedWeek({
            cinema_name: "Rex",
            new_count: 0,
            corrected_count: 1,
            documents: [
              {
                kind: "credit_note",
                total_net_amount: "-35.30",
                total_amount: "-38.83",
                corrects: "F26000123",
              },
            ],
          }),
        ],
      }),
    );
    for (const told of [
      "rapport.xml",
      "Rien n’est encore enregistré",
      "Factures (1)2 897,31 €",
      "Avoirs (1)",
      "En attente (1)15 067,07 €",
      "Déclarations trouvées4",
    ])
      expect(region()).toContain(told);
    expect(region()).not.toContain("Factures complémentaires");
    expect(screen.getByRole("region", { name: "Déclarations refusées" })).toHaveTextContent(
      "Déclarations refusées (1)Le ZolaDéclaration R9",
    );
    const rowOf = (name: RegExp) => plainSpaces(screen.getByRole("row", { name }).textContent ?? "");
    expect(rowOf(/Mégascope/)).toContain("Identité du cinéma incomplète");
    expect(rowOf(/Mégascope/)).toContain("À compléter sur la fiche du cinéma : SIREN.");
    expect(rowOf(/Beffroi/)).toContain("À émettre");
    expect(rowOf(/Beffroi/)).toContain("2 nouvelles");
    expect(rowOf(/Rex/)).toContain("Avoir sur F26000123");
  });

  it("imports on request, in one step from there, and shows what came of it", async () => {
    const { user } = await look();
    const asked: unknown[] = [];
    network.stub(
      answers(uploadBoxOffice, ({ query, upload }) => {
        asked.push([query.get("unfinished"), upload?.fileName]);
        return imported;
      }),
    );
    await user.click(screen.getByRole("button", { name: "Importer" }));
    expect(await screen.findByRole("region", { name: "Rapport importé" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Aperçu du rapport" })).toBeNull();
    expect(asked).toEqual([[null, "rapport.xml"]]);
    expect(unfinishedWork()).toEqual([]);
  });

  it("is given up on request: the file stays chosen, and is unfinished work all along", async () => {
    const { user } = await look();
    expect(unfinishedWork()).toMatchObject([{ kind: "form" }]);
    await user.click(screen.getByRole("button", { name: "Annuler" }));
    expect(screen.queryByRole("region", { name: "Aperçu du rapport" })).toBeNull();
    expect(screen.getByText("rapport.xml")).toBeVisible();
    expect(screen.getByRole("button", { name: "Importer le rapport" })).toBeEnabled();
    expect(unfinishedWork()).toMatchObject([{ kind: "form" }]);
  });

  it("says that a report has nothing for these films", async () => {
    await look(aReportPreview({ weeks: [], weeks_count: 0 }));
    expect(screen.getByText("Aucune semaine de vos films dans ce rapport.")).toBeVisible();
  });

  it("says how many weeks are not listed", async () => {
    await look(aReportPreview({ weeks_count: 1200 }));
    expect(plainSpaces(document.body.textContent ?? "")).toContain("Les 1 premières sur 1 200");
  });

  it("shows the server's reason for a file that it cannot read, and keeps the file", async () => {
    network.stub(fails(previewReport, 400, { error: "Le fichier XML est mal formé (ligne 12, colonne 8)." }));
    const { user } = choose();
    await user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("mal formé (ligne 12, colonne 8)");
    expect(screen.getByText("rapport.xml")).toBeVisible();
  });

  it("says that the server cannot be reached, and shows the preview at the next try", async () => {
    network.stub(isUnreachable(previewReport));
    const { user } = choose();
    await user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Connexion au serveur impossible");
    network.stub(answers(previewReport, aReportPreview()));
    await user.click(screen.getByRole("button", { name: "Voir l’aperçu" }));
    expect(await screen.findByRole("region", { name: "Aperçu du rapport" })).toBeVisible();
  });

  it("stays when its import fails, and lets it be tried again", async () => {
    const { user } = await look();
    network.stub(fails(uploadBoxOffice, 500));
    await user.click(screen.getByRole("button", { name: "Importer" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to upload file");
    expect(screen.getByRole("button", { name: "Importer" })).toBeEnabled();
  });
});

describe("a week that is not over (BOX-10)", () => {
  const running = aReportPreview({ unfinished_weeks: [civilDate("2026-11-18")] });

  it("asks before « Importer »", async () => {
    const { user } = await look(running);
    expect(region()).toContain("La semaine S47/2026 se termine le 24/11/2026");
    expect(screen.getByRole("button", { name: "Importer" })).toBeDisabled();
    network.stub(answers(uploadBoxOffice, imported));
    await user.click(screen.getByRole("checkbox", { name: "Importer quand même ce rapport" }));
    await user.click(screen.getByRole("button", { name: "Importer" }));
    expect(await screen.findByRole("region", { name: "Rapport importé" })).toBeVisible();
  });

  it("asks after « Importer le rapport » too, by showing what it would bring", async () => {
    const asked: unknown[] = [];
    network.stub(
      answers(previewReport, running),
      fails(uploadBoxOffice, 409, {
        error: "La semaine S47/2026 n’est pas terminée.",
        code: "week_not_over",
      }),
    );
    const { user } = choose();
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    const confirm = await screen.findByRole("checkbox", { name: "Importer quand même ce rapport" });
    expect(screen.queryByRole("alert")).toBeNull();
    network.stub(
      answers(uploadBoxOffice, ({ query }) => {
        asked.push(query.get("unfinished"));
        return imported;
      }),
    );
    await user.click(confirm);
    await user.click(screen.getByRole("button", { name: "Importer" }));
    expect(await screen.findByRole("region", { name: "Rapport importé" })).toBeVisible();
    await waitFor(() => expect(asked).toEqual([null]));
  });

  it("is told on the next page to whoever has left meanwhile, and the file is not sent again (TXT-1)", async () => {
    let answer = (): void => undefined;
    const looks: string[] = [];
    network.stub(
      answers(previewReport, () => {
        looks.push("look");
        return running;
      }),
      answers(uploadBoxOffice, async () => {
        await new Promise<void>((go) => {
          answer = go;
        });
        const body = { error: "La semaine S47/2026 n’est pas terminée.", code: "week_not_over" };
        return Response.json(body, { status: 409 });
      }),
    );
    const { user } = renderScreen(
      <>
        <BoxOfficePage />
        <Link to="/invoices">Factures</Link>
      </>,
      { at: "/external-data/cnc", path: "/external-data/cnc" },
    );
    fireEvent.change(screen.getByLabelText("Fichier XML du rapport"), { target: { files: [report] } });
    await user.click(screen.getByRole("button", { name: "Importer le rapport" }));
    await user.click(screen.getByRole("link", { name: "Factures" }));
    expect(screen.queryByRole("button", { name: "Importer le rapport" })).toBeNull();
    await waitFor(() => {
      answer();
      expect(screen.getByText("La semaine S47/2026 n’est pas terminée.")).toBeVisible();
    });
    expect(screen.getByText(/Rapport CNC.*rapport\.xml.*n’a pas été importé/)).toBeVisible();
    expect(looks).toEqual([]);
  });
});
