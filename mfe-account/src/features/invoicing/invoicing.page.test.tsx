import { ownDistributor } from "@bobine/contract/distributors";
import {
  changeInvoicingOptions,
  type MentionsPreview,
  previewInvoicingOptions,
  readInvoicingOptions,
} from "@bobine/contract/invoicing-options";
import { aCompany, someInvoicingOptions } from "@bobine/contract/testing/distributors";
import { readVatSettings } from "@bobine/contract/vat";
import { unfinishedWork } from "@bobine/shared-auth";
import {
  answers,
  fails,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { InvoicingPage } from "./invoicing.page.tsx";

const network = stubNetwork();
const PREVIEW: MentionsPreview = {
  heading: ["SAS au capital de 40 000 €", "SIREN 000 100 016 · RCS Paris 000 100 016"],
  mentions: ["Date d'échéance : 26/12/2026. Pas d'escompte pour paiement anticipé."],
  assignment: null,
  newly_reminded: 0,
};
const IBAN = "FR1420041010050500013M02606";

beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(
    answers(ownDistributor, aCompany()),
    answers(readInvoicingOptions, someInvoicingOptions()),
    answers(previewInvoicingOptions, PREVIEW),
    fails(readVatSettings, 500),
  );
});

const show = () => renderScreen(<InvoicingPage />, { at: "/account/invoicing" });
const field = (name: RegExp) => screen.findByRole("textbox", { name });
const save = () => screen.getByRole("button", { name: "Enregistrer" });

/** Answers what was sent, as the server does. */
function keepsWhatIsSent(): unknown[] {
  const sent: unknown[] = [];
  network.stub(
    answers(changeInvoicingOptions, ({ body }) => {
      sent.push(body);
      const { totp_code: _code, ...changes } = body as Record<string, unknown>;
      return someInvoicingOptions(changes);
    }),
  );
  return sent;
}

