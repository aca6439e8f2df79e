import {
  decideProspect,
  listProspects,
  type Prospect,
  readProspectDocument,
} from "@bobine/contract/prospects";
import { aProspect } from "@bobine/contract/testing/distributors";
import { answers, fails, renderScreen, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, within, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ConsolePage } from "../../console.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signInAsSuperAdmin();
});

async function open(...prospects: Prospect[]) {
  network.stub(answers(listProspects, prospects));
  const shown = renderScreen(<ConsolePage />, { at: "/super-admin?tab=prospects" });
  await shown.user.click(await screen.findByRole("button", { name: /Films du Quai/, expanded: false }));
  return shown;
}
const dialog = () => within(screen.getByRole("dialog"));

it("shows all that a decision looks at", async () => {
  await open(
    aProspect({
      same_siren: [
        { id: 2, name: "Lumen Films", validation_status: "validated", is_proposed: false },
        { id: 3, name: "Films du Passeur", validation_status: "validated", is_proposed: true },
      ],
    }),
  );
  for (const text of [
    "Inès Marchand, ines@quai.example",
    "2 rue Neuve, 69002 Lyon",
    "FR14 2004 1010 0505 0001 3M02 606",
    "Il manque : extrait Kbis.",
    "Le même SIREN est indiqué par : Lumen Films (validé), Films du Passeur (à vérifier aussi).",
  ])
    expect(
      await screen.findByText(
        (_, node) => node?.childElementCount === 0 && node.textContent?.replaceAll("\u00a0", " ") === text,
      ),
    ).toBeVisible();
});

it.each([
  ["ask", "prospect", false, "Complément demandé"],
  ["ask", "prospect", true, "Dossier modifié, à relire"],
  ["refuse", "prospect", true, "Dossier modifié, à relire"],
] as const)(
  "SEC-15: after « %s », one that is %s and whose file has changed (%s) reads « %s »",
  async (decision, validation_status, is_changed, label) => {
    await open(
      aProspect({
        validation_status,
        is_changed,
        decision: { decision, reason: "Kbis", decided_at: "2026-11-30T10:00:00.000Z", decided_by: null },
      }),
    );
    expect(screen.getByText(label)).toBeVisible();
  },
);

it("saves a document", async () => {
  network.stub(
    answers(
      readProspectDocument,
      () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } }),
    ),
  );
  const named: string[] = [];
  URL.createObjectURL = () => "blob:rib";
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    named.push(this.download);
  });
  const { user } = await open(aProspect());
  await user.click(screen.getByRole("button", { name: /rib-quai\.pdf/ }));
  await waitFor(() => expect(named).toEqual(["rib-quai.pdf"]));
});

it("validates what was shown, and says so", async () => {
  const sent: unknown[] = [];
  const { user } = await open(aProspect());
  network.stub(
    answers(decideProspect, ({ body }) => {
      sent.push(body);
      return aProspect({ validation_status: "validated" });
    }),
    answers(listProspects, []),
  );
  await user.click(screen.getByRole("button", { name: "Valider – Films du Quai" }));
  await user.click(dialog().getByRole("button", { name: "Valider le distributeur" }));
  expect(await screen.findByText("Distributeur validé")).toBeVisible();
  expect(sent).toEqual([{ decision: "validate", reason: "", version: "v1" }]);
  expect(await screen.findByText("Aucune demande en attente")).toBeVisible();
});

it.each([
  ["Refuser", "Motif du refus", "Refuser l’inscription"],
  ["Demander un complément", "Ce qui est demandé", "Envoyer la demande"],
])("%s: needs a reason", async (button, label, submit) => {
  const { user } = await open(aProspect());
  await user.click(screen.getByRole("button", { name: `${button} – Films du Quai` }));
  await user.click(dialog().getByRole("button", { name: submit }));
  expect(dialog().getByRole("alert")).toHaveTextContent("Ce champ est obligatoire");
  expect(dialog().getByRole("textbox", { name: new RegExp(label) })).toHaveFocus();
});

it("keeps what was typed when the file has changed meanwhile, and says which distributor has the SIREN", async () => {
  const detail =
    "Le distributeur « Lumen Films », déjà validé, a ce SIREN. Vérifiez lequel des deux en est le titulaire.";
  const { user } = await open(aProspect());
  network.stub(fails(decideProspect, 409, { detail, code: "siren_taken" }));
  await user.click(screen.getByRole("button", { name: "Valider – Films du Quai" }));
  await user.type(dialog().getByRole("textbox"), "Bienvenue");
  await user.click(dialog().getByRole("button", { name: "Valider le distributeur" }));
  expect(await dialog().findByText(/Lumen Films/)).toBeVisible();
  expect(dialog().getByRole("textbox")).toHaveValue("Bienvenue");
});

it("FED-6: a reason that was typed before a reload is told for what it is", async () => {
  const before = await open(aProspect());
  await before.user.click(screen.getByRole("button", { name: "Refuser – Films du Quai" }));
  await before.user.type(dialog().getByRole("textbox"), "Kbis périmé");
  before.unmount();
  const { user } = await open(aProspect());
  await user.click(screen.getByRole("button", { name: "Refuser – Films du Quai" }));
  expect(dialog().getByRole("textbox")).toHaveValue("Kbis périmé");
  expect(dialog().getByText("Saisie rétablie")).toBeVisible();
  await user.click(dialog().getByRole("button", { name: "Abandonner ces modifications" }));
  expect(dialog().getByRole("textbox")).toHaveValue("");
});

it("says that the requests could not be loaded, and tries again", async () => {
  network.stub(fails(listProspects, 500));
  const { user } = renderScreen(<ConsolePage />, { at: "/super-admin?tab=prospects" });
  expect(await screen.findByText(/Impossible de charger les demandes/)).toBeVisible();
  network.stub(answers(listProspects, []));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Aucune demande en attente")).toBeVisible();
});

it("decides on the SIREN that a validated distributor proposes, saying who has it", async () => {
  const sent: unknown[] = [];
  const proposed = {
    siren: "552100554",
    vat_number: "FR81552100554",
    requested_by: "Inès Marchand",
    requested_at: "2026-11-29T08:00:00.000Z",
  };
  const { user } = await open(aProspect({ validation_status: "validated", proposed }));
  expect(screen.getByText("SIREN à vérifier")).toBeVisible();
  expect(screen.getByText("552100554")).toBeVisible();
  expect(screen.getByText(/Aucun autre distributeur n’indique ce SIREN\./)).toBeVisible();
  expect(screen.queryByText(/Il manque/)).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Demander un complément/ })).not.toBeInTheDocument();
  network.stub(
    answers(decideProspect, ({ body }) => {
      sent.push(body);
      return aProspect({ validation_status: "validated" });
    }),
    answers(listProspects, []),
  );
  await user.click(screen.getByRole("button", { name: "Confirmer le SIREN – Films du Quai" }));
  await user.click(dialog().getByRole("button", { name: "Confirmer le SIREN" }));
  expect(await screen.findByText("SIREN confirmé")).toBeVisible();
  expect(sent).toEqual([{ decision: "validate", reason: "", version: "v1" }]);
});
