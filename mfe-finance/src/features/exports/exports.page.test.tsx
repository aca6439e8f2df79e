import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { listTransactions, totalTransactions } from "@bobine/contract/banking";
import { civilDateInParis } from "@bobine/contract/civil-date";
import { exportRoutes } from "@bobine/contract/exports";
import { listLots, lotPreparation, previewLot } from "@bobine/contract/lots";
import { revertTransaction } from "@bobine/contract/lettering";
import { readTies } from "@bobine/contract/ties";
import { readVat } from "@bobine/contract/vat";
import { routeKey } from "@bobine/shared-auth";
import { answers, fails, OtherScreen, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { aBankAccount, aTransaction, someTotals } from "@bobine/contract/testing/banking";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { withoutComments } from "../../comments/comments.testing.ts";
import { ExportsPage } from "./exports.page.tsx";
import { aTiedAccount, ties } from "./banks.testing.ts";
import { aPreview, NO_LOTS, NOTHING_NEW } from "./lots.testing.ts";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(
    answers(listBankAccounts, { results: [] }),
    answers(listLots, NO_LOTS),
    answers(previewLot, NOTHING_NEW),
    answers(lotPreparation, { preparation: null }),
    answers(readTies, ties()),
  );
  URL.createObjectURL = vi.fn(() => "blob:export");
  URL.revokeObjectURL = vi.fn();
});

