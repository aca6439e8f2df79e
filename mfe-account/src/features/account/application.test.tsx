import { currentUser } from "@bobine/contract/auth";
import { ownDistributor } from "@bobine/contract/distributors";
import { listInvitations } from "@bobine/contract/invitations";
import { listOwnSessions, listUsers } from "@bobine/contract/people";
import {
  addApplicationDocument,
  type Application,
  readApplication,
  removeApplicationDocument,
  updateApplication,
} from "@bobine/contract/prospects";
import { getSubscription } from "@bobine/contract/subscriptions";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { AccountPage } from "./account.page.tsx";
import { aCompany, anApplication } from "@bobine/contract/testing/distributors";
import { aUser } from "@bobine/contract/testing/people";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(
    answers(currentUser, aUser()),
    answers(listOwnSessions, { results: [] }),
    answers(listUsers, { results: [] }),
    answers(listInvitations, { results: [] }),
    answers(getSubscription, () => new Response(null, { status: 204 })),
  );
});

async function open(application: Application) {
  const { validation_status } = application;
  network.stub(
    answers(ownDistributor, aCompany({ validation_status })),
    answers(readApplication, application),
  );
  const shown = renderScreen(<AccountPage />, { at: "/account/overview" });
  return {
    ...shown,
    card: within(await screen.findByRole("region", { name: "Validation de votre compte" })),
  };
}
const pdf = (name = "kbis.pdf", size = 8) => new File(["x".repeat(size)], name, { type: "application/pdf" });

it("is not there for a validated company", async () => {
  network.stub(answers(ownDistributor, aCompany()));
  renderScreen(<AccountPage />, { at: "/account/overview" });
  expect(await screen.findByRole("region", { name: "Informations bancaires" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Validation de votre compte" })).toBeNull();
});

it("tells a prospect what is missing and what it can do meanwhile", async () => {
  const { card } = await open(anApplication());
  expect(await card.findByText(/en cours de validation.*rien n’est facturé ni envoyé/)).toBeVisible();
  expect(card.getByText(/titulaire du compte bancaire, extrait Kbis, RIB/)).toBeVisible();
});

it("tells who was refused why", async () => {
  const { card } = await open(
    anApplication({
      validation_status: "refused",
      decision: {
        decision: "refuse",
        reason: "Société inconnue au registre",
        decided_at: "2026-11-30T11:00:00.000Z",
      },
    }),
  );
  expect(await card.findByText(/Votre inscription a été refusée/)).toBeVisible();
  expect(card.getByText(/Société inconnue au registre/)).toBeVisible();
});

it("DIST-7: tells whom Bobine has asked for more to complete it, not that the file is read again, until it is complete", async () => {
  const decision = {
    decision: "ask",
    reason: "Le Kbis est illisible",
    decided_at: "2026-11-30T11:00:00.000Z",
  } as const;
  const asked = anApplication({ decision, missing: [], is_asked: true });
  const { user, card } = await open(asked);
  expect(await card.findByText(/Complétez ou corrigez.*votre dossier sera relu ensuite/)).toBeVisible();
  expect(card.getByText(/Le Kbis est illisible/)).toBeVisible();
  expect(card.queryByText(/il va être relu/)).toBeNull();
  expect(card.queryByText(/en cours de validation/)).toBeNull();

  network.stub(answers(addApplicationDocument, anApplication({ decision, missing: [] })));
  await user.upload(card.getByLabelText("Document PDF"), pdf());
  await user.click(card.getByRole("button", { name: "Ajouter au dossier" }));
  expect(await card.findByText(/Votre dossier est complet.*il va être relu/)).toBeVisible();
  expect(card.getByText(/en cours de validation/)).toBeVisible();
  expect(card.queryByText(/Complétez ou corrigez/)).toBeNull();
});

it("saves whose account the IBAN is; a failure keeps what was typed", async () => {
  const { user, card } = await open(anApplication());
  network.stub(fails(updateApplication, 503));
  const field = await card.findByRole("textbox", { name: "Titulaire du compte bancaire" });
  await user.type(field, "Films du Quai");
  await user.click(card.getByRole("button", { name: "Enregistrer le titulaire" }));
  expect(await card.findByRole("alert")).toHaveTextContent("Impossible d’enregistrer le titulaire");
  expect(field).toHaveValue("Films du Quai");
  const after = anApplication({ iban_holder: "Films du Quai", missing: ["kbis", "rib"] });
  network.stub(answers(updateApplication, after));
  await user.click(card.getByRole("button", { name: "Enregistrer le titulaire" }));
  expect(await screen.findByText("Titulaire enregistré")).toBeVisible();
  expect(field).toHaveValue("Films du Quai");
});

it("adds a document, not one that is no PDF, and takes one back", async () => {
  const document = {
    id: 3,
    kind: "kbis",
    file_name: "kbis.pdf",
    size: 8,
    created_at: "2026-11-30T11:00:00.000Z",
  } as const;
  const { user, card } = await open(anApplication());
  const input = await card.findByLabelText("Document PDF");
  await user.click(card.getByRole("button", { name: "Ajouter au dossier" }));
  expect(card.getByText("Choisissez un document PDF.")).toBeVisible();
  await user.upload(input, pdf("gros.pdf", 5 * 1024 * 1024 + 1));
  expect(card.getByText(/dépasse 5 Mo/)).toBeVisible();

  network.stub(answers(addApplicationDocument, anApplication({ documents: [document], missing: ["rib"] })));
  await user.upload(input, pdf());
  await user.click(card.getByRole("button", { name: "Ajouter au dossier" }));
  expect(await card.findByText(/Extrait Kbis.*kbis\.pdf/)).toBeVisible();

  network.stub(answers(removeApplicationDocument, anApplication()));
  await user.click(card.getByRole("button", { name: "Retirer kbis.pdf" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Retirer" }));
  expect(await card.findByText("Aucun document pour l’instant.")).toBeVisible();
});

it("says that the file could not be loaded, and tries again", async () => {
  network.stub(
    answers(ownDistributor, aCompany({ validation_status: "prospect" })),
    fails(readApplication, 500),
  );
  const { user } = renderScreen(<AccountPage />, { at: "/account/overview" });
  expect(await screen.findByText("Le dossier de validation n’a pas pu être chargé.")).toBeVisible();
  network.stub(answers(readApplication, anApplication()));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText(/en cours de validation/)).toBeVisible();
});
