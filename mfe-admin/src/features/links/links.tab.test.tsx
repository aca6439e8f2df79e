import {
  acceptLinkRequest,
  acceptScreenProposal,
  cutLink,
  type LinkRequest,
  listLinkRequests,
  listNewLinks,
  listScreenProposals,
  type NewLink,
  refuseScreenProposal,
  type ScreenProposal,
} from "@bobine/contract/cinema-links";
import { listed } from "@bobine/contract/testing/lists";
import { answers, fails, renderScreen, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { LinksTab } from "./links.tab.tsx";

const network = stubNetwork();
beforeEach(() => {
  signInAsSuperAdmin();
  network.stub(answers(listLinkRequests, listed()));
});

const PROPOSAL: ScreenProposal = {
  id: 7,
  cinema: { id: 1, name: "Le Beffroi", city: "Douai" },
  authorization_number: "910237",
  name: "Salle 7",
  distributor: { id: 2, name: "Lumen Films" },
  created_at: "2026-11-30T11:00:00.000Z",
};
const NO_LINKS = { ...listed<NewLink>(), alerts: [] };

it("shows the screens that reports propose, and takes the decision", async () => {
  const decided: string[] = [];
  let open = [PROPOSAL];
  network.stub(
    answers(listScreenProposals, () => listed(...open)),
    answers(listNewLinks, NO_LINKS),
    answers(acceptScreenProposal, ({ params }) => {
      decided.push(params["id"] ?? "");
      open = [];
      return undefined;
    }),
  );
  const { user } = renderScreen(<LinksTab />, { at: "/super-admin?tab=links" });
  const row = await screen.findByRole("row", { name: /Le Beffroi, Douai.*910237.*Lumen Films/ });
  await user.click(within(row).getByRole("button", { name: "Accepter Salle 7, Le Beffroi" }));
  expect(await screen.findByText("Salle ajoutée au cinéma")).toBeVisible();
  expect(await screen.findByText("Aucune salle proposée")).toBeVisible();
  expect(decided).toEqual(["7"]);
});

it("tells why a decision failed", async () => {
  network.stub(
    answers(listScreenProposals, listed(PROPOSAL)),
    answers(listNewLinks, NO_LINKS),
    fails(refuseScreenProposal, 409, {
      error: "Cette proposition a déjà été traitée. Rechargez la page.",
      code: "proposal_decided",
    }),
  );
  const { user } = renderScreen(<LinksTab />, { at: "/super-admin?tab=links" });
  await user.click(await screen.findByRole("button", { name: "Refuser Salle 7, Le Beffroi" }));
  expect(await screen.findByText(/Cette proposition a déjà été traitée/)).toBeVisible();
});

it("tells that the number of a proposed screen is another one's, which may be refused (TXT-1, CIN-2)", async () => {
  network.stub(
    answers(listScreenProposals, listed(PROPOSAL)),
    answers(listNewLinks, NO_LINKS),
    fails(acceptScreenProposal, 400, {
      authorization_number: ["Ce numéro d’autorisation est déjà utilisé."],
    }),
    answers(refuseScreenProposal, undefined),
  );
  const { user } = renderScreen(<LinksTab />, { at: "/super-admin?tab=links" });
  await user.click(await screen.findByRole("button", { name: "Accepter Salle 7, Le Beffroi" }));
  expect(await screen.findByText("Impossible d’enregistrer la décision")).toBeVisible();
  expect(screen.getByText("Ce numéro d’autorisation est déjà utilisé.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Refuser Salle 7, Le Beffroi" }));
  expect(await screen.findByText("Proposition refusée")).toBeVisible();
});

it("shows new links with what brought them, and an unusual number of them first", async () => {
  network.stub(
    answers(listScreenProposals, listed<ScreenProposal>()),
    answers(listNewLinks, {
      ...listed({
        cinema: { id: 1, name: "Le Beffroi", city: "Douai" },
        distributor: { id: 2, name: "Lumen Films" },
        origin: "list" as const,
        identifier: "cnc+name",
        linked_by: "Anne Roy",
        created_at: "2026-11-30T11:00:00.000Z",
        released_at: null,
        is_cut: false,
      }),
      alerts: [{ distributor: { id: 2, name: "Lumen Films" }, count: 61, limit: 50 }],
    }),
  );
  renderScreen(<LinksTab />, { at: "/super-admin?tab=links" });
  const row = await screen.findByRole("row", { name: /Le Beffroi, Douai/ });
  expect(row).toHaveTextContent("Liste de factures");
  expect(row).toHaveTextContent("N° CNC, Nom et ville");
  expect(row).toHaveTextContent("Anne Roy");
  const alert = screen.getByText("Nombre inhabituel de nouveaux liens").closest('[role="status"]');
  expect(plainSpaces(alert?.textContent ?? "")).toContain(
    "Lumen Films : 61 cinémas en 24 heures (seuil : 50)",
  );
});

