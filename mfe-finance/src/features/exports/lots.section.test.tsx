import { civilDate } from "@bobine/contract/civil-date";
import {
  listLots,
  LOTS_PAGE_SIZE,
  lotFileRoutes,
  type LotPreparation,
  lotPreparation,
  makeLot,
  previewLot,
} from "@bobine/contract/lots";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  type StubbedCall,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { fireEvent, screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LotsSection } from "./lots.section.tsx";
import { aLot, aPreparation, aPreview, NO_LOTS, NOTHING_NEW } from "./lots.testing.ts";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(
    answers(listLots, NO_LOTS),
    answers(previewLot, aPreview()),
    answers(lotPreparation, { preparation: null }),
  );
});

const period = () => screen.getByRole("button", { name: /^Période du lot/ });
const makeButton = () => screen.getByRole("button", { name: "Créer le lot" });

describe("what is new since the last lot", () => {
  it("shows entries and sums by journal, and the days of the server", async () => {
    renderScreen(<LotsSection />);
    const table = await screen.findByRole("table", { name: "Écritures nouvelles par journal" });
    expect(await within(table).findByText("VE – Ventes")).toBeVisible();
    expect(within(table).getByText(/2.000,00/)).toBeVisible();
    expect(period()).toHaveTextContent(/du 01\/12\/2026 au 31\/12\/2026|mois/i);
    expect(makeButton()).toBeEnabled();
  });

  it("tells of reversals, of late entries and of older ones", async () => {
    network.stub(answers(previewLot, aPreview({ reversal_count: 2, late_count: 1, has_older: true })));
    renderScreen(<LotsSection />);
    expect(await screen.findByText(/dont 2.contre-passations/)).toBeVisible();
    expect(
      screen.getByText(/1.écriture arrivée après son lot.: à la date du 01\/12\/2026 au plus tôt\./),
    ).toBeVisible();
    expect(screen.getByText(/Des écritures plus anciennes ne seront dans aucun lot/)).toBeVisible();
  });

  it("LET-46: warns of lines that would be on 471000, and leads to those of its days", async () => {
    network.stub(answers(previewLot, aPreview({ lines_without_end: 11 })));
    renderScreen(<LotsSection />);
    expect(await screen.findByText(/11.opérations de la période n’ont pas d’affectation/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Les affecter" })).toHaveAttribute(
      "href",
      "/bank-statements/original?open&from=2026-12-01&to=2026-12-31",
    );
    expect(makeButton()).toBeEnabled();
  });

  it("SEC-22: a viewer is led to see them, not to assign them", async () => {
    signIn({ role: "viewer" });
    network.stub(answers(previewLot, aPreview({ lines_without_end: 11 })));
    renderScreen(<LotsSection />);
    expect(await screen.findByRole("link", { name: "Les voir" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Les affecter" })).toBeNull();
  });

  it("says that nothing is new, and makes no lot of it", async () => {
    network.stub(answers(previewLot, NOTHING_NEW));
    renderScreen(<LotsSection />);
    expect(await screen.findByText("Rien de nouveau sur cette période.")).toBeVisible();
    expect(makeButton()).toBeDisabled();
  });

  it("says under the field what is wrong with a period, and keeps what was chosen (UI-24)", async () => {
    network.stub(
      answers(previewLot, ({ query }: StubbedCall) =>
        query.has("to")
          ? Response.json({ period_to: ["La période ne peut pas finir après aujourd’hui."] }, { status: 400 })
          : aPreview(),
      ),
    );
    const { user } = renderScreen(<LotsSection />);
    await screen.findByText("VE – Ventes");
    await user.click(period());
    await user.click(await screen.findByRole("button", { name: "Mois dernier" }));
    expect(await screen.findByText("La période ne peut pas finir après aujourd’hui.")).toBeVisible();
    expect(period()).toHaveTextContent("Mois dernier");
    expect(makeButton()).toBeDisabled();
  });

  it("offers to try again when the server does not answer", async () => {
    network.stub(isUnreachable(previewLot), isUnreachable(listLots));
    renderScreen(<LotsSection />);
    expect(
      await screen.findByText(
        /^Impossible de charger les écritures nouvelles\. Connexion au serveur impossible/,
      ),
    ).toBeVisible();
    expect(await screen.findByText(/^Impossible de charger les lots\. /)).toBeVisible();
    network.stub(answers(previewLot, aPreview()), answers(listLots, NO_LOTS));
    for (const button of screen.getAllByRole("button", { name: "Réessayer" })) fireEvent.click(button);
    expect(await screen.findByText("VE – Ventes")).toBeVisible();
    expect(await screen.findByText("Aucun lot pour le moment")).toBeVisible();
  });
});

describe("a new lot", () => {
  it("is made of the days that show, once it is confirmed", async () => {
    const asked: StubbedCall[] = [];
    network.stub(
      answers(makeLot, (call) => {
        asked.push(call);
        return aLot();
      }),
    );
    const { user } = renderScreen(<LotsSection />);
    await screen.findByText("VE – Ventes");
    await user.click(makeButton());
    const dialog = await screen.findByRole("dialog", { name: /Créer ce lot/ });
    expect(dialog).toHaveTextContent(
      /Du 01\/12\/2026 au 31\/12\/2026.: 3.écritures\. Un lot ne peut être ni modifié ni supprimé\./,
    );
    network.stub(
      answers(listLots, { ...NO_LOTS, count: 1, results: [aLot()] }),
      answers(previewLot, NOTHING_NEW),
    );
    await user.click(within(dialog).getByRole("button", { name: "Créer le lot" }));
    expect(await screen.findByText("Lot 2026-2 créé")).toBeVisible();
    expect(asked.map((call) => call.body)).toEqual([{ period_from: "2026-12-01", period_to: "2026-12-31" }]);
    expect(asked[0]?.headers.get("idempotency-key")).toMatch(/^\w{32}$/);
    expect(await screen.findByText("2026-2")).toBeVisible();
  });

  it("that is refused says why in the dialog", async () => {
    network.stub(fails(makeLot, 409, { detail: "Rien de nouveau.", code: "nothing_new" }));
    const { user } = renderScreen(<LotsSection />);
    await screen.findByText("VE – Ventes");
    await user.click(makeButton());
    const dialog = await screen.findByRole("dialog", { name: /Créer ce lot/ });
    await user.click(within(dialog).getByRole("button", { name: "Créer le lot" }));
    expect(await within(dialog).findByText("Impossible de créer le lot. Rien de nouveau.")).toBeVisible();
  });
});

describe("a lot whose answer was lost (EXP-10, API-10)", () => {
  const lose = async (next: Parameters<typeof network.stub>[0]) => {
    const asked: StubbedCall[] = [];
    network.stub(
      answers(makeLot, (call) => {
        asked.push(call);
        // It was made: the days that are proposed from now on are the next ones.
        network.stub(next);
        return asked.length === 1 ? Response.error() : aLot();
      }),
    );
    const { user } = renderScreen(<LotsSection />);
    await screen.findByText("VE – Ventes");
    await user.click(makeButton());
    const dialog = await screen.findByRole("dialog", { name: /Créer ce lot/ });
    const send = () => user.click(within(dialog).getByRole("button", { name: "Créer le lot" }));
    await send();
    expect(await within(dialog).findByText(/^Impossible de créer le lot\. /)).toBeVisible();
    return { asked, dialog, send };
  };

  it("is asked for again as it was, not for the days that are proposed since", async () => {
    const { asked, dialog, send } = await lose(
      answers(
        previewLot,
        aPreview({ period_from: civilDate("2027-01-01"), period_to: civilDate("2027-01-10") }),
      ),
    );
    await waitFor(() => expect(period()).toHaveTextContent("01/01/2027"));
    expect(dialog).toHaveTextContent(/Du 01\/12\/2026 au 31\/12\/2026.: 3.écritures\./);
    await send();
    expect(await screen.findByText("Lot 2026-2 créé")).toBeVisible();
    expect(asked.map(({ body }) => body)).toEqual([
      { period_from: "2026-12-01", period_to: "2026-12-31" },
      { period_from: "2026-12-01", period_to: "2026-12-31" },
    ]);
    expect(asked[1]?.headers.get("idempotency-key")).toBe(asked[0]?.headers.get("idempotency-key"));
  });

  it("still says so when its days cannot be read again either (TXT-1)", async () => {
    const { dialog } = await lose(fails(previewLot, 409, { detail: "Non.", code: "conflict" }));
    expect(await screen.findByText(/^Impossible de charger les écritures nouvelles\./)).toBeVisible();
    expect(within(dialog).getByText(/^Impossible de créer le lot\. /)).toBeVisible();
  });
});

describe("a lot of large books", () => {
  it("is followed to its end, and then the lists are read again", async () => {
    let preparation: LotPreparation | null = null;
    network.stub(
      answers(lotPreparation, () => ({ preparation })),
      answers(makeLot, () => {
        preparation = aPreparation();
        return { preparation };
      }),
    );
    const { user } = renderScreen(<LotsSection />);
    await screen.findByText("VE – Ventes");
    await user.click(makeButton());
    const dialog = await screen.findByRole("dialog", { name: /Créer ce lot/ });
    await user.click(within(dialog).getByRole("button", { name: "Créer le lot" }));
    expect(
      await screen.findByText(
        /^Lot du 01\/12\/2026 au 31\/12\/2026 en préparation \(demandé par Camille Moreau\).: 40.%$/,
      ),
    ).toBeVisible();
    expect(screen.getByText(/Vous pouvez quitter cette page/)).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "Avancement du lot" })).toBeVisible();
    expect(makeButton()).toBeDisabled();
    network.stub(answers(listLots, { ...NO_LOTS, count: 1, results: [aLot()] }));
    preparation = null;
    expect(await screen.findByText("Lot créé", {}, { timeout: 4_000 })).toBeVisible();
    expect(await screen.findByText("2026-2")).toBeVisible();
    expect(screen.queryByText(/en préparation/)).not.toBeInTheDocument();
  });

  it("that failed says why, and may be asked for again", async () => {
    const preparation = aPreparation({ state: "failed", message: "Rien de nouveau." });
    network.stub(answers(lotPreparation, { preparation }));
    renderScreen(<LotsSection />);
    expect(await screen.findByText("Le lot du 01/12/2026 au 31/12/2026 n’a pas été créé")).toBeVisible();
    expect(screen.getByText("Rien de nouveau.")).toBeVisible();
    await screen.findByText("VE – Ventes");
    expect(makeButton()).toBeEnabled();
  });

  it("whose job ended with its server says so", async () => {
    network.stub(answers(lotPreparation, { preparation: aPreparation({ state: "failed" }) }));
    renderScreen(<LotsSection />);
    expect(
      await screen.findByText("La préparation s’est interrompue. Créez le lot à nouveau."),
    ).toBeVisible();
  });

  it("cannot be followed while the server does not answer, and can be again", async () => {
    network.stub(isUnreachable(lotPreparation));
    const { user } = renderScreen(<LotsSection />);
    expect(
      await screen.findByText(
        /^Impossible de suivre la préparation du lot\. Connexion au serveur impossible/,
      ),
    ).toBeVisible();
    network.stub(answers(lotPreparation, { preparation: aPreparation() }));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText(/en préparation/)).toBeVisible();
  });
});

