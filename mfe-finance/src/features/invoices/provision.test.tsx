import { getInvoiceDetail, type Provision, setProvision } from "@bobine/contract/invoice-detail";
import { listInvoices, totalInvoices } from "@bobine/contract/invoices";
import { listInvoiceMails } from "@bobine/contract/mailing";
import { anInvoice, anInvoiceDetail } from "@bobine/contract/testing/invoices";
import { listed } from "@bobine/contract/testing/lists";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { withoutComments } from "../../comments/comments.testing.ts";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { InvoicesPage } from "./invoices.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(
    ...withoutComments(),
    answers(listInvoices, listed(anInvoice())),
    answers(totalInvoices, {
      count: 1,
      total_net_amount: "0.00",
      total_vat_amount: "0.00",
      total_amount: "0.00",
      outstanding: "0.00",
    }),
  );
});

const NONE: Provision = {
  amount: "0.00",
  base: "100.01",
  is_begun: false,
  provision_account: "491000",
  charge_account: "681740",
  release_account: "781740",
};

/** Kept from before: the product keeps 411 itself. */
const RESERVED = { charge_account: "411000" };

/** The dialog of an invoice in default. */
const asked = async (provision: Provision, button = "Provisionner") => {
  const detail = anInvoiceDetail({ provision }, anInvoice({ status: "default", origin: "issued" }));
  network.stub(
    answers(getInvoiceDetail, detail),
    answers(listInvoiceMails, { results: [], reminder_stop: null }),
  );
  const { user } = renderScreen(<InvoicesPage />, { at: "/invoices/1", path: "/invoices/:invoiceId?" });
  await user.click(await screen.findByRole("button", { name: button }));
  const dialog = await screen.findByRole("dialog", { name: "Provision de la facture F26000123" });
  return {
    user,
    dialog: within(dialog),
    amount: within(dialog).getByLabelText(/^Montant HT de la provision/),
  };
};
const save = { name: "Enregistrer" };

describe("the provision of an invoice in default (EXP-19)", () => {
  it("is typed before tax, or chosen as a rate of what is due", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(setProvision, ({ body }) => {
        sent.push(body);
        return { ...NONE, amount: "50.01", is_begun: true };
      }),
    );
    const { user, dialog, amount } = await asked(NONE);
    expect(plainSpaces(dialog.getByText(/La provision porte sur/).textContent)).toContain("100,01 €");
    await user.type(amount, "100,02");
    await user.click(dialog.getByRole("button", save));
    expect(plainSpaces((await dialog.findByText(/Saisissez un montant de/)).textContent)).toBe(
      "Saisissez un montant de 0,00 à 100,01 €.",
    );
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("button", { name: /^50/ }));
    expect(amount).toHaveValue("50,01");
    await user.click(dialog.getByRole("button", save));
    expect(await screen.findByText("La provision est enregistrée.")).toBeVisible();
    expect(sent).toEqual([{ amount: "50.01" }]);
  });

  it("is changed and withdrawn; its accounts are told, and stay", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(setProvision, ({ body }) => {
        sent.push(body);
        return NONE;
      }),
    );
    const { user, dialog, amount } = await asked(
      { ...NONE, amount: "40.00", is_begun: true },
      "Modifier la provision",
    );
    expect(amount).toHaveValue("40,00");
    expect(dialog.queryByLabelText("Dotation")).toBeNull();
    expect(dialog.getByText(/491000, 681740, 781740/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Retirer" }));
    await user.click(dialog.getByRole("button", save));
    await screen.findByText("La provision est enregistrée.");
    expect(sent).toEqual([{ amount: "0.00" }]);
  });

  it("is changed and withdrawn whatever the class of the accounts that it began with", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(setProvision, ({ body }) => {
        sent.push(body);
        return NONE;
      }),
    );
    const { user, dialog } = await asked(
      { ...NONE, ...RESERVED, amount: "40.00", is_begun: true },
      "Modifier la provision",
    );
    await user.click(dialog.getByRole("button", { name: "Retirer" }));
    await user.click(dialog.getByRole("button", save));
    await screen.findByText("La provision est enregistrée.");
    expect(sent).toEqual([{ amount: "0.00" }]);
  });

  it("asks at their fields for other accounts where those of the settings are of another class", async () => {
    const { user, dialog, amount } = await asked({ ...NONE, ...RESERVED });
    await user.type(amount, "10");
    await user.click(dialog.getByRole("button", save));
    expect(await dialog.findByText(/Saisissez un compte de dotation, qui commence par 68/)).toBeVisible();
    expect(dialog.queryByText(/Saisissez un compte de reprise/)).toBeNull();
  });

  it("takes other accounts, which the server may refuse without losing what is typed", async () => {
    const sent: unknown[] = [];
    const { user, dialog, amount } = await asked(NONE);
    await user.type(amount, "10");
    const charge = dialog.getByLabelText("Dotation");
    await user.clear(charge);
    await user.type(charge, "68");
    await user.click(dialog.getByRole("button", save));
    expect(await dialog.findByText(/Saisissez un numéro de compte de 3 à 8 chiffres/)).toBeVisible();
    await user.clear(charge);
    await user.type(charge, "411000");
    await user.click(dialog.getByRole("button", save));
    expect(await dialog.findByText(/Saisissez un compte de dotation, qui commence par 68/)).toBeVisible();
    await user.clear(charge);
    await user.type(charge, "681741");
    network.stub(fails(setProvision, 400, { accounts: ["Ces comptes ne sont pas acceptés."] }));
    await user.click(dialog.getByRole("button", save));
    expect(await dialog.findByText("Ces comptes ne sont pas acceptés.")).toBeVisible();
    expect(amount).toHaveValue("10");
    network.stub(
      answers(setProvision, ({ body }) => {
        sent.push(body);
        return NONE;
      }),
    );
    await user.click(dialog.getByRole("button", save));
    await screen.findByText("La provision est enregistrée.");
    expect(sent).toEqual([
      {
        amount: "10.00",
        accounts: { provision_account: "491000", charge_account: "681741", release_account: "781740" },
      },
    ]);
  });
});
