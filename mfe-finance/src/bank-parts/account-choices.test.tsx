import { listAccountChoices, replaceAccountChoices } from "@bobine/contract/bank-parts";
import { ownDistributor, updateOwnDistributor } from "@bobine/contract/distributors";
import { aCompany } from "@bobine/contract/testing/distributors";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AccountChoices } from "./account-choices.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(ownDistributor, aCompany({ write_off_limit: "1.00" })));
});

const results = [
  { code: "613200", label: "Locations immobilières" },
  { code: "740000", label: "Subventions d’exploitation" },
];
const show = () => {
  const close = vi.fn<() => void>();
  return { close, ...renderScreen(<AccountChoices close={close} />) };
};

describe("the list of accounts for bank lines", () => {
  it("LET-20: is added to, renamed, put in order and shortened, and saved as a whole", async () => {
    let sent: unknown;
    network.stub(
      answers(listAccountChoices, { results }),
      answers(replaceAccountChoices, ({ body }) => {
        sent = body;
        return { results };
      }),
    );
    const { user, close } = show();
    const rent = await screen.findByLabelText("Libellé du compte 1");
    await user.clear(rent);
    await user.type(rent, "Loyers");
    await user.click(screen.getByRole("button", { name: "Ajouter un compte" }));
    await user.type(screen.getByLabelText("Numéro du compte 3"), "768000");
    await user.type(screen.getByLabelText("Libellé du compte 3"), "Intérêts");
    await user.click(screen.getByRole("button", { name: "Monter 768000" }));
    await user.click(screen.getByRole("button", { name: "Retirer 740000" }));
    expect(screen.getByRole("button", { name: "Descendre 768000" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent).toEqual({
      accounts: [
        { code: "613200", label: "Loyers" },
        { code: "768000", label: "Intérêts" },
      ],
      known_accounts: results,
    });
  });

  it("LET-20: joins what somebody else has changed meanwhile with what is typed, and asks to read it again", async () => {
    const theirs = [
      { code: "613200", label: "Loyers et charges" },
      { code: "740000", label: "Subventions d’exploitation" },
      { code: "625100", label: "Déplacements" },
    ];
    const sent: unknown[] = [];
    const before = [...results, { code: "606400", label: "Fournitures" }];
    network.stub(
      answers(listAccountChoices, { results: before }),
      answers(replaceAccountChoices, ({ body }) => {
        sent.push(body);
        return sent.length === 1
          ? Response.json(
              { detail: "Quelqu’un a modifié cette liste. Relisez-la.", code: "accounts_changed" },
              { status: 409 },
            )
          : { results };
      }),
    );
    const { user, close } = show();
    const grants = await screen.findByLabelText("Libellé du compte 2");
    await user.clear(grants);
    await user.type(grants, "Aides");
    await user.click(screen.getByRole("button", { name: "Ajouter un compte" }));
    await user.type(screen.getByLabelText("Numéro du compte 4"), "768000");
    await user.type(screen.getByLabelText("Libellé du compte 4"), "Intérêts");
    network.stub(answers(listAccountChoices, { results: theirs }));
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(/Ses modifications sont ajoutées aux vôtres/)).toBeVisible();
    expect(close).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent[1]).toEqual({
      accounts: [
        { code: "613200", label: "Loyers et charges" },
        { code: "740000", label: "Aides" },
        { code: "768000", label: "Intérêts" },
        { code: "625100", label: "Déplacements" },
      ],
      known_accounts: theirs,
    });
  });

  it("tells under each field what is wrong with it before anything is sent", async () => {
    network.stub(answers(listAccountChoices, { results }));
    const { user, close } = show();
    const code = await screen.findByLabelText("Numéro du compte 1");
    await user.clear(code);
    await user.type(code, "61");
    await user.clear(screen.getByLabelText("Libellé du compte 2"));
    await user.click(screen.getByRole("button", { name: "Ajouter un compte" }));
    await user.type(screen.getByLabelText("Numéro du compte 3"), "740000");
    await user.type(screen.getByLabelText("Libellé du compte 3"), "CNC");
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(code).toHaveAccessibleDescription(/3 à 8 chiffres/);
    expect(code).toHaveFocus();
    expect(screen.getByLabelText("Libellé du compte 2")).toHaveAccessibleDescription(
      "Donnez un libellé au compte.",
    );
    expect(screen.getByLabelText("Numéro du compte 3")).toHaveAccessibleDescription(/déjà dans la liste/);
    expect(close).not.toHaveBeenCalled();
  });

  it.each([
    [
      "the server refuses it",
      fails(replaceAccountChoices, 400, { accounts: ["Le compte est fermé."] }),
      /est fermé/,
    ],
    ["the server cannot be reached", isUnreachable(replaceAccountChoices), /Connexion au serveur impossible/],
  ])("keeps what is typed when %s", async (_title, stub, message) => {
    network.stub(answers(listAccountChoices, { results }), stub);
    const { user } = show();
    const label = await screen.findByLabelText("Libellé du compte 1");
    await user.clear(label);
    await user.type(label, "Loyers");
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(label).toHaveValue("Loyers");
  });

  it("LET-37: has the distributor's own words beside it, one in a line, sends no list that nobody touched, and tells what the server says of them", async () => {
    let sent: unknown;
    network.stub(
      answers(
        ownDistributor,
        aCompany({ write_off_limit: "1.00", contrary_words: ["Mallette pédagogique"] }),
      ),
      answers(listAccountChoices, { results }),
      fails(replaceAccountChoices, 500),
      fails(updateOwnDistributor, 400, { contrary_words: ["Cette valeur est trop courte. Complétez-la."] }),
    );
    const { user, close } = show();
    const words = await screen.findByLabelText("Mots qui annoncent autre chose qu’une facture");
    expect(words).toHaveValue("Mallette pédagogique");
    await user.type(words, "{Enter}Ci");
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(/trop courte/)).toBeVisible();
    expect(words).toHaveValue("Mallette pédagogique\nCi");
    network.stub(
      answers(updateOwnDistributor, ({ body }) => {
        sent = body;
        return aCompany({ contrary_words: ["Mallette pédagogique", "Ciné-goûter"] });
      }),
    );
    await user.type(words, "né-goûter{Enter}");
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent).toEqual({ contrary_words: ["Mallette pédagogique", "Ciné-goûter"] });
  });

  it("LET-37: keeps a word that somebody else has added meanwhile, and gives up one that they have taken away", async () => {
    const ownWords = (...contrary_words: string[]) =>
      answers(ownDistributor, aCompany({ write_off_limit: "1.00", contrary_words }));
    let sent: unknown;
    network.stub(
      ownWords("Affiche", "Mallette"),
      answers(listAccountChoices, { results }),
      answers(updateOwnDistributor, ({ body }) => {
        sent = body;
        return aCompany();
      }),
    );
    const { user, close } = show();
    const words = await screen.findByLabelText("Mots qui annoncent autre chose qu’une facture");
    await user.type(words, "{Enter}Goûter");
    network.stub(ownWords("Mallette", "Ciné-club"));
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent).toEqual({ contrary_words: ["Mallette", "Goûter", "Ciné-club"] });
  });

  it("LET-21: has the largest difference that may be written off beside it", async () => {
    let sent: unknown;
    network.stub(
      answers(listAccountChoices, { results }),
      fails(replaceAccountChoices, 500),
      answers(updateOwnDistributor, ({ body }) => {
        sent = body;
        return aCompany({ write_off_limit: "2.50" });
      }),
    );
    const { user, close } = show();
    const limit = await screen.findByLabelText("Plus grand écart à solder");
    expect(limit).toHaveValue("1,00");
    await user.clear(limit);
    await user.type(limit, "101");
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(plainSpaces((await screen.findByText(/Saisissez un montant de/)).textContent)).toBe(
      "Saisissez un montant de 0,00 à 100,00 €.",
    );
    await user.clear(limit);
    await user.type(limit, "2,5");
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent).toEqual({ write_off_limit: "2.50" });
  });

  it("says that it could not be read, and reads again", async () => {
    network.stub(fails(listAccountChoices, 500));
    const { user } = show();
    expect(await screen.findByText("Impossible de charger la liste des comptes.")).toBeVisible();
    network.stub(answers(listAccountChoices, { results }));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByLabelText("Numéro du compte 2")).toHaveValue("740000");
  });
});