describe("the lots that were made", () => {
  beforeEach(() => {
    network.stub(answers(listLots, { ...NO_LOTS, count: 1, results: [aLot()] }));
    URL.createObjectURL = vi.fn(() => "blob:lot");
    URL.revokeObjectURL = vi.fn();
  });

  it("show their number, period, who made them and when, and what they hold", async () => {
    renderScreen(<LotsSection />);
    const table = await screen.findByRole("table", { name: "Lots créés" });
    expect(await within(table).findByText("2026-2")).toBeVisible();
    for (const shown of [
      "01/11/2026 – 30/11/2026",
      /02\/12\/2026 10:30, Camille Moreau/,
      /^12, dont 1.contre-passation$/,
      /12.345,67/,
    ])
      expect(within(table).getByText(shown)).toBeVisible();
  });

  it("keep their page in the address; a page that is no more gives way to the last one", async () => {
    network.stub(
      answers(listLots, ({ query }: StubbedCall) => ({
        ...NO_LOTS,
        count: LOTS_PAGE_SIZE + 1,
        results: query.get("page") === "2" ? [aLot()] : [],
      })),
    );
    const { address } = renderScreen(<LotsSection />, { at: "/exports?bank_account=8&lot_page=3" });
    const download = { name: "Télécharger le lot 2026-2, format A" };
    expect(await screen.findByRole("button", download)).toBeVisible();
    expect(address()).toBe("/exports?bank_account=8&lot_page=2");
  });

  it.each(["A", "B", "C"] as const)("are downloaded again in format %s", async (format) => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    network.stub(
      answers(
        lotFileRoutes[format],
        () => new Response("a;b\r\n", { headers: { "content-type": "text/csv" } }),
      ),
    );
    const { user } = renderScreen(<LotsSection />);
    await user.click(
      await screen.findByRole("button", { name: `Télécharger le lot 2026-2, format ${format}` }),
    );
    await waitFor(() => expect(saved).toEqual([`lot_2026-002_${format.toLowerCase()}.csv`]));
  });

  it("say when a file could not be downloaded", async () => {
    network.stub(fails(lotFileRoutes.B, 500));
    const { user } = renderScreen(<LotsSection />);
    await user.click(await screen.findByRole("button", { name: "Télécharger le lot 2026-2, format B" }));
    expect(await screen.findByText("Impossible de télécharger le lot 2026-2, format B")).toBeVisible();
  });
});
