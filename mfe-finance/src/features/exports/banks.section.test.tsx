import { addBankAccount, changeBankAccount } from "@bobine/contract/bank-accounts";
import { civilDate } from "@bobine/contract/civil-date";
import { readTies, stateBalance } from "@bobine/contract/ties";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  type StubbedCall,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { fireEvent, screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { BanksSection } from "./banks.section.tsx";
import { aTiedAccount, aTiedMonth, ties } from "./banks.testing.ts";
import { remarkText } from "./banks.texts.ts";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(answers(readTies, ties(aTiedAccount())));
});

const { account } = aTiedAccount();
const october = async () => {
  const table = await screen.findByRole("table", { name: "Mois du compte Compte courant" });
  return within(table).getByRole("row", { name: /octobre 2026/ });
};

describe("the months of each account (EXP-15)", () => {
  it("show opening balance, lines, closing balance, the bank's, 512 of the exports and the difference", async () => {
    renderScreen(<BanksSection />);
    expect(await october()).toHaveTextContent(
      /octobre 2026.*32.182,06.*4.557,96.*24.opérations.*36.740,02.*36.740,02.*au 31\/10\/2026.*36.740,02.*Écart 0,00.€/,
    );
    expect(screen.getByText("Banque de démonstration · 512100 · BQ1 · FR76 •••• 2296")).toBeVisible();
    expect(screen.getByText(/Solde d’ouverture au 01\/10\/2026.: 32.182,06.€/)).toBeVisible();
    expect(screen.getByText(/Tout est rapproché.: écart 0,00.€\./)).toBeVisible();
  });

  it.each([
    [
      {
        state: "gap" as const,
        stated: { date: civilDate("2026-10-31"), balance: "36710.02", gap: "-30.00" },
      },
      /Écart -30,00.€/,
    ],
    [{ state: "gap" as const, ledger_balance: "36740.03" }, /Écart 0,01.€/],
    [{ state: "open" as const, stated: null }, /Sans solde/],
    [{ state: "open" as const }, /Solde trop ancien/],
    [{ state: "open" as const, closing_balance: null }, /Sans ouverture/],
  ])("say how a month stands: %j", async (changes, expected) => {
    network.stub(answers(readTies, ties(aTiedAccount({ months: [aTiedMonth(changes)] }))));
    renderScreen(<BanksSection />);
    expect(await october()).toHaveTextContent(expected);
    expect(screen.queryByText(/Tout est rapproché/)).toBeNull();
  });

  it("list exactly what is missing", async () => {
    const line = {
      transaction_id: 8,
      transaction_date: civilDate("2026-10-12"),
      label: "VIR USA",
      amount: "50.00",
      currency_code: "USD",
    };
    network.stub(
      answers(
        readTies,
        ties(
          aTiedAccount({
            remarks: [
              { kind: "gap", from: civilDate("2026-10-31"), to: civilDate("2026-11-10"), amount: "-30.00" },
              { kind: "no_statement", from: "2026-08", to: "2026-09" },
              { kind: "before_opening", count: 2, amount: "3.00" },
              { kind: "contradiction", date: civilDate("2026-10-31"), balances: ["1.00", "2.00"] },
              { kind: "foreign", count: 1, lines: [line] },
              { kind: "double", count: 2, lines: [{ ...line, transaction_id: 9, label: "VIR A" }] },
            ],
          }),
        ),
      ),
    );
    renderScreen(<BanksSection />);
    const list = within((await screen.findByText("Ce qui manque")).parentElement!);
    for (const told of [
      /Du 31\/10\/2026 au 10\/11\/2026, .* s’écartent de -30,00.€.: une dépense manque/,
      /Mois sans relevé.: août 2026 à septembre 2026\./,
      /2.opérations sont antérieures au solde d’ouverture \(3,00.€\).: les exports les comptent en plus/,
      /Deux soldes différents pour le 31\/10\/2026.: 1,00.€ et 2,00.€\./,
      /1.opération en devise n’est dans aucune écriture/,
      /12\/10\/2026 · VIR USA · 50,00.\$US/,
      /2.opérations semblent venir de deux relevés/,
    ])
      expect(list.getAllByText(told)[0]).toBeVisible();
  });

  it("say of one operation before the opening balance that it is one (TXT-3)", () => {
    expect(plainSpaces(remarkText({ kind: "before_opening", count: 1, amount: "3.00" }))).toContain(
      "1 opération est antérieure au solde d’ouverture (3,00 €) : les exports la comptent en plus.",
    );
  });

  it("say of what the exports have later than the bank when they have it (EXP-11)", async () => {
    const line = {
      transaction_date: civilDate("2026-10-20"),
      entered_on: civilDate("2026-11-01"),
      label: "VIR OUBLIE",
      amount: "55.55",
    };
    const months = [aTiedMonth({ state: "gap", ledger_balance: "36684.47" })];
    network.stub(answers(readTies, ties(aTiedAccount({ months, late: { count: 1, lines: [line] } }))));
    renderScreen(<BanksSection />);
    expect(await october()).toHaveTextContent(/Écart -55,55.€/);
    expect(
      await screen.findByText(/^1.opération est arrivée, .* d’où l’écart du compte 512\./),
    ).toBeVisible();
    expect(
      screen.getByText(/^20\/10\/2026 · VIR OUBLIE · 55,55.€ · dans les exports au 01\/11\/2026$/),
    ).toBeVisible();
  });

  it("are those of the year that is chosen", async () => {
    const asked: (string | null)[] = [];
    network.stub(
      answers(readTies, ({ query }: StubbedCall) => {
        asked.push(query.get("year"));
        return { ...ties(aTiedAccount()), year: Number(query.get("year") ?? 2026) };
      }),
    );
    const { user } = renderScreen(<BanksSection />);
    expect(await screen.findByRole("button", { name: "Afficher 2027" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Afficher 2025" }));
    await waitFor(() => expect(asked).toEqual([null, "2025"]));
  });

  it("say that there is no account yet, and offer to try again when the server does not answer", async () => {
    network.stub(isUnreachable(readTies));
    const { user } = renderScreen(<BanksSection />);
    expect(
      await screen.findByText(
        /^Impossible de charger les soldes des comptes\. Connexion au serveur impossible/,
      ),
    ).toBeVisible();
    network.stub(answers(readTies, ties()));
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("Aucun compte bancaire pour le moment")).toBeVisible();
    expect(screen.getByRole("link", { name: "Importer un relevé" })).toBeVisible();
  });
});

describe("a bank account", () => {
  const sent: StubbedCall[] = [];
  beforeEach(() => void sent.splice(0));
  const taken = (call: StubbedCall) => {
    sent.push(call);
    return account!;
  };
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  const save = () => screen.getByRole("button", { name: "Enregistrer" });

  it("is added with its opening balance", async () => {
    network.stub(answers(addBankAccount, taken));
    const { user } = renderScreen(<BanksSection />);
    await user.click(await screen.findByRole("button", { name: "Ajouter un compte" }));
    await screen.findByRole("dialog", { name: "Ajouter un compte bancaire" });
    await user.click(save());
    expect(screen.getByLabelText(/^IBAN ou numéro/)).toHaveAccessibleDescription(
      /Saisissez l’IBAN du compte/,
    );
    expect(screen.getByLabelText(/^Nom du compte/)).toHaveAccessibleDescription(/Indiquez le nom du compte/);
    type("IBAN ou numéro", "FR76 9999 9142 1403 7210 4572 296");
    type("Nom du compte", "Compte courant");
    type("Date du solde", "2026-10-01");
    type("Compte ouvert le", "2026-09-01");
    type("Solde d’ouverture", "mille");
    await user.click(save());
    expect(screen.getByLabelText(/^Solde d’ouverture/)).toHaveAccessibleDescription(/Saisissez un montant/);
    type("Solde d’ouverture", "-1 234,5");
    await user.click(save());
    expect(await screen.findByText("Compte enregistré")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      {
        number: "FR76 9999 9142 1403 7210 4572 296",
        label: "Compte courant",
        bank: "",
        colour: "",
        currency: "EUR",
        opened_on: "2026-09-01",
        opening_date: "2026-10-01",
        opening_balance: "-1234.50",
      },
    ]);
  });

  it("that has no opening balance is offered the one that would fit", async () => {
    const { account: known, ...rest } = aTiedAccount();
    network.stub(
      answers(
        readTies,
        ties({
          ...rest,
          account: { ...known!, opening_date: null, opening_balance: null },
          remarks: [{ kind: "no_opening", proposed: { date: civilDate("2026-10-05"), balance: "100.00" } }],
        }),
      ),
      answers(changeBankAccount, taken),
    );
    const { user } = renderScreen(<BanksSection />);
    expect(await screen.findByText(/il serait de 100,00.€ au 05\/10\/2026/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Modifier le compte Compte courant" }));
    await screen.findByRole("dialog", { name: "Modifier le compte bancaire" });
    await user.click(save());
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({ opening_date: "2026-10-05", opening_balance: "100.00" }),
    );
  });

  it("tells the day on which the bank opened it, and keeps it", async () => {
    const { account: known, ...rest } = aTiedAccount();
    network.stub(
      answers(readTies, ties({ ...rest, account: { ...known!, opened_on: civilDate("2026-09-01") } })),
      answers(changeBankAccount, taken),
    );
    const { user } = renderScreen(<BanksSection />);
    expect(await screen.findByText(/^Compte ouvert le 01\/09\/2026 · Solde d’ouverture au/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Modifier le compte Compte courant" }));
    expect(await screen.findByLabelText(/^Compte ouvert le/)).toHaveValue("01/09/2026");
    await user.click(save());
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ opened_on: "2026-09-01" }));
  });

  it("BANK-33: is not saved without its day while what is typed is none", async () => {
    const { account: known, ...rest } = aTiedAccount();
    network.stub(
      answers(readTies, ties({ ...rest, account: { ...known!, opened_on: civilDate("2026-09-01") } })),
      answers(changeBankAccount, taken),
    );
    const { user } = renderScreen(<BanksSection />);
    await user.click(await screen.findByRole("button", { name: "Modifier le compte Compte courant" }));
    const opened = await screen.findByLabelText(/^Compte ouvert le/);
    fireEvent.change(opened, { target: { value: "31/09/2026" } });
    fireEvent.blur(opened);
    await user.click(save());
    expect(screen.getByText("Saisissez une date, par exemple 24/12/2026.")).toBeVisible();
    expect(sent).toEqual([]);
    fireEvent.change(opened, { target: { value: "30/09/2026" } });
    await user.click(save());
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ opened_on: "2026-09-30" }));
  });

  it("that lots hold keeps its account in the books; what the server refuses is said at its field, and nothing is lost", async () => {
    const { account: known, ...rest } = aTiedAccount();
    network.stub(
      answers(readTies, ties({ ...rest, account: { ...known!, is_posted: true } })),
      fails(changeBankAccount, 400, { number: ["Ce numéro est déjà celui du compte « Livret »."] }),
    );
    const { user } = renderScreen(<BanksSection />);
    await user.click(await screen.findByRole("button", { name: "Modifier le compte Compte courant" }));
    expect(screen.getByLabelText(/^Compte comptable/)).toHaveAttribute("readonly");
    type("Nom du compte", "Autre nom");
    await user.click(save());
    expect(await screen.findByText(/déjà celui du compte « Livret »/)).toBeVisible();
    expect(screen.getByLabelText(/^Nom du compte/)).toHaveValue("Autre nom");
  });
});

