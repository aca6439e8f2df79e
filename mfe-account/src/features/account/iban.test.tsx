import {
  type BankDetailsLink,
  confirmBankDetails,
  confirmBankDetailsByCode,
  readBankDetailsLink,
  refuseBankDetails,
  resendBankDetailsMail,
  withdrawBankDetails,
} from "@bobine/contract/bank-details";
import { currentUser } from "@bobine/contract/auth";
import { listOwnSessions } from "@bobine/contract/people";
import { ownDistributor } from "@bobine/contract/distributors";
import { readApplication } from "@bobine/contract/prospects";
import { getSubscription } from "@bobine/contract/subscriptions";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { AccountPage } from "./account.page.tsx";
import { aCompany, anApplication } from "@bobine/contract/testing/distributors";
import { aUser } from "@bobine/contract/testing/people";
import type { DistributorProfile } from "@bobine/contract/distributors";
import { ConfirmIbanPage } from "./confirm-iban.page.tsx";

const network = stubNetwork();
const NEW = "FR1420041010050500013M02606";

beforeEach(() => {
  sessionStorage.clear();
  signIn();
});

type Mails = NonNullable<NonNullable<DistributorProfile["pending_bank_details"]>["mails"]>;

describe("the account page, while a change of IBAN waits", () => {
  const waiting = (
    mail_again_at: string | null,
    mails: Mails = [],
    pending: Partial<DistributorProfile> = { pending_iban: NEW },
  ) =>
    aCompany({
      ...pending,
      pending_bank_details: {
        requested_by: "Nadia Rousseau",
        requested_at: "2026-11-30T11:00:00.000Z",
        expires_at: "2026-12-03T11:00:00.000Z",
        mail_again_at,
        mails,
      },
    });
  const show = async (
    mail_again_at: string | null = "2020-01-01T00:00:00.000Z",
    mails: Mails = [],
    pending?: Partial<DistributorProfile>,
  ) => {
    network.stub(
      answers(ownDistributor, waiting(mail_again_at, mails, pending)),
      answers(currentUser, aUser()),
      answers(listOwnSessions, { results: [] }),
      answers(getSubscription, () => new Response(null, { status: 204 })),
    );
    const shown = renderScreen(<AccountPage />, { at: "/account/overview" });
    await screen.findByText("Changement d’IBAN en attente de confirmation");
    return shown;
  };

  it("shows the new one beside the one in effect, who asked for it, and what to do", async () => {
    await show();
    expect(screen.getByText("FR14 2004 1010 0505 0001 3M02 606")).toBeVisible();
    expect(screen.getByRole("region", { name: "Informations bancaires" })).toHaveTextContent(
      "FR76 9999 9000 0100 0123 4567 809",
    );
    expect(screen.getByText(/Demandé par Nadia Rousseau/)).toBeVisible();
    expect(screen.getByText(/ouvre le lien de son e-mail/)).toBeVisible();
  });

  it("says who was mailed, for whom the mail waits and who refused it, and no more", async () => {
    await show(undefined, [
      { name: "Camille Moreau", state: "sent" },
      { name: "Nadia Rousseau", state: "refused" },
      { name: null, state: "refused" },
      { name: null, state: "waiting" },
      { name: null, state: "waiting" },
    ]);
    expect(screen.getByText("E-mail envoyé à Camille Moreau.")).toBeVisible();
    expect(screen.getByText(/E-mail en attente d’envoi à 2\sadministrateurs de Bobine\./)).toBeVisible();
    expect(
      screen.getByText(/refusé par la messagerie de Nadia Rousseau et un administrateur de Bobine/),
    ).toBeVisible();
  });

  it("says of a mail that was refused for its words or by a policy that it does not leave, and what to do (SEC-17)", async () => {
    await show(undefined, [{ name: "Nadia Rousseau", state: "waiting", is_given_up: true }]);
    expect(screen.getByText(/E-mail non parti pour Nadia Rousseau.*Confirmez avec un code/)).toBeVisible();
    expect(screen.queryByText(/en attente d’envoi/)).toBeNull();
  });

  it("says that the mail leaves as long as nobody was mailed", async () => {
    await show();
    expect(screen.getByText(/L’e-mail part aux administrateurs/)).toBeVisible();
    expect(screen.queryByText(/E-mail envoyé/)).toBeNull();
  });

  it("sends the mail again, and says from when it can be sent once more", async () => {
    const { user } = await show();
    const again = waiting("2999-01-01T11:00:00.000Z");
    network.stub(answers(resendBankDetailsMail, again), answers(ownDistributor, again));
    await user.click(screen.getByRole("button", { name: "Renvoyer l’e-mail" }));
    expect(await screen.findByText("E-mail de confirmation renvoyé")).toBeVisible();
    expect(screen.getByRole("button", { name: "Renvoyer l’e-mail" })).toBeDisabled();
    expect(screen.getByText(/L’e-mail peut être renvoyé à partir du 01\/01\/2999/)).toBeVisible();
  });

  it("says that no more mails are sent", async () => {
    await show(null);
    expect(screen.getByRole("button", { name: "Renvoyer l’e-mail" })).toBeDisabled();
    expect(screen.getByText(/autant de fois que possible/)).toBeVisible();
  });

  it("is confirmed at once by a code; a wrong one is told under its field", async () => {
    network.stub(fails(confirmBankDetailsByCode, 400, { totp_code: ["Ce code n’est pas valable."] }));
    const { user } = await show();
    await user.click(screen.getByRole("button", { name: "Confirmer avec un code" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("FR14 2004 1010 0505 0001 3M02 606");
    await user.type(within(dialog).getByLabelText(/^Code/), "123456{Enter}");
    expect(await within(dialog).findByText("Ce code n’est pas valable.")).toBeVisible();
    const confirmed = aCompany({ iban: NEW });
    network.stub(answers(confirmBankDetailsByCode, confirmed), answers(ownDistributor, confirmed));
    await user.click(within(dialog).getByRole("button", { name: "Confirmer avec un code" }));
    expect(await screen.findByText("Changement d’IBAN confirmé")).toBeVisible();
    expect(screen.queryByText("Changement d’IBAN en attente de confirmation")).toBeNull();
  });

  it("completes the file of an applicant by its code, which is read again (SEC-15)", async () => {
    const prospect = { validation_status: "prospect" } as const;
    network.stub(answers(readApplication, anApplication({ missing: ["iban"] })));
    const { user } = await show(undefined, [], { ...prospect, pending_iban: NEW });
    const card = within(await screen.findByRole("region", { name: "Validation de votre compte" }));
    expect(await card.findByText(/^Il manque/)).toBeVisible();
    const confirmed = aCompany({ ...prospect, iban: NEW });
    network.stub(
      answers(confirmBankDetailsByCode, confirmed),
      answers(ownDistributor, confirmed),
      answers(readApplication, anApplication({ missing: [] })),
    );
    await user.click(screen.getByRole("button", { name: "Confirmer avec un code" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(/^Code/), "123456{Enter}");
    expect(await screen.findByText("Changement d’IBAN confirmé")).toBeVisible();
    expect(await card.findByText(/dossier est complet/)).toBeVisible();
  });

  it.each<[string, Partial<DistributorProfile>, string[], string]>([
    [
      "both",
      { pending_iban: NEW, pending_secondary_iban: "BE68539007547034" },
      ["IBAN principal : FR14 2004 1010 0505 0001 3M02 606", "IBAN secondaire : BE68 5390 0754 7034"],
      "porteront cet IBAN principal",
    ],
    [
      "the main one, and the other removed",
      { pending_iban: NEW, pending_secondary_iban: "" },
      ["IBAN principal : FR14 2004 1010 0505 0001 3M02 606", "IBAN secondaire : supprimé"],
      "porteront cet IBAN principal",
    ],
    [
      "the secondary one",
      { pending_secondary_iban: "BE68539007547034" },
      ["IBAN secondaire : BE68 5390 0754 7034"],
      "Les factures gardent l’IBAN principal actuel.",
    ],
    [
      "the secondary one removed",
      { pending_secondary_iban: "" },
      ["IBAN secondaire : supprimé"],
      "Les factures gardent l’IBAN principal actuel.",
    ],
  ])("of %s, the code confirms what the dialog names, and what invoices print (SEC-17)", async (...row) => {
    const [, pending, lines, printed] = row;
    const { user } = await show(undefined, [], pending);
    await user.click(screen.getByRole("button", { name: "Confirmer avec un code" }));
    const dialog = await screen.findByRole("dialog");
    const told = within(dialog).getAllByText(/^IBAN (principal|secondaire)/);
    expect(told.map(({ textContent }) => textContent)).toEqual(lines);
    expect(within(dialog).getByText(/factures/)).toHaveTextContent(printed);
  });

  it("is confirmed as it was read: when another one waits by then, the dialog shows that one and says so (SEC-17)", async () => {
    const replaced = "Un autre changement d’IBAN a été demandé depuis que vous avez lu celui-ci.";
    const sent: unknown[] = [];
    network.stub(
      answers(confirmBankDetailsByCode, ({ body }) => {
        sent.push(body);
        return Response.json({ detail: replaced, code: "bank_details_replaced" }, { status: 409 });
      }),
    );
    const { user } = await show();
    await user.click(screen.getByRole("button", { name: "Confirmer avec un code" }));
    const dialog = await screen.findByRole("dialog");
    network.stub(answers(ownDistributor, { ...waiting(null), pending_iban: "BE68539007547034" }));
    await user.type(within(dialog).getByLabelText(/^Code/), "123456{Enter}");
    expect(await within(dialog).findByText(new RegExp(replaced))).toBeVisible();
    expect(await within(dialog).findByText(/BE68 5390 0754 7034/)).toBeVisible();
    expect(within(dialog).getByText(/depuis que cette fenêtre est ouverte/)).toBeVisible();
    expect(sent).toEqual([{ totp_code: "123456", seen: { iban: NEW, secondary_iban: null } }]);
  });

  it("is told as not confirmed when its dialog goes, as a colleague has settled it (TXT-1)", async () => {
    const settled = "Aucun changement d’IBAN n’attend de confirmation.";
    network.stub(
      answers(confirmBankDetailsByCode, () =>
        Response.json({ detail: settled, code: "conflict" }, { status: 409 }),
      ),
    );
    const { user } = await show();
    await user.click(screen.getByRole("button", { name: "Confirmer avec un code" }));
    const dialog = await screen.findByRole("dialog");
    network.stub(answers(ownDistributor, aCompany()));
    await user.type(within(dialog).getByLabelText(/^Code/), "123456{Enter}");
    expect(await screen.findByText("Impossible de confirmer l’IBAN.")).toBeVisible();
    expect(screen.getByText(settled)).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is told as not given up when its dialog goes, as a colleague has confirmed it (TXT-1)", async () => {
    const settled = "Aucun changement d’IBAN n’attend de confirmation.";
    network.stub(
      answers(withdrawBankDetails, () =>
        Response.json({ detail: settled, code: "conflict" }, { status: 409 }),
      ),
    );
    const { user } = await show();
    await user.click(screen.getByRole("button", { name: "Retirer le changement" }));
    const dialog = await screen.findByRole("dialog");
    network.stub(answers(ownDistributor, aCompany()));
    await user.click(within(dialog).getByRole("button", { name: "Retirer le changement" }));
    expect(await screen.findByText("Impossible de retirer le changement d’IBAN.")).toBeVisible();
    expect(screen.getByText(settled)).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is given up after a question, and a failure is told in the dialog", async () => {
    network.stub(fails(withdrawBankDetails, 503));
    const { user } = await show();
    await user.click(screen.getByRole("button", { name: "Retirer le changement" }));
    const dialog = await screen.findByRole("dialog");
    const confirm = [...dialog.querySelectorAll("button")].find(
      (button) => button.textContent === "Retirer le changement",
    );
    if (!confirm) throw new Error("no button to confirm");
    await user.click(confirm);
    expect(await screen.findByRole("alert")).toHaveTextContent("Impossible de retirer le changement d’IBAN.");
    network.stub(answers(withdrawBankDetails, aCompany()), answers(ownDistributor, aCompany()));
    await user.click(confirm);
    expect(await screen.findByText("Changement d’IBAN retiré")).toBeVisible();
    expect(screen.queryByText("Changement d’IBAN en attente de confirmation")).toBeNull();
  });
});

describe("the page of the mailed link", () => {
  const aLink = (overrides: Partial<BankDetailsLink> = {}): BankDetailsLink => ({
    state: "waiting",
    distributor_name: "Lumen Films",
    changes: [{ field: "iban", old_value: "FR7699999000010001234567809", new_value: NEW }],
    requested_by: "Nadia Rousseau",
    requested_at: "2026-11-30T11:00:00.000Z",
    expires_at: "2026-12-03T11:00:00.000Z",
    ...overrides,
  });
  const masked = [{ field: "iban" as const, old_value: "FR76 •••• 809", new_value: "FR14 •••• 606" }];
  const show = () => renderScreen(<ConfirmIbanPage />, { at: "/account/iban?token=jeton" });

  it("decides nothing by being opened, and shows every digit to compare", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(readBankDetailsLink, ({ body }) => {
        sent.push(body);
        return aLink();
      }),
    );
    show();
    expect(await screen.findByText("FR14 2004 1010 0505 0001 3M02 606")).toBeVisible();
    expect(screen.getByText("FR76 9999 9000 0100 0123 4567 809")).toBeVisible();
    expect(screen.getByText(/Demandé par Nadia Rousseau/)).toBeVisible();
    expect(sent).toEqual([{ token: "jeton" }]);
  });

  it("confirms by its button", async () => {
    network.stub(
      answers(readBankDetailsLink, aLink()),
      answers(confirmBankDetails, aLink({ state: "confirmed", changes: masked })),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Confirmer le changement d’IBAN" }));
    expect(
      await screen.findByText(
        /Le changement d’IBAN est confirmé\. Les factures .* portent le nouvel IBAN principal.; les e-mails de factures, les relances .* aussi pour les factures déjà émises\./,
      ),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Confirmer le changement d’IBAN" })).toBeNull();
  });

  it("says of a secondary IBAN that is confirmed that invoices keep theirs", async () => {
    const changes = [{ field: "secondary_iban" as const, old_value: "BE68 •••• 034", new_value: "" }];
    network.stub(answers(readBankDetailsLink, aLink({ state: "confirmed", changes })));
    show();
    expect(
      await screen.findByText(/est confirmé\. Les factures gardent leur IBAN principal\./),
    ).toBeVisible();
  });

  it("« Ce n’est pas moi » refuses after a question, and says what to do next", async () => {
    network.stub(
      answers(readBankDetailsLink, aLink()),
      answers(refuseBankDetails, aLink({ state: "refused", changes: masked })),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Ce n’est pas moi" }));
    expect(await screen.findByText(/les sessions ouvertes de Nadia Rousseau sont fermées/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Refuser le changement" }));
    expect(
      await screen.findByText(/vérifiez que sa messagerie n’est utilisée par personne d’autre/),
    ).toBeVisible();
  });

  it("says what became of a change that somebody else settled meanwhile", async () => {
    network.stub(answers(readBankDetailsLink, aLink()), fails(confirmBankDetails, 409));
    const { user } = show();
    const confirm = await screen.findByRole("button", { name: "Confirmer le changement d’IBAN" });
    network.stub(answers(readBankDetailsLink, aLink({ state: "withdrawn", changes: masked })));
    await user.click(confirm);
    expect(await screen.findByText(/Ce changement a été retiré/)).toBeVisible();
  });

  it("says that a link is somebody else's, or that it is not whole", async () => {
    network.stub(
      fails(readBankDetailsLink, 404, {
        detail: "Ce lien n’est pas valable pour votre compte.",
        code: "link_unknown",
      }),
    );
    const { unmount } = show();
    expect(await screen.findByText("Ce lien n’est pas valable pour votre compte.")).toBeVisible();
    unmount();
    renderScreen(<ConfirmIbanPage />, { at: "/account/iban" });
    expect(await screen.findByText(/Ce lien est incomplet/)).toBeVisible();
  });
});
