import {
  listCinemaRequests,
  proposeCinema,
  proposeCinemaList,
  requestCorrection,
  withdrawCinemaRequest,
} from "@bobine/contract/cinema-requests";
import { getCinemaSettings } from "@bobine/contract/cinema-settings";
import { listCinemas } from "@bobine/contract/cinemas";
import { ownDistributor } from "@bobine/contract/distributors";
import { aCinemaRequest } from "@bobine/contract/testing/cinema-requests";
import { aCinema } from "@bobine/contract/testing/cinemas";
import { aCompany, someCinemaSettings } from "@bobine/contract/testing/distributors";
import { listed } from "@bobine/contract/testing/lists";
import {
  answers,
  fails,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { CinemasPage } from "./cinemas.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(answers(listCinemas, listed(aCinema())), answers(listCinemaRequests, listed()));
});
const show = (at = "/cinemas") => renderScreen(<CinemasPage />, { at });

it("asks Bobine about a cinema in one's own words (CIN-10)", async () => {
  const sent: unknown[] = [];
  network.stub(
    answers(requestCorrection, ({ body }) => {
      sent.push(body);
      return aCinemaRequest();
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
  await user.click(screen.getByRole("button", { name: /^Écrire à Bobine/ }));
  const dialog = within(await screen.findByRole("dialog", { name: /Écrire à Bobine – Cinéma Le Beffroi/ }));
  await user.click(dialog.getByRole("button", { name: "Envoyer" }));
  expect(await dialog.findByText("Écrivez votre demande.")).toBeVisible();
  await user.type(dialog.getByLabelText(/Votre demande/), "Son SIREN est 000200014.");
  await user.click(dialog.getByRole("button", { name: "Envoyer" }));
  expect(await screen.findByText("Demande envoyée à Bobine")).toBeVisible();
  expect(sent).toEqual([{ cinema: 1, words: "Son SIREN est 000200014." }]);
});

it("proposes a cinema, says what is wrong under its field, and shows it among what was asked", async () => {
  network.stub(fails(proposeCinema, 400, { siren: ["Ce numéro SIREN est faux."] }));
  const { user, address } = show();
  await user.click(await screen.findByRole("button", { name: "Proposer un cinéma" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Proposer un cinéma à Bobine" }));
  await user.click(dialog.getByRole("button", { name: "Proposer" }));
  expect(await dialog.findByText("Le nom du cinéma est obligatoire")).toBeVisible();
  await user.type(dialog.getByLabelText(/^Nom/), "Le Rex");
  await user.type(dialog.getByLabelText("SIREN"), "123");
  await user.click(dialog.getByRole("button", { name: "Proposer" }));
  expect(await dialog.findByText("Ce numéro SIREN est faux.")).toBeVisible();
  const sent: unknown[] = [];
  network.stub(
    answers(proposeCinema, ({ body }) => {
      sent.push(body);
      return aCinemaRequest();
    }),
    answers(
      listCinemaRequests,
      listed(
        aCinemaRequest({
          state: "refused",
          subject: "Le Rex",
          answer: "Il est fermé.",
          decided_at: "2026-11-30T10:00:00.000Z",
        }),
      ),
    ),
  );
  await user.clear(dialog.getByLabelText("SIREN"));
  await user.click(dialog.getByRole("button", { name: "Proposer" }));
  const row = within(await screen.findByRole("row", { name: /Le Rex/ }));
  expect(row.getByText("Refusée")).toBeVisible();
  expect(row.getByText(/Il est fermé\./)).toBeVisible();
  expect(address()).toBe("/cinemas?tab=requests");
  expect(sent).toEqual([expect.objectContaining({ name: "Le Rex", siren: "", words: "" })]);
});

it("proposes a list of cinemas, keeps the file when it is refused, and shows the rows that were left out (CIN-11)", async () => {
  network.stub(fails(proposeCinemaList, 400, { error: "Ce fichier n’a pas de colonne « Nom »." }));
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Proposer une liste" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Proposer une liste de cinémas à Bobine" }),
  );
  await user.click(dialog.getByRole("button", { name: "Proposer" }));
  expect(await dialog.findByText("Veuillez sélectionner un fichier")).toBeVisible();
  await user.upload(dialog.getByLabelText(/Fichier XLSX des cinémas/), new File(["PK"], "nos-cinemas.xlsx"));
  await user.type(dialog.getByLabelText(/Un mot pour Bobine/), "Nos salles");
  await user.click(dialog.getByRole("button", { name: "Proposer" }));
  expect(await dialog.findByText(/Ce fichier n’a pas de colonne/)).toBeVisible();
  expect(dialog.getByText(/nos-cinemas\.xlsx/)).toBeVisible();
  expect(dialog.getByLabelText(/Un mot pour Bobine/)).toHaveValue("Nos salles");
  const proposed = aCinemaRequest({
    subject: "Liste de 2 cinémas",
    cinema_id: null,
    list: { file_name: "nos-cinemas.xlsx", count: 2, errors: ["Ligne 3 : ce SIREN est faux."] },
  });
  network.stub(answers(proposeCinemaList, proposed), answers(listCinemaRequests, listed(proposed)));
  await user.click(dialog.getByRole("button", { name: "Proposer" }));
  const row = within(await screen.findByRole("row", { name: /Liste de 2 cinémas/ }));
  expect(row.getByText("Liste de cinémas")).toBeVisible();
  await user.click(row.getByText(/1\sligne laissée de côté/));
  expect(row.getByText("Ligne 3 : ce SIREN est faux.")).toBeVisible();
});

it("words to Bobine that a reload interrupted open again, about a cinema and beside a list (FED-6)", async () => {
  const first = show();
  await first.user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
  await first.user.click(screen.getByRole("button", { name: /^Écrire à Bobine/ }));
  await first.user.type(await screen.findByLabelText(/Votre demande/), "Son SIREN");
  first.unmount();
  const second = show();
  const asking = within(await screen.findByRole("dialog", { name: /Écrire à Bobine – Cinéma Le Beffroi/ }));
  expect(asking.getByLabelText(/Votre demande/)).toHaveValue("Son SIREN");
  await second.user.click(asking.getByRole("button", { name: "Annuler" }));
  await second.user.click(await screen.findByRole("button", { name: "Abandonner" }));
  await second.user.click(await screen.findByRole("button", { name: "Proposer une liste" }));
  await second.user.type(await screen.findByLabelText(/Un mot pour Bobine/), "Nos salles");
  second.unmount();
  show();
  const proposing = within(
    await screen.findByRole("dialog", { name: "Proposer une liste de cinémas à Bobine" }),
  );
  expect(proposing.getByLabelText(/Un mot pour Bobine/)).toHaveValue("Nos salles");
  expect(screen.queryByRole("dialog", { name: /Écrire à Bobine – Cinéma/ })).toBeNull();
});

it("takes a request back while it waits, after a question", async () => {
  let withdrawn = "";
  network.stub(
    answers(
      listCinemaRequests,
      listed(
        aCinemaRequest({ id: 5, subject: "Le Rex", state: "open" }),
        aCinemaRequest({
          id: 6,
          subject: "Le Cercle",
          state: "done",
          decided_at: "2026-11-30T10:00:00.000Z",
        }),
      ),
    ),
    answers(withdrawCinemaRequest, ({ params }) => {
      withdrawn = params["id"] ?? "";
      return aCinemaRequest({ id: 5, state: "withdrawn", decided_at: "2026-11-30T10:00:00.000Z" });
    }),
  );
  const { user } = show("/cinemas?tab=requests");
  await user.click(await screen.findByRole("button", { name: "Retirer la demande sur Le Rex" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Retirer la demande/ }));
  expect(dialog.getByText(/^Bobine ne répondra pas à votre demande sur «\s*Le Rex\s*»/)).toBeVisible();
  expect(withdrawn).toBe("");
  await user.click(dialog.getByRole("button", { name: "Retirer" }));
  expect(await screen.findByText("Demande retirée")).toBeVisible();
  expect(withdrawn).toBe("5");
  expect(screen.queryByRole("button", { name: "Retirer la demande sur Le Cercle" })).toBeNull();
});

it("says to who has asked nothing what one may ask", async () => {
  show("/cinemas?tab=requests");
  expect(await screen.findByText("Aucune demande à Bobine")).toBeVisible();
});

it("offers neither to super admins, who write cinemas themselves", async () => {
  signInAsSuperAdmin({ distributorId: 12 });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: /Afficher le détail/ }));
  expect(screen.queryByRole("button", { name: /^Écrire à Bobine|^Proposer un cinéma/ })).toBeNull();
});

