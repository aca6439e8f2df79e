import {
  answerCinemaRequest,
  listAllCinemaRequests,
  previewCinemaList,
} from "@bobine/contract/cinema-requests";
import { aConsoleRequest } from "@bobine/contract/testing/cinema-requests";
import { listed } from "@bobine/contract/testing/lists";
import { answers, fails, renderScreen, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { RequestsTab } from "./requests.tab.tsx";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signInAsSuperAdmin();
});

const show = () => renderScreen(<RequestsTab />, { at: "/super-admin?tab=requests" });
const asked = (...requests: ReturnType<typeof aConsoleRequest>[]) =>
  answers(listAllCinemaRequests, () => ({
    ...listed(...requests),
    open_count: requests.filter(({ state }) => state === "open").length,
  }));
const PROPOSAL = aConsoleRequest({
  id: 8,
  subject: "Le Rex, Dole",
  cinema_id: null,
  words: "",
  proposal: {
    name: "Le Rex",
    city: "Dole",
    address: "",
    pin_code: "39100",
    legal_name: "",
    siren: "",
    cnc_authorization: "91077",
  },
  candidate: { id: 3, name: "Ciné Rex", city: "Dole" },
});

it("shows who asks what of which cinema, leads to its card, and takes an answer (CIN-10)", async () => {
  let requests = [aConsoleRequest()];
  const sent: unknown[] = [];
  network.stub(
    answers(listAllCinemaRequests, () => ({ ...listed(...requests), open_count: requests.length })),
    answers(answerCinemaRequest, ({ params, body }) => {
      sent.push([params["id"], body]);
      requests = [];
      return aConsoleRequest({ state: "done", decided_at: "2026-11-30T10:00:00.000Z" });
    }),
  );
  const { user } = show();
  const row = within(await screen.findByRole("row", { name: /Le Beffroi, Douai.*Lumen Films/ }));
  expect(row.getByText(/Son SIREN est 000200014/)).toBeVisible();
  expect(row.getByText("par Camille Durand")).toBeVisible();
  expect(row.getByRole("link", { name: /Ouvrir la fiche/ })).toHaveAttribute(
    "href",
    "/super-admin?tab=cinemas&edit=1",
  );
  expect(plainSpaces(screen.getByText(/à traiter$/, { selector: "p" }).textContent ?? "")).toBe(
    "1 demande à traiter",
  );
  await user.click(row.getByRole("button", { name: /^Marquer comme traitée/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/Réponse au distributeur/), "C’est fait.");
  await user.click(dialog.getByRole("button", { name: "Marquer comme traitée" }));
  expect(await screen.findByText("Aucune demande à traiter")).toBeVisible();
  expect(sent).toEqual([["7", { state: "done", answer: "C’est fait.", cinema: null }]]);
});

it("leads to the requests of links for a cinema of the distributor's sandbox, which has no form (CIN-9, CIN-10)", async () => {
  network.stub(asked(aConsoleRequest({ is_sandboxed: true })));
  show();
  const row = within(await screen.findByRole("row", { name: /Le Beffroi, Douai.*Lumen Films/ }));
  expect(row.getByRole("link", { name: /^Voir la demande de rattachement.*Le Beffroi/ })).toHaveAttribute(
    "href",
    "/super-admin?tab=links",
  );
  expect(row.queryByRole("link", { name: /Ouvrir la fiche/ })).toBeNull();
});

it("refuses with a reason only", async () => {
  network.stub(asked(aConsoleRequest()));
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: /^Refuser/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Refuser" }));
  expect(await dialog.findByText("Indiquez la raison du refus.")).toBeVisible();
});

it.each([
  ["opens again with what was typed", aConsoleRequest(), "Le SIREN"],
  ["does not, once the request is decided on", aConsoleRequest({ state: "done" }), undefined],
] as const)("an answer that a reload interrupted %s (FED-6)", async (_title, request, typed) => {
  network.stub(asked(aConsoleRequest()));
  const { user, unmount } = show();
  await user.click(await screen.findByRole("button", { name: /^Refuser/ }));
  await user.type(
    within(await screen.findByRole("dialog")).getByLabelText(/Réponse au distributeur/),
    "Le SIREN",
  );
  unmount();
  network.stub(asked(request));
  show();
  await screen.findByRole("row", { name: /Le Beffroi, Douai/ });
  const field = screen.queryByRole("textbox", { name: /Réponse au distributeur/ });
  expect(field instanceof HTMLTextAreaElement ? field.value : undefined).toBe(typed);
});

it("offers the cinema that a proposal may be before its creation, and says why that fails", async () => {
  network.stub(
    asked(PROPOSAL),
    fails(answerCinemaRequest, 400, { cnc_authorization: ["Ce numéro CNC est déjà utilisé."] }),
  );
  const { user } = show();
  const row = within(await screen.findByRole("row", { name: /Le Rex, Dole/ }));
  expect(row.getByText(/Ressemble à Ciné Rex, Dole/)).toBeVisible();
  expect(plainSpaces(row.getByText(/Nouveau cinéma/).textContent ?? "")).toContain("N° CNC : 91077");
  await user.click(row.getByRole("button", { name: /^Créer le cinéma/ }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Créer le cinéma" }),
  );
  expect(await screen.findByText(/Ce numéro CNC est déjà utilisé/)).toBeVisible();
});

it("sends the known cinema, when the proposal is that one", async () => {
  const sent: unknown[] = [];
  network.stub(
    asked(PROPOSAL),
    answers(answerCinemaRequest, ({ body }) => {
      sent.push(body);
      return aConsoleRequest({ state: "done", decided_at: "2026-11-30T10:00:00.000Z" });
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: /^C’est ce cinéma/ }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Lier ce cinéma" }));
  expect(await screen.findByText("Cinéma lié")).toBeVisible();
  expect(sent).toEqual([{ state: "done", answer: "", cinema: 3 }]);
});

it("shows what a proposed list would bring before it is accepted (CIN-11)", async () => {
  const sent: unknown[] = [];
  network.stub(
    asked(
      aConsoleRequest({
        id: 9,
        subject: "Liste de 2 cinémas",
        cinema_id: null,
        words: "",
        list: { file_name: "nos-cinemas.xlsx", count: 2, errors: ["Ligne 4 : ce SIREN est faux."] },
      }),
    ),
    fails(previewCinemaList, 500),
    answers(answerCinemaRequest, ({ body }) => {
      sent.push(body);
      return aConsoleRequest({ state: "done", decided_at: "2026-11-30T10:00:00.000Z" });
    }),
  );
  const { user } = show();
  const row = within(await screen.findByRole("row", { name: /Liste de 2 cinémas/ }));
  expect(row.getByText(/1\sligne laissée de côté/)).toBeVisible();
  await user.click(row.getByRole("button", { name: /^Voir la liste/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(/Impossible de comparer cette liste/)).toBeVisible();
  network.stub(
    answers(previewCinemaList, {
      created: [{ name: "Rio", line_number: 2 }],
      known: [{ name: "Louxor", line_number: 3, cinema_id: 12, differs: ["E-mails facturation"] }],
      errors: ["Ligne 5 : ce numéro CNC est déjà utilisé."],
    }),
  );
  await user.click(dialog.getByRole("button", { name: "Réessayer" }));
  expect(await dialog.findByText("Rio")).toBeVisible();
  expect(dialog.getByRole("link", { name: "Louxor" })).toHaveAttribute(
    "href",
    "/super-admin?tab=cinemas&edit=12",
  );
  expect(dialog.getByText(/La liste diffère.*E-mails facturation/)).toBeVisible();
  expect(dialog.getByText("Ligne 5 : ce numéro CNC est déjà utilisé.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Accepter la liste" }));
  expect(await screen.findByText("Liste acceptée")).toBeVisible();
  expect(sent).toEqual([{ state: "done", answer: "", cinema: null }]);
});