it("shows links that are no more, with when they ended, and nothing to cut", async () => {
  const link = {
    cinema: { id: 1, name: "Le Beffroi", city: "Douai" },
    distributor: { id: 2, name: "Lumen Films" },
    origin: "list" as const,
    identifier: "cnc+name",
    linked_by: "Anne Roy",
    created_at: "2026-11-28T11:00:00.000Z",
    released_at: "2026-11-30T11:00:00.000Z",
    is_cut: false,
  };
  const cut = { ...link, cinema: { id: 3, name: "Le Rex", city: "Dole" }, is_cut: true };
  network.stub(
    answers(listScreenProposals, listed<ScreenProposal>()),
    answers(listNewLinks, { ...listed(link, cut), alerts: [] }),
  );
  renderScreen(<LinksTab />, { at: "/super-admin?tab=links" });
  expect(await screen.findByRole("row", { name: /Le Beffroi/ })).toHaveTextContent("Rendu le 30/11/2026");
  const row = screen.getByRole("row", { name: /Le Rex/ });
  expect(row).toHaveTextContent("Coupé le 30/11/2026");
  expect(within(row).queryByRole("button", { name: /Couper/ })).not.toBeInTheDocument();
});

const REQUEST: LinkRequest = {
  id: 9,
  name: "Cinéma Rex",
  city: "Dole",
  cnc: "91077",
  siren: "",
  distributor: { id: 2, name: "Lumen Films" },
  invoice_count: 2,
  declaration_count: 1,
  created_at: "2026-11-30T11:00:00.000Z",
  candidate: { id: 3, name: "Le Rex", city: "Dole" },
};

it.each([
  ["Rattacher", { cinema: 3 }, "Cinéma rattaché"],
  ["Ajouter au référentiel", { cinema: null }, "Cinéma ajouté, à valider"],
])("asks before it takes a decision on a request: %s", async (action, body, done) => {
  const decided: unknown[] = [];
  network.stub(
    answers(listScreenProposals, listed<ScreenProposal>()),
    answers(listNewLinks, NO_LINKS),
    answers(listLinkRequests, listed(REQUEST)),
    answers(acceptLinkRequest, (call) => {
      decided.push([call.params["id"], call.body]);
      return undefined;
    }),
  );
  const { user } = renderScreen(<LinksTab />, { at: "/super-admin?tab=links" });
  await user.click(await screen.findByRole("button", { name: new RegExp(`^${action}.*Cinéma Rex$`) }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: action }));
  expect(await screen.findByText(done)).toBeVisible();
  expect(decided).toEqual([["9", body]]);
});

it.each([
  [{ cnc_authorization: ["Ce numéro CNC est déjà utilisé."] }, "Ce numéro CNC est déjà utilisé."],
  [{ cinema: ["Choisissez un cinéma qui existe."] }, "Choisissez un cinéma qui existe."],
  [{ detail: "Cette demande a déjà été traitée." }, "Cette demande a déjà été traitée."],
])("tells why a decision on a request is refused: %s (TXT-1, CIN-2)", async (body, reason) => {
  network.stub(
    answers(listScreenProposals, listed<ScreenProposal>()),
    answers(listNewLinks, NO_LINKS),
    answers(listLinkRequests, listed(REQUEST)),
    fails(acceptLinkRequest, 400, body),
  );
  const { user } = renderScreen(<LinksTab />, { at: "/super-admin?tab=links" });
  await user.click(await screen.findByRole("button", { name: /^Ajouter au référentiel.*Cinéma Rex$/ }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Ajouter au référentiel" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent(
    `Impossible d’enregistrer la décision. ${reason}`,
  );
});

it("cuts a link after a question", async () => {
  const cut: unknown[] = [];
  network.stub(
    answers(listScreenProposals, listed<ScreenProposal>()),
    answers(listNewLinks, {
      ...listed({
        cinema: { id: 1, name: "Le Beffroi", city: "Douai" },
        distributor: { id: 2, name: "Lumen Films" },
        origin: "report" as const,
        identifier: "cnc",
        linked_by: null,
        created_at: "2026-11-30T11:00:00.000Z",
        released_at: null,
        is_cut: false,
      }),
      alerts: [],
    }),
    answers(cutLink, ({ params }) => {
      cut.push(params);
      return undefined;
    }),
  );
  const { user } = renderScreen(<LinksTab />, { at: "/super-admin?tab=links" });
  await user.click(
    await screen.findByRole("button", { name: "Couper le lien de Le Beffroi avec Lumen Films" }),
  );
  await user.click(screen.getByRole("button", { name: "Couper le lien" }));
  expect(await screen.findByText("Lien coupé")).toBeVisible();
  expect(cut).toEqual([{ id: "1", distributor: "2" }]);
});
