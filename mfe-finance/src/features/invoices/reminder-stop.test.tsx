import { civilDate } from "@bobine/contract/civil-date";
import { getInvoiceDetail } from "@bobine/contract/invoice-detail";
import { listInvoices, totalInvoices } from "@bobine/contract/invoices";
import { listInvoiceMails } from "@bobine/contract/mailing";
import {
  readReminderPlan,
  type ReminderStop,
  resumeReminders,
  stopReminders,
} from "@bobine/contract/reminders";
import { anInvoice, anInvoiceDetail } from "@bobine/contract/testing/invoices";
import { listed } from "@bobine/contract/testing/lists";
import { routeKey } from "@bobine/shared-auth";
import { answers, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { withoutComments } from "../../comments/comments.testing.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { SlowList } from "../../slow-list.testing.tsx";
import { InvoicesPage } from "./invoices.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
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
    answers(getInvoiceDetail, anInvoiceDetail({}, anInvoice({ status: "awaiting_payment" }))),
  );
});

const STOP: ReminderStop = {
  reason: "dispute",
  promised_on: null,
  comment: "Séance annulée",
  stopped_at: "2026-11-26T09:00:00.000Z",
  stopped_by: "Claire Martin",
  is_in_effect: true,
};
const open = (stop: ReminderStop | null) => {
  network.stub(answers(listInvoiceMails, { results: [], reminder_stop: stop }));
  return renderScreen(<InvoicesPage />, { at: "/invoices/1", path: "/invoices/:invoiceId?" });
};

it("stops the reminders of an invoice until after a promised day (MAIL-7)", async () => {
  const sent: unknown[] = [];
  network.stub(
    answers(stopReminders, ({ body }) => {
      sent.push(body);
      return { ...STOP, is_leaving: false };
    }),
  );
  const { user } = open(null);
  await user.click(await screen.findByRole("button", { name: "Arrêter les relances" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Arrêter les relances de F26000123/ }));
  const send = dialog.getByRole("button", { name: "Arrêter les relances" });
  await user.click(send);
  expect(dialog.getByText("Choisissez un motif.")).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: /^Règlement promis/ }));
  expect(dialog.getByText("Indiquez le jour du règlement promis.")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: /^Règlement promis pour le/ }), "12/01/2027");
  await user.type(dialog.getByRole("textbox", { name: /^Commentaire/ }), "Appelé ce matin");
  await user.click(send);
  expect(await screen.findByText("Les relances de cette facture sont arrêtées.")).toBeVisible();
  expect(sent).toEqual([
    { reason: "promise", promised_on: civilDate("2027-01-12"), comment: "Appelé ce matin" },
  ]);
});

it("opens again after a reload with the reason, the day and the comment, until it is done (FED-6)", async () => {
  network.stub(answers(stopReminders, { ...STOP, is_leaving: false }));
  const { user, unmount } = open(null);
  await user.click(await screen.findByRole("button", { name: "Arrêter les relances" }));
  const dialog = async () =>
    within(await screen.findByRole("dialog", { name: /Arrêter les relances de F26000123/ }));
  await user.click((await dialog()).getByRole("radio", { name: /^Règlement promis/ }));
  await user.type((await dialog()).getByRole("textbox", { name: /^Règlement promis pour le/ }), "12/01/2027");
  await user.type((await dialog()).getByRole("textbox", { name: /^Commentaire/ }), "Appelé ce matin");
  unmount();
  const { user: back, unmount: leave } = open(null);
  const restored = await dialog();
  expect(await restored.findByText("Saisie rétablie")).toBeVisible();
  expect(restored.getByRole("textbox", { name: /^Commentaire/ })).toHaveValue("Appelé ce matin");
  expect(restored.getByRole("textbox", { name: /^Règlement promis pour le/ })).toHaveValue("12/01/2027");
  await back.click(restored.getByRole("button", { name: "Arrêter les relances" }));
  expect(await screen.findByText("Les relances de cette facture sont arrêtées.")).toBeVisible();
  leave();
  open(null);
  expect(await screen.findByRole("button", { name: "Arrêter les relances" })).toBeVisible();
  expect(screen.queryByRole("dialog", { name: /Arrêter les relances de/ })).toBeNull();
});

it("says who stopped them and why, and resumes them", async () => {
  let resumed = 0;
  network.stub(
    answers(resumeReminders, () => {
      resumed += 1;
      return new Response(null, { status: 204 });
    }),
  );
  const { user } = open(STOP);
  expect(await screen.findByText("Relances arrêtées : litige")).toBeVisible();
  expect(screen.getByText("Séance annulée")).toBeVisible();
  expect(screen.getByText(/^Claire Martin/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Arrêter les relances" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Reprendre les relances" }));
  await waitFor(() => expect(resumed).toBe(1));
  expect(await screen.findByText("La facture est de nouveau relancée.")).toBeVisible();
});

it("says that they are resumed, also when another list is slow to be read again (TXT-6)", async () => {
  network.stub(
    answers(listInvoiceMails, { results: [], reminder_stop: STOP }),
    answers(resumeReminders, () => {
      network.stub(answers(listInvoiceMails, { results: [], reminder_stop: null }));
      return new Response(null, { status: 204 });
    }),
  );
  const { user } = renderScreen(
    <>
      <InvoicesPage />
      <SlowList queryKey={routeKey(readReminderPlan)} />
    </>,
    { at: "/invoices/1", path: "/invoices/:invoiceId?" },
  );
  await user.click(await screen.findByRole("button", { name: "Reprendre les relances" }));
  expect(await screen.findByText("La facture est de nouveau relancée.")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Relances arrêtées : litige")).toBeNull());
});

it("says of a promise whose day is over that it was not kept, and offers another stop", async () => {
  open({ ...STOP, reason: "promise", promised_on: civilDate("2026-11-20"), is_in_effect: false });
  expect(await screen.findByText("Règlement promis pour le 20/11/2026, non tenu")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Arrêter les relances" })).toBeVisible();
});
