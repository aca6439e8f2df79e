import { listCinemaRequests, requestCorrection } from "@bobine/contract/cinema-requests";
import { aCinemaRequest } from "@bobine/contract/testing/cinema-requests";
import { listed } from "@bobine/contract/testing/lists";
import { aUserAction } from "@bobine/contract/testing/user-actions";
import { type Remedy, updateUserAction } from "@bobine/contract/user-actions";
import { answers, renderScreen, signIn, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { UserActionsPage } from "./user-actions.page.tsx";
import { workbenchStubs } from "./workbench.testing.tsx";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  network.stub(answers(listCinemaRequests, listed()));
});

const BEFFROI = { id: 1, name: "Cinéma Le Beffroi", city: "Douai", is_sandboxed: false };
const incomplete: Remedy = {
  place: "cinema",
  cinema: BEFFROI,
  fields: ["invoicing_siren", "invoicing_city"],
  settings_field: null,
};
async function show(remedy: Remedy) {
  const action = aUserAction({
    id: 3,
    status: "PENDING",
    reason: "Informations manquantes pour facturer",
    transaction_id: null,
    transaction_amount: null,
    cinema_id: 1,
  });
  network.stub(...workbenchStubs([action], { 3: { remedy } }));
  const { user } = renderScreen(<UserActionsPage />, { at: "/user-actions" });
  const panel = () => within(screen.getByRole("region", { name: "Action en cours" }));
  await waitFor(() => expect(panel().getByRole("button", { name: "Résoudre" })).toBeVisible());
  return { user, panel: panel() };
}

it("UI-25: leads a super admin to the very field of the cinema's card", async () => {
  signInAsSuperAdmin({ distributorId: 12 });
  const { panel } = await show(incomplete);
  expect(panel.getByRole("link", { name: "Ouvrir la fiche du cinéma" })).toHaveAttribute(
    "href",
    "/super-admin?tab=cinemas&edit=1&field=invoicing_siren",
  );
  expect(panel.queryByRole("button", { name: "Écrire à Bobine" })).toBeNull();
});

it("what staff were writing to Bobine when the page was left opens again (FED-6)", async () => {
  signIn();
  const first = await show(incomplete);
  await first.user.click(first.panel.getByRole("button", { name: "Écrire à Bobine" }));
  await first.user.type(await screen.findByLabelText(/Votre demande/), "Son SIREN");
  cleanup();
  await show(incomplete);
  expect(await screen.findByLabelText(/Votre demande/)).toHaveValue("Son SIREN");
  sessionStorage.clear();
});

it("lets staff write to Bobine about it, and shows what was asked and answered", async () => {
  signIn();
  const sent: unknown[] = [];
  network.stub(
    answers(requestCorrection, ({ body }) => {
      sent.push(body);
      network.stub(
        answers(
          listCinemaRequests,
          listed(
            aCinemaRequest({
              state: "done",
              answer: "C’est fait.",
              decided_at: "2026-11-30T10:00:00.000Z",
            }),
          ),
        ),
      );
      return aCinemaRequest();
    }),
  );
  const { user, panel } = await show(incomplete);
  expect(panel.queryByRole("link", { name: /fiche/ })).toBeNull();
  await user.click(panel.getByRole("button", { name: "Écrire à Bobine" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/Votre demande/), "Son SIREN est 000200014.");
  await user.click(dialog.getByRole("button", { name: "Envoyer" }));
  expect(await panel.findByText("Traitée")).toBeVisible();
  expect(panel.getByText(/C’est fait\./)).toBeVisible();
  expect(sent).toEqual([{ cinema: 1, words: "Son SIREN est 000200014." }]);
});

it("leads staff to their own settings of the cinema, when these say it too", async () => {
  signIn();
  const { panel } = await show({
    ...incomplete,
    fields: ["default_reminder_emails"],
    settings_field: "additional_reminder_emails",
  });
  expect(panel.getByRole("link", { name: "Ajouter une adresse e-mail" })).toHaveAttribute(
    "href",
    "/cinemas?settings=1&field=additional_reminder_emails",
  );
});

it("leads to the field of one's own company", async () => {
  signIn();
  const { panel } = await show({ place: "company", cinema: null, fields: ["iban"], settings_field: null });
  expect(panel.getByRole("link", { name: "Compléter la société" })).toHaveAttribute(
    "href",
    "/account/overview?edit=iban",
  );
});

it("asks before it closes an action that closes itself, and no key does it", async () => {
  signIn();
  const { user, panel } = await show(incomplete);
  const moved: unknown[] = [];
  network.stub(
    answers(updateUserAction, ({ body }) => {
      moved.push(body);
      return aUserAction({ id: 3, status: "DONE" });
    }),
  );
  await user.keyboard("{Enter}");
  await user.click(panel.getByRole("button", { name: "Résoudre" }));
  const question = within(await screen.findByRole("dialog", { name: /^Fermer cette action/ }));
  expect(question.getByText(/la fermer n’y change rien/)).toBeVisible();
  expect(moved).toEqual([]);
  await user.click(question.getByRole("button", { name: "Fermer l’action" }));
  await waitFor(() => expect(moved).toEqual([{ status: "DONE" }]));
});
