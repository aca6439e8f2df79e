// What screens say of today in a tab that was open over midnight (UI-24).
import { civilDate } from "@bobine/contract/civil-date";
import { applyCredit, listCredits } from "@bobine/contract/client-credits";
import { getInvoiceDetail } from "@bobine/contract/invoice-detail";
import { listInvoices, totalInvoices } from "@bobine/contract/invoices";
import { searchUnpaidInvoices } from "@bobine/contract/lettering";
import { listInvoiceMails } from "@bobine/contract/mailing";
import { listSavedFilters } from "@bobine/contract/saved-filters";
import { aClientCredit } from "@bobine/contract/testing/banking";
import { anInvoice, anInvoiceDetail } from "@bobine/contract/testing/invoices";
import { listed } from "@bobine/contract/testing/lists";
import { aChoosableInvoice } from "@bobine/contract/testing/user-actions";
import { answers, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CreditsSection } from "./client-credits/credits.section.tsx";
import { withoutComments } from "./comments/comments.testing.ts";
import { ExportsPage } from "./features/exports/exports.page.tsx";
import { InvoicesPage } from "./features/invoices/invoices.page.tsx";
import { StopDialog } from "./reminder-stop/stop.dialog.tsx";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(
    ...withoutComments(),
    answers(listSavedFilters, { results: [] }),
    answers(listCredits, listed()),
    answers(listInvoices, listed(anInvoice())),
    answers(totalInvoices, {
      count: 1,
      total_net_amount: "0.00",
      total_vat_amount: "0.00",
      total_amount: "0.00",
      outstanding: "0.00",
    }),
  );
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-31T21:00:00+01:00") });
});
afterEach(() => void vi.useRealTimers());

const comeBackInTheMorning = () => {
  vi.setSystemTime(new Date("2027-01-01T07:30:00+01:00"));
  act(() => void window.dispatchEvent(new Event("focus")));
};

describe("in a tab that stays open over midnight (UI-24)", () => {
  it("an invoice that was due until yesterday is overdue", async () => {
    const invoice = anInvoice({ status: "awaiting_payment", due_date: civilDate("2026-12-31") });
    network.stub(
      answers(getInvoiceDetail, anInvoiceDetail({}, invoice)),
      answers(listInvoiceMails, { results: [], reminder_stop: null }),
    );
    renderScreen(<InvoicesPage />, { at: "/invoices/1", path: "/invoices/:invoiceId?" });
    const panel = await screen.findByRole("dialog");
    await within(panel).findByRole("region", { name: "Historique" });
    expect(within(panel).queryByText("En retard")).toBeNull();
    comeBackInTheMorning();
    expect(within(panel).getByText("En retard")).toBeVisible();
  });

  it("the exports without days are of the new year and the one before it (EXP-1)", async () => {
    renderScreen(<ExportsPage />, { at: "/bank-statements/with-lettering" });
    const period = await screen.findByRole("button", { name: /^Période des exports/ });
    expect(period).toHaveTextContent("du 01/01/2025 au 31/12/2026");
    comeBackInTheMorning();
    expect(period).toHaveTextContent("du 01/01/2026 au 31/12/2027");
  });

  it("no payment is promised for yesterday (MAIL-7)", async () => {
    const { user } = renderScreen(
      <StopDialog
        id={1}
        number="F26000123"
        pending={false}
        error={undefined}
        fieldErrors={{}}
        onConfirm={vi.fn()}
        close={vi.fn()}
      />,
      { at: "/" },
    );
    await user.click(await screen.findByRole("radio", { name: /^Règlement promis/ }));
    await user.type(screen.getByRole("textbox", { name: /^Règlement promis pour le/ }), "31/12/2026");
    comeBackInTheMorning();
    await user.click(screen.getByRole("button", { name: "Ouvrir le calendrier" }));
    expect(await screen.findByRole("button", { name: /^31 décembre 2026/ })).toBeDisabled();
  });

  it.each([
    ["is put on an invoice by the new day", undefined, "2027-01-01"],
    ["is put on an invoice by the day that was chosen", "31/12/2026", "2026-12-31"],
  ])("a credit %s (LET-22)", async (_title, chosen, expected) => {
    let sent: unknown;
    const credit = aClientCredit({ label: "Avance", remaining: "200.00" });
    network.stub(
      answers(listCredits, listed(credit)),
      answers(searchUnpaidInvoices, listed({ ...aChoosableInvoice(), found_by: "text" })),
      answers(applyCredit, ({ body }) => {
        sent = (body as { applied_on: string }).applied_on;
        return { message: "", credit };
      }),
    );
    const { user } = renderScreen(<CreditsSection />, { at: "/invoices?tab=credits" });
    await user.click(await screen.findByRole("button", { name: "Imputer Avance" }));
    await user.click(await screen.findByRole("combobox", { name: /Facture à régler/ }));
    await user.click(await screen.findByRole("option"));
    const date = screen.getByLabelText(/Date de l’imputation/);
    if (chosen !== undefined) {
      await user.clear(date);
      await user.type(date, "30/12/2026");
      await user.clear(date);
      await user.type(date, chosen);
    }
    comeBackInTheMorning();
    await user.click(screen.getByRole("button", { name: "Imputer" }));
    expect(await screen.findByText("Crédit imputé.")).toBeVisible();
    expect(sent).toBe(expected);
  });

  it("the list of last month has the name of the filter that moves, not of this month's (UI-28)", async () => {
    const filter = (id: number, name: string, period: string) =>
      ({ id, name, query: `period=${period}`, is_default: false }) as const;
    network.stub(
      answers(listSavedFilters, {
        results: [filter(1, "Du mois", "this_month"), filter(2, "Du mois dernier", "last_month")],
      }),
    );
    renderScreen(<InvoicesPage />, {
      at: "/invoices?from=2026-12-01&to=2026-12-31",
      path: "/invoices/:invoiceId?",
    });
    expect(await screen.findByRole("button", { name: "Mes filtres\u00a0: Du mois" })).toBeVisible();
    comeBackInTheMorning();
    expect(screen.getByRole("button", { name: "Mes filtres\u00a0: Du mois dernier" })).toBeVisible();
  });
});