describe("the accounting exports", () => {
  it.each(["A", "B", "C"] as const)("saves format %s under the specified name", async (format) => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    network.stub(
      answers(
        exportRoutes[format],
        () => new Response("a;b\r\n", { headers: { "content-type": "text/csv" } }),
      ),
    );
    const { user } = renderScreen(<ExportsPage />);
    await user.click(await screen.findByRole("button", { name: `Export Format ${format}` }));
    const toast = await screen.findByText("Export réussi");
    expect(toast).toBeVisible();
    expect(saved).toEqual([`accounting_export_${format.toLowerCase()}.csv`]);
  });

  it("are those of one account, and its months, where there are several (BANK-35)", async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const accounts = [
      aBankAccount({ id: 3, label: "Courant" }),
      aBankAccount({ id: 4, label: "Livret", ledger_account: "512200" }),
    ];
    const asked: (string | null)[] = [];
    network.stub(
      answers(listBankAccounts, { results: accounts }),
      answers(readTies, ties(...accounts.map((account) => aTiedAccount({ account })))),
      answers(exportRoutes.C, ({ query }) => {
        asked.push(query.get("account"));
        return new Response("a;b\r\n", { headers: { "content-type": "text/csv" } });
      }),
    );
    const { user, address } = renderScreen(<ExportsPage />, { at: "/bank-statements/with-lettering" });
    expect(await screen.findByRole("heading", { name: "Courant" })).toBeVisible();
    await user.click(await screen.findByRole("combobox", { name: "Compte bancaire" }));
    await user.click(await screen.findByRole("option", { name: "Livret (512200)" }));
    expect(address()).toContain("bank_account=4");
    expect(screen.queryByRole("heading", { name: "Courant" })).toBeNull();
    expect(screen.getByRole("heading", { name: "Livret" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Export Format C" }));
    expect(await screen.findByText("Export réussi")).toBeVisible();
    expect([asked, saved]).toEqual([["512200"], ["accounting_export_c_512200.csv"]]);
  });

  it("are of the days that one chooses, and without a choice of those that the call gives (EXP-1, UI-24)", async () => {
    const asked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    network.stub(
      answers(exportRoutes.A, ({ query }) => {
        asked.push(query.toString());
        return new Response("a;b\r\n", { headers: { "content-type": "text/csv" } });
      }),
    );
    const { user } = renderScreen(<ExportsPage />, { at: "/bank-statements/with-lettering" });
    const year = Number(civilDateInParis(new Date()).slice(0, 4));
    const period = await screen.findByRole("button", { name: /^Période des exports/ });
    expect(period).toHaveTextContent(`01/01/${year - 1}`);
    await user.click(screen.getByRole("button", { name: "Export Format A" }));
    await waitFor(() => expect(asked).toEqual([""]));
    await user.click(period);
    await user.click(await screen.findByRole("button", { name: `Exercice ${year - 1}` }));
    await user.click(screen.getByRole("button", { name: "Export Format A" }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toBe(`from=${year - 1}-01-01&to=${year - 1}-12-31`);
  });

  it("show what a letter code of theirs holds, and lead to its invoices (UI-26)", async () => {
    const asked: string[] = [];
    network.stub(
      answers(listTransactions, ({ query }) => {
        asked.push(query.get("letters") ?? "");
        return [aTransaction()];
      }),
      answers(totalTransactions, someTotals({ count: 1, credits: "2897.31" })),
    );
    const { user, address } = renderScreen(<ExportsPage />, { at: "/bank-statements/with-lettering" });
    const section = await screen.findByRole("region", { name: "Retrouver un lettrage" });
    expect(within(section).queryByRole("table")).toBeNull();
    await user.type(within(section).getByRole("textbox", { name: "Lettrage" }), "aab{Enter}");
    const table = await within(section).findByRole("table", { name: "Opérations lettrées AAB" });
    expect(await within(table).findByRole("row", { name: /BEFFROI/ })).toBeVisible();
    expect(within(section).getByRole("link", { name: "Factures lettrées AAB" })).toHaveAttribute(
      "href",
      "/invoices?letters=AAB",
    );
    expect([asked, address()]).toEqual([["AAB"], "/bank-statements/with-lettering?letters=AAB"]);
  });

  it("EXP-10: what is undone of a letter code there is new in the next lot at once", async () => {
    const lettered = aTransaction({
      lettering: {
        ...aTransaction().lettering!,
        invoices: [{ id: 23, invoice_number: "F26000123", amount: "2897.31" }],
        lettering_code: "AAB",
      },
    });
    let preview = aPreview({ entry_count: 3 });
    network.stub(
      ...withoutComments(),
      answers(listTransactions, [lettered]),
      answers(totalTransactions, someTotals({ count: 1, credits: "2897.31" })),
      answers(previewLot, () => preview),
      answers(revertTransaction, () => {
        preview = aPreview({ entry_count: 4, lines_without_end: 1 });
        return { message: "", user_action_id: 5 };
      }),
    );
    const { user } = renderScreen(
      <>
        <ExportsPage />
        <OtherScreen queryKey={routeKey(readVat)} />
      </>,
      { at: "/bank-statements/with-lettering?letters=AAB" },
    );
    const section = await screen.findByRole("region", { name: "Retrouver un lettrage" });
    expect(await screen.findByText(/^3.écritures/)).toBeVisible();
    await user.click(await within(section).findByRole("button", { name: /Afficher le détail/ }));
    await user.click(within(section).getByRole("button", { name: /^Annuler le rapprochement de/ }));
    const question = await screen.findByRole("dialog", { name: "Annuler ce rapprochement" });
    await user.click(within(question).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText(/^4.écritures/)).toBeVisible();
    expect(screen.getByText(/^Une opération de la période n’a pas d’affectation/)).toBeVisible();
    expect(await screen.findByText("lu 2 fois")).toBeVisible();
  });

  it("tells of its success for three seconds, of a failure for five", async () => {
    network.stub(
      fails(exportRoutes.A, 500),
      answers(exportRoutes.B, () => new Response("a;b\r\n", { headers: { "content-type": "text/csv" } })),
    );
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const { user } = renderScreen(<ExportsPage />);
    await user.click(await screen.findByRole("button", { name: "Export Format A" }));
    const failure = await screen.findByText("Impossible de télécharger le fichier Format A");
    await user.click(screen.getByRole("button", { name: "Export Format B" }));
    const success = await screen.findByText("Export réussi");
    await waitFor(() => expect(success).not.toBeInTheDocument(), { timeout: 3_900 });
    expect(failure).toBeInTheDocument();
    await waitFor(() => expect(failure).not.toBeInTheDocument(), { timeout: 3_000 });
  });

  it.each(["A", "B", "C"] as const)("says that format %s could not be downloaded", async (format) => {
    network.stub(fails(exportRoutes[format], 500));
    const { user } = renderScreen(<ExportsPage />);
    await user.click(await screen.findByRole("button", { name: `Export Format ${format}` }));
    expect(await screen.findByText(`Impossible de télécharger le fichier Format ${format}`)).toBeVisible();
  });
});