it("opens the settings of a cinema at the field that a link names, and leaves the address when they close (UI-25)", async () => {
  network.stub(answers(ownDistributor, aCompany()), answers(getCinemaSettings, someCinemaSettings()));
  const { user, address } = show("/cinemas?settings=1&field=additional_reminder_emails");
  const dialog = within(await screen.findByRole("dialog", { name: "Parametrer Distributeur" }));
  const field = await dialog.findByLabelText("E-mails de relance supplémentaires");
  await waitFor(() => expect(field).toHaveFocus());
  await user.click(dialog.getByRole("button", { name: "Annuler" }));
  await waitFor(() => expect(address()).toBe("/cinemas"));
});

it("opens the settings that a link names before others whose typing was interrupted, which open after them (UI-25, FED-6)", async () => {
  const rex = aCinema({ id: 42, name: "Le Rex" });
  network.stub(
    answers(listCinemas, listed(aCinema(), rex)),
    answers(ownDistributor, aCompany()),
    answers(getCinemaSettings, someCinemaSettings()),
  );
  const field = "E-mails de relance supplémentaires";
  const dialogOf = async (name: RegExp) => {
    await screen.findByDisplayValue(name);
    return within(screen.getByRole("dialog", { name: "Parametrer Distributeur" }));
  };
  const before = show();
  await before.user.click(await screen.findByRole("button", { name: /^Parametrer.*Beffroi/ }));
  await before.user.type(await (await dialogOf(/Beffroi/)).findByLabelText(field), "a@b.example");
  before.unmount();
  const { user, address } = show("/cinemas?settings=42&field=additional_reminder_emails");
  const asked = await dialogOf(/Le Rex/);
  await waitFor(() => expect(asked.getByLabelText(field)).toHaveFocus());
  expect(asked.getByLabelText(field)).toHaveValue("");
  await user.click(asked.getByRole("button", { name: "Annuler" }));
  const interrupted = await dialogOf(/Beffroi/);
  expect(await interrupted.findByLabelText(field)).toHaveValue("a@b.example");
  expect(interrupted.getByLabelText(field)).not.toHaveFocus();
  expect(address()).toBe("/cinemas");
});
