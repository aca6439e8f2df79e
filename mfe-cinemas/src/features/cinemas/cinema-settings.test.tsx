import {
  createCinemaSettings,
  getCinemaSettings,
  replaceCinemaSettings,
} from "@bobine/contract/cinema-settings";
import { listCinemas } from "@bobine/contract/cinemas";
import { ownDistributor } from "@bobine/contract/distributors";
import { aCinema } from "@bobine/contract/testing/cinemas";
import { aCompany, someCinemaSettings } from "@bobine/contract/testing/distributors";
import { listed } from "@bobine/contract/testing/lists";
import { unfinishedWork } from "@bobine/shared-auth";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { CinemasPage } from "./cinemas.page.tsx";

const network = stubNetwork();
beforeEach(() => void signIn());

const profile = aCompany({ communication_email: null });
const settings = someCinemaSettings();

async function open() {
  const { user, unmount } = renderScreen(<CinemasPage />, { at: "/cinemas" });
  await user.click(
    await screen.findByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" }),
  );
  return { user, unmount, dialog: await screen.findByRole("dialog", { name: "Parametrer Distributeur" }) };
}
const list = answers(listCinemas, listed(aCinema()));
const save = (dialog: HTMLElement) => within(dialog).getByRole("button", { name: "Enregistrer" });
const guarantee = (dialog: HTMLElement) => within(dialog).findByLabelText("Minimum garanti (€ HT)");