describe("the balance of a statement", () => {
  it("is typed for the end of a month", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(stateBalance, ({ body }) => {
        sent.push(body);
        return { date: civilDate("2026-10-31"), balance: "36740.02" };
      }),
    );
    const { user } = renderScreen(<BanksSection />);
    await user.click(await screen.findByRole("button", { name: "Saisir le solde du relevé, octobre 2026" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Solde du relevé" }));
    expect(dialog.getByLabelText(/^À la fin du/)).toHaveValue("31/10/2026");
    fireEvent.change(dialog.getByLabelText(/^Solde/), { target: { value: "36 740,02" } });
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Solde enregistré")).toBeVisible();
    expect(sent).toEqual([{ account_id: 3, date: "2026-10-31", balance: "36740.02" }]);
  });

  it("that cannot be kept says why, and keeps what is typed", async () => {
    network.stub(isUnreachable(stateBalance));
    const { user } = renderScreen(<BanksSection />);
    await user.click(await screen.findByRole("button", { name: "Saisir le solde du relevé, octobre 2026" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Solde du relevé" }));
    fireEvent.change(dialog.getByLabelText(/^Solde/), { target: { value: "12" } });
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }));
    expect(await dialog.findByText(/Connexion au serveur impossible/)).toBeVisible();
    expect(dialog.getByLabelText(/^Solde/)).toHaveValue("12");
  });

  it("opens again after a reload as it was typed, for its own month (FED-6)", async () => {
    const name = "Saisir le solde du relevé, octobre 2026";
    const { user, unmount } = renderScreen(<BanksSection />);
    await user.click(await screen.findByRole("button", { name }));
    const typed = within(await screen.findByRole("dialog", { name: "Solde du relevé" }));
    fireEvent.change(typed.getByLabelText(/^Solde/), { target: { value: "36 740,02" } });
    unmount();
    renderScreen(<BanksSection />);
    const dialog = within(await screen.findByRole("dialog", { name: "Solde du relevé" }));
    expect(dialog.getByText("Saisie rétablie")).toBeVisible();
    expect(dialog.getByLabelText(/^Solde/)).toHaveValue("36 740,02");
    expect(dialog.getByLabelText(/^À la fin du/)).toHaveValue("31/10/2026");
  });

  it("of another year opens again over that year (FED-6)", async () => {
    network.stub(
      answers(readTies, ({ query }) =>
        query.get("year") === "2025"
          ? { ...ties(aTiedAccount({ months: [aTiedMonth({ month: "2025-03" })] })), year: 2025 }
          : ties(aTiedAccount()),
      ),
    );
    const { user, unmount } = renderScreen(<BanksSection />);
    await user.click(await screen.findByRole("button", { name: "Afficher 2025" }));
    await user.click(await screen.findByRole("button", { name: "Saisir le solde du relevé, mars 2025" }));
    const typed = within(await screen.findByRole("dialog", { name: "Solde du relevé" }));
    fireEvent.change(typed.getByLabelText(/^Solde/), { target: { value: "12" } });
    unmount();
    renderScreen(<BanksSection />);
    const dialog = within(await screen.findByRole("dialog", { name: "Solde du relevé" }));
    expect(dialog.getByLabelText(/^À la fin du/)).toHaveValue("31/03/2025");
    expect(dialog.getByLabelText(/^Solde/)).toHaveValue("12");
    expect(await screen.findByRole("row", { name: /mars 2025/, hidden: true })).toBeInTheDocument();
  });
});

it.each([
  ["Ajouter un compte", "Ajouter un compte bancaire"],
  ["Modifier le compte Compte courant", "Modifier le compte bancaire"],
])("an account that was being typed before a reload opens again: « %s » (FED-6)", async (button, title) => {
  const { user, unmount } = renderScreen(<BanksSection />);
  await user.click(await screen.findByRole("button", { name: button }));
  fireEvent.change(await screen.findByLabelText(/^Nom du compte/), { target: { value: "Livret" } });
  unmount();
  renderScreen(<BanksSection />);
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  expect(dialog.getByText("Saisie rétablie")).toBeVisible();
  expect(dialog.getByLabelText(/^Nom du compte/)).toHaveValue("Livret");
});

it("an account of which nothing was typed does not open by itself", async () => {
  renderScreen(<BanksSection />);
  await october();
  expect(screen.queryByRole("dialog")).toBeNull();
});