describe("BILL-20: the options of invoicing", () => {
  it("are shown with what an invoice of today prints of them", async () => {
    show();
    expect(await screen.findByRole("combobox", { name: /^Forme juridique/ })).toHaveValue("SAS");
    expect(plainSpaces((await field(/^Capital social/)).getAttribute("value") ?? "")).toBe("40 000");
    expect(await screen.findByText(PREVIEW.mentions[0] ?? "")).toBeVisible();
    expect(screen.getByRole("link", { name: "Réglages de TVA" })).toHaveAttribute(
      "href",
      "/accounting/vat?settings",
    );
    expect(save()).toBeDisabled();
  });

  it("are saved by what changed alone, and shown at once as they would print", async () => {
    const sent = keepsWhatIsSent();
    const previewed: unknown[] = [];
    network.stub(
      answers(previewInvoicingOptions, ({ body }) => {
        previewed.push(body);
        return { ...PREVIEW, newly_reminded: 1234 };
      }),
    );
    const { user } = show();
    await user.clear(await field(/^Capital social/));
    await user.type(await field(/^Capital social/), "50 000,5");
    await user.click(screen.getByRole("checkbox", { name: /^Rappel avant l’échéance/ }));
    expect(
      await screen.findByText(
        /1.234 factures impayées antérieures seraient alors relancées automatiquement\./,
      ),
    ).toBeVisible();
    await waitFor(() =>
      expect(previewed.at(-1)).toEqual({ share_capital: "50000.50", reminder_before_due: true }),
    );
    await user.click(save());
    expect(await screen.findByText("Options de facturation enregistrées")).toBeVisible();
    expect(sent).toEqual([{ share_capital: "50000.50", reminder_before_due: true }]);
    expect(unfinishedWork()).toEqual([]);
  });

  it("show what was kept, also of what somebody else saved meanwhile, and do not undo it", async () => {
    const sent: unknown[] = [];
    const previewed: unknown[] = [];
    network.stub(
      answers(readInvoicingOptions, someInvoicingOptions({ rcs_city: "Lyon" })),
      answers(changeInvoicingOptions, ({ body }) => {
        sent.push(body);
        return someInvoicingOptions({ rcs_city: "Paris", share_capital: "50000.00" });
      }),
      answers(previewInvoicingOptions, ({ body }) => {
        previewed.push(body);
        return PREVIEW;
      }),
    );
    const { user } = show();
    const capital = await field(/^Capital social/);
    expect(await field(/^Ville du RCS/)).toHaveValue("Lyon");
    network.stub(answers(readInvoicingOptions, someInvoicingOptions({ rcs_city: "Paris" })));
    window.dispatchEvent(new Event("visibilitychange"));
    await user.clear(capital);
    await user.type(capital, "50000");
    network.stub(
      answers(readInvoicingOptions, someInvoicingOptions({ rcs_city: "Paris", share_capital: "50000.00" })),
    );
    await user.click(save());
    expect(await screen.findByText("Options de facturation enregistrées")).toBeVisible();
    expect(sent).toEqual([{ share_capital: "50000.00" }]);
    expect(await field(/^Ville du RCS/)).toHaveValue("Paris");
    expect(plainSpaces(capital.getAttribute("value") ?? "")).toBe("50 000");
    expect(save()).toBeDisabled();
    await waitFor(() => expect(previewed.at(-1)).toEqual({}));
  });

  it("that were being typed undo nothing that somebody else saved meanwhile (FED-6)", async () => {
    const sent = keepsWhatIsSent();
    const { user, unmount } = show();
    await user.clear(await field(/^Capital social/));
    await user.type(await field(/^Capital social/), "50000");
    unmount();
    network.stub(answers(readInvoicingOptions, someInvoicingOptions({ rcs_city: "Lyon" })));
    show();
    expect(await screen.findByText("Saisie rétablie")).toBeVisible();
    expect(await field(/^Ville du RCS/)).toHaveValue("Lyon");
    await user.click(save());
    expect(await screen.findByText("Options de facturation enregistrées")).toBeVisible();
    expect(sent).toEqual([{ share_capital: "50000.00" }]);
  });

  it("are read again at each visit: what somebody else saved since shows", async () => {
    function Visits() {
      const [isThere, setIsThere] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setIsThere((was) => !was)}>
            Aller et revenir
          </button>
          {isThere ? <InvoicingPage /> : null}
        </>
      );
    }
    const { user } = renderScreen(<Visits />, { at: "/account/invoicing" });
    expect(await field(/^Ville du RCS/)).toHaveValue("Paris");
    await user.click(screen.getByRole("button", { name: "Aller et revenir" }));
    network.stub(answers(readInvoicingOptions, someInvoicingOptions({ rcs_city: "Lyon" })));
    await user.click(screen.getByRole("button", { name: "Aller et revenir" }));
    expect(await field(/^Ville du RCS/)).toHaveValue("Lyon");
  });

  it.each([
    [/^Capital social/, "", "Indiquez le capital : la loi le fait figurer sur les factures d’une SAS."],
    [/^Capital social/, "beaucoup", "Saisissez un montant en euros, par exemple 40 000."],
    [/^Petit écart/, "200", "Saisissez un montant de 0,00 à 100,00 €."],
    [/^Nom du factor/, "Factor Nord", "Indiquez l’IBAN de ce factor : les factures le portent avec son nom."],
    [/^IBAN du factor/, "FR76", "L’IBAN est invalide."],
  ])(
    "%s may not be « %s »: nothing is sent, and the field to mend takes the focus",
    async (name, value, message) => {
      const sent = keepsWhatIsSent();
      const { user } = show();
      const input = await field(name);
      await user.clear(input);
      if (value !== "") await user.type(input, value);
      expect(screen.getByText("Corrigez les champs signalés pour voir l’aperçu à jour.")).toBeVisible();
      await user.click(save());
      const wrong = await waitFor(() => {
        const found = screen
          .getAllByRole("textbox")
          .find((one) => one.getAttribute("aria-invalid") === "true");
        expect(found).toHaveFocus();
        return found;
      });
      expect(
        plainSpaces(wrong?.closest("div[class*=root]")?.textContent ?? document.body.textContent),
      ).toContain(message);
      expect(sent).toEqual([]);
    },
  );

  it("ask for a code of the second factor when another is paid, and say where to get one", async () => {
    const sent = keepsWhatIsSent();
    const { user } = show();
    await user.type(await field(/^Nom du factor/), "Factor Nord");
    await user.type(await field(/^IBAN du factor/), IBAN);
    const code = await field(/^Code de votre second facteur/);
    expect(screen.getByRole("link", { name: "Activer un second facteur" })).toHaveAttribute(
      "href",
      "/account/second-factor",
    );
    await user.click(save());
    expect(sent).toEqual([]);
    await user.type(code, "123456");
    await user.click(save());
    expect(await screen.findByText("Options de facturation enregistrées")).toBeVisible();
    expect(sent).toEqual([{ factor_name: "Factor Nord", factor_iban: IBAN, totp_code: "123456" }]);
  });

  it("name no other account where invoices print them, which is said before it is sent (SEC-17)", async () => {
    const sent = keepsWhatIsSent();
    const { user } = show();
    await user.clear(await field(/^Ville du RCS/));
    await user.type(await field(/^Ville du RCS/), "Paris, IBAN DE89 3704 0044 0532 0130 00");
    await user.click(save());
    expect(await screen.findByText(/un IBAN qui n’est pas celui de votre société/)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("keep what was typed when the server refuses, with its reason under the field", async () => {
    network.stub(
      fails(changeInvoicingOptions, 400, {
        mailing_from: ["Choisissez une date dans les douze prochains mois."],
      }),
    );
    const { user } = show();
    await user.clear(await field(/^Ville du RCS/));
    await user.type(await field(/^Ville du RCS/), "Lyon");
    await user.click(save());
    expect(await screen.findByText("Choisissez une date dans les douze prochains mois.")).toBeVisible();
    expect(await screen.findByText("Impossible d’enregistrer les options de facturation")).toBeVisible();
    expect(await field(/^Ville du RCS/)).toHaveValue("Lyon");
    await user.click(screen.getByRole("button", { name: "Abandonner les modifications" }));
    expect(await field(/^Ville du RCS/)).toHaveValue("Paris");
  });

  it("that are given up show no day that was typed (UI-24)", async () => {
    const { user } = show();
    const day = await field(/^Envois automatiques à partir du/);
    const kept = (day as HTMLInputElement).value;
    await user.clear(day);
    await user.type(day, "31/02/2027");
    await user.click(save());
    expect(await field(/^Envois automatiques à partir du/)).toHaveValue("31/02/2027");
    await user.click(screen.getByRole("button", { name: "Abandonner les modifications" }));
    expect(await field(/^Envois automatiques à partir du/)).toHaveValue(kept);
  });

  it("that cannot be read say so, and are read again", async () => {
    network.stub(fails(readInvoicingOptions, 500));
    const { user } = show();
    expect(await screen.findByText("Impossible de charger les options de facturation.")).toBeVisible();
    network.stub(answers(readInvoicingOptions, someInvoicingOptions()));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await field(/^Ville du RCS/)).toHaveValue("Paris");
  });

  it("are those of nobody while a super admin has chosen none", async () => {
    signInAsSuperAdmin();
    show();
    expect(within(document.body).getByText(/Sélectionnez un distributeur/)).toBeVisible();
  });
});

it("shows the rate of interest for late payment, which nobody chooses, or says that there is none yet (BILL-7)", async () => {
  const { unmount } = show();
  expect(plainSpaces((await screen.findByText(/l’an, du/)).textContent ?? "")).toContain(
    "12,15 % l’an, du 01/07/2026 au 31/12/2026",
  );
  unmount();
  network.stub(answers(readInvoicingOptions, someInvoicingOptions({ late_rate: null })));
  show();
  expect(await screen.findByText(/Bobine n’a pas encore le taux de ce semestre/)).toBeVisible();
});