describe("the settings of a cinema", () => {
  it("begin with what was saved, and a PUT has what is changed alone: what somebody else saved meanwhile stays (CIN-5)", async () => {
    const sent: unknown[] = [];
    network.stub(
      list,
      answers(ownDistributor, profile),
      answers(getCinemaSettings, (call) => {
        expect(call.query.get("distributor")).toBe("12");
        return settings;
      }),
      answers(replaceCinemaSettings, (call) => {
        sent.push(call.body);
        return settings;
      }),
    );
    const { user, dialog } = await open();
    expect(await guarantee(dialog)).toHaveValue("150,00");
    expect(within(dialog).getByLabelText("Distributeur")).toHaveValue("Lumen Films Distribution");
    await user.clear(await guarantee(dialog));
    await user.type(await guarantee(dialog), "1 234,5");
    const emails = within(dialog).getByLabelText("E-mails de facturation supplémentaires");
    await user.type(emails, ", siege@beffroi.example ");
    await user.click(save(dialog));
    expect(await screen.findByText("Paramètres du distributeur mis à jour.")).toBeVisible();
    expect(sent).toEqual([
      {
        distributor: 12,
        cinema: 1,
        additional_invoice_emails: ["compta@beffroi.example", "siege@beffroi.example"],
        minimum_guarantee: 1234.5,
        // Somebody else may add one meanwhile (CIN-2).
        seen: { additional_invoice_emails: ["compta@beffroi.example"] },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("say of what was typed before a reload how the list was then: what somebody else has added meanwhile stays (CIN-2, FED-6)", async () => {
    const sent: unknown[] = [];
    network.stub(
      list,
      answers(ownDistributor, profile),
      answers(getCinemaSettings, settings),
      answers(replaceCinemaSettings, (call) => {
        sent.push(call.body);
        return settings;
      }),
    );
    const field = "E-mails de facturation supplémentaires";
    const before = await open();
    await before.user.type(await within(before.dialog).findByLabelText(field), ", siege@beffroi.example");
    before.unmount();
    const { additional_invoice_emails: seen } = settings;
    network.stub(
      answers(getCinemaSettings, {
        ...settings,
        additional_invoice_emails: [...seen, "theirs@beffroi.example"],
      }),
    );
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    const dialog = await screen.findByRole("dialog", { name: "Parametrer Distributeur" });
    await within(dialog).findByLabelText(field);
    await user.click(save(dialog));
    expect(await screen.findByText("Paramètres du distributeur mis à jour.")).toBeVisible();
    expect(sent).toEqual([
      {
        distributor: 12,
        cinema: 1,
        additional_invoice_emails: [...seen, "siege@beffroi.example"],
        seen: { additional_invoice_emails: seen },
      },
    ]);
  });

  it("begin with the defaults after a 404, without an error, and are created with a POST (CIN-5)", async () => {
    const sent: unknown[] = [];
    network.stub(
      list,
      answers(ownDistributor, profile),
      fails(getCinemaSettings, 404, { detail: "Élément introuvable.", code: "not_found" }),
      answers(createCinemaSettings, (call) => {
        sent.push(call.body);
        return settings;
      }),
    );
    const { user, dialog } = await open();
    expect(await guarantee(dialog)).toHaveValue("");
    expect(screen.queryByText("Impossible de charger les paramètres du distributeur")).toBeNull();
    await user.click(within(dialog).getByLabelText("Ne pas écrire aux adresses de facturation du cinéma"));
    expect(
      within(dialog).getByText("Sans adresse supplémentaire, aucun e-mail ne pourra partir."),
    ).toBeVisible();
    await user.click(save(dialog));
    expect(await screen.findByText("Paramètres du distributeur créés.")).toBeVisible();
    expect(sent).toEqual([
      expect.objectContaining({ invoice_email_override: true, minimum_guarantee: null }),
    ]);
  });

  it.each([
    ["the distributor", fails(ownDistributor, 500), "Impossible de charger le profil du distributeur"],
    ["the settings", fails(getCinemaSettings, 500), "Impossible de charger les paramètres du distributeur"],
  ])("say that %s did not load, and nothing can be saved over them", async (_what, failure, text) => {
    network.stub(list, failure, answers(ownDistributor, profile), answers(getCinemaSettings, settings));
    const { user, dialog } = await open();
    expect(await screen.findByText(text)).toBeVisible();
    expect(within(dialog).queryByLabelText("Minimum garanti (€ HT)")).toBeNull();
    network.stub(answers(ownDistributor, profile), answers(getCinemaSettings, settings));
    await user.click(within(dialog).getByRole("button", { name: "Réessayer" }));
    expect(await guarantee(dialog)).toHaveValue("150,00");
  });

  it("asks for a distributor when there is none to save for (TXT-1)", async () => {
    network.stub(list, fails(ownDistributor, 500));
    const { user, dialog } = await open();
    await screen.findByText("Impossible de charger le profil du distributeur");
    await user.click(save(dialog));
    expect(await screen.findByText("Veuillez sélectionner un cinéma et un distributeur.")).toBeVisible();
  });

  it("keeps what was typed when the save fails, and says so", async () => {
    network.stub(
      list,
      answers(ownDistributor, profile),
      answers(getCinemaSettings, settings),
      fails(replaceCinemaSettings, 500),
    );
    const { user, dialog } = await open();
    await user.clear(await guarantee(dialog));
    await user.type(await guarantee(dialog), "99");
    await user.click(save(dialog));
    expect(await screen.findByText("Impossible d'enregistrer les paramètres du distributeur.")).toBeVisible();
    expect(await guarantee(dialog)).toHaveValue("99");
  });

  it("shows what the server says of a field under it", async () => {
    network.stub(
      list,
      answers(ownDistributor, profile),
      answers(getCinemaSettings, settings),
      fails(replaceCinemaSettings, 400, { additional_reminder_emails: ["Enter a valid email address."] }),
    );
    const { user, dialog } = await open();
    await user.type(await within(dialog).findByLabelText("E-mails de relance supplémentaires"), "relance");
    await user.click(save(dialog));
    const field = within(dialog).getByLabelText("E-mails de relance supplémentaires");
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(/Veuillez saisir une adresse email valide/),
    );
    await waitFor(() => expect(field).toHaveFocus());
  });

  it("refuses an amount that is none before it is sent", async () => {
    network.stub(list, answers(ownDistributor, profile), answers(getCinemaSettings, settings));
    const { user, dialog } = await open();
    await user.type(await guarantee(dialog), "x");
    await user.click(save(dialog));
    expect(await guarantee(dialog)).toHaveAccessibleDescription(/Saisissez un montant positif ou nul/);
    await waitFor(async () => expect(await guarantee(dialog)).toHaveFocus());
  });

  it("asks before it gives up what was typed, which does not come back (UI-25, FED-6)", async () => {
    network.stub(list, answers(ownDistributor, profile), answers(getCinemaSettings, settings));
    const { user, dialog, unmount } = await open();
    await user.type(await guarantee(dialog), "5");
    expect(unfinishedWork().map((work) => work.label)).toEqual([
      "Parametrer Distributeur – Cinéma Le Beffroi",
    ]);
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Continuer la saisie" }));
    expect(await guarantee(dialog)).toHaveValue("150,005");
    await user.click(within(dialog).getByRole("button", { name: "Annuler" }));
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(unfinishedWork()).toEqual([]);
    unmount();
    renderScreen(<CinemasPage />, { at: "/cinemas" });
    await screen.findByRole("button", { name: "Parametrer Distributeur pour Cinéma Le Beffroi" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("open again with what was typed after a reload or a new sign-in, and count as unchanged once it is typed back", async () => {
    network.stub(list, answers(ownDistributor, profile), answers(getCinemaSettings, settings));
    const before = await open();
    await before.user.type(await guarantee(before.dialog), "5");
    before.unmount();
    const { user } = renderScreen(<CinemasPage />, { at: "/cinemas" });
    const dialog = await screen.findByRole("dialog", { name: "Parametrer Distributeur" });
    expect(await guarantee(dialog)).toHaveValue("150,005");
    expect(within(dialog).getByText("Saisie rétablie")).toBeVisible();
    await user.type(await guarantee(dialog), "{Backspace}");
    expect(unfinishedWork()).toEqual([]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
