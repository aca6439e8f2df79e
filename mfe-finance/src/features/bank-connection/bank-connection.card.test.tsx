import { listUserActions } from "@bobine/contract/user-actions";
import { routeKey } from "@bobine/shared-auth";
import {
  connectionStatus,
  disconnectBank,
  startBankConnection,
  syncTransactions,
} from "@bobine/contract/bank-connection";
import { readFirstSteps } from "@bobine/contract/first-steps";
import { productSettings, provideProductSettings } from "@bobine/shared-auth";
import { answers, fails, OtherScreen, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aBank, noBank } from "@bobine/contract/testing/banking";
import { SlowList } from "../../slow-list.testing.tsx";
import { notifyReturnFromBank } from "./other-tab.ts";
import { BankAccountPage } from "./bank-account.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  provideProductSettings({
    ...productSettings(),
    providerPages: { card: [], bank: ["https://bank.example"] },
  });
});

const show = (at = "/account/bank") => renderScreen(<BankAccountPage />, { at });
const find = (name: string) => screen.findByRole("button", { name });

/** The tab that the browser gives, as far as it is used. */
function aTab() {
  const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  return { tab, open };
}

describe("connecting a bank", () => {
  beforeEach(() => network.stub(answers(connectionStatus, noBank)));

  it("opens the address that the server gives in a new tab", async () => {
    const { tab, open } = aTab();
    network.stub(answers(startBankConnection, { redirect_url: "https://bank.example/session/7" }));
    const { user } = show();
    expect(await screen.findByText("Aucune banque n’est connectée.")).toBeVisible();
    await user.click(await find("Connecter ma banque"));
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith("https://bank.example/session/7"));
    expect(open).toHaveBeenCalledWith("", "_blank");
    expect(tab.opener).toBeNull();
    expect(screen.getByText(/La page de votre banque est ouverte/)).toBeVisible();
  });

  it.each(["javascript:alert(1)", "https://ailleurs.example/session/7"])(
    "never opens %s, which is no page of the bank aggregator",
    async (url) => {
      const { tab } = aTab();
      network.stub(answers(startBankConnection, { redirect_url: url }));
      const { user } = show();
      await user.click(await find("Connecter ma banque"));
      expect(await screen.findByText(/La connexion à la banque n’a pas pu être lancée/)).toBeVisible();
      expect(tab.location.replace).not.toHaveBeenCalled();
      expect(tab.close).toHaveBeenCalled();
    },
  );

  it("says nothing more of the other tab once the bank is connected", async () => {
    aTab();
    let connection = noBank;
    network.stub(
      answers(connectionStatus, () => connection),
      answers(startBankConnection, () => {
        connection = aBank();
        return { redirect_url: "https://bank.example/session/7" };
      }),
    );
    const { user } = show();
    await user.click(await find("Connecter ma banque"));
    expect(await screen.findByText("Banque de démonstration", undefined, { timeout: 6_000 })).toBeVisible();
    expect(screen.queryByText(/La page de votre banque est ouverte/)).toBeNull();
  });

  it("gives a link where the browser allows no new tab", async () => {
    vi.spyOn(window, "open").mockReturnValue(null);
    network.stub(answers(startBankConnection, { redirect_url: "https://bank.example/session/7" }));
    const { user } = show();
    await user.click(await find("Connecter ma banque"));
    expect(await screen.findByRole("link", { name: "Ouvrir la page de la banque" })).toHaveAttribute(
      "href",
      "https://bank.example/session/7",
    );
  });

  it.each([
    ["its own sentence", 500, {}, "La connexion à la banque n’a pas pu être lancée. Veuillez réessayer."],
    [
      "the server's reason after it",
      400,
      { error: "Le service est en travaux." },
      "La connexion à la banque n’a pas pu être lancée. Veuillez réessayer. Le service est en travaux.",
    ],
  ])("alerts with %s when it could not start, and leaves no empty tab", async (_, status, body, sentence) => {
    const { tab } = aTab();
    network.stub(fails(startBankConnection, status, body));
    const { user } = show();
    await user.click(await find("Connecter ma banque"));
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
    expect(tab.close).toHaveBeenCalled();
  });

  it("says that the bank is connected", async () => {
    network.stub(answers(connectionStatus, aBank({ status: "syncing" })));
    show("/account/bank?result=connected");
    expect(await screen.findByText(/Votre banque est connectée/)).toBeVisible();
    await find("Déconnecter");
    expect(screen.getByText(/Votre banque est connectée/)).toBeVisible();
  });

  it.each([
    ["refused", "La connexion a été abandonnée ou refusée par la banque."],
    ["invalid", "Ce retour de la banque n’est plus valable."],
    ["unavailable", "Le service bancaire est momentanément indisponible."],
  ])("says what the bank answered: %s", async (result, sentence) => {
    show(`/account/bank?result=${result}`);
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
  });
});

describe("what the bank answered is told while it is so", () => {
  it.each([
    ["connected", noBank, /Votre banque est connectée/],
    ["refused", aBank(), /abandonnée ou refusée/],
    ["invalid", aBank(), /n’est plus valable/],
    ["unavailable", aBank(), /momentanément indisponible/],
  ])("%s, and no longer", async (result, connection, sentence) => {
    network.stub(answers(connectionStatus, connection));
    show(`/account/bank?result=${result}`);
    await screen.findByRole("button", { name: /Connecter ma banque|Déconnecter/ });
    expect(screen.queryByText(sentence)).toBeNull();
  });
});

it("says that the connection could not be read, and tries again", async () => {
  network.stub(fails(connectionStatus, 500));
  const { user } = show();
  expect(await screen.findByText("Failed to fetch bank connection status.")).toBeVisible();
  network.stub(answers(connectionStatus, aBank()));
  await user.click(await find("Réessayer"));
  expect(await screen.findByText("Banque de démonstration")).toBeVisible();
  expect(screen.queryByText("Failed to fetch bank connection status.")).toBeNull();
});

it.each([
  ["warning", "La connexion à la banque prend fin le 30/11/2026."],
  ["action_required", "La banque refuse les identifiants. Reconnectez votre compte."],
] as const)("%s: says what the bank wants, and offers to connect again", async (status, message) => {
  network.stub(answers(connectionStatus, aBank({ status, message })));
  show();
  expect(await screen.findByText(message)).toBeVisible();
  expect(await find("Reconnecter ma banque")).toBeEnabled();
});

describe("synchronising", () => {
  it("follows the job to its end, tells what it brought, and has the other screens read again", async () => {
    let connection = aBank();
    network.stub(
      answers(connectionStatus, () => connection),
      answers(syncTransactions, () => {
        connection = aBank({ status: "syncing", sync: { state: "running", lines_read: 120 } });
        return { status: "started" as const, message: "Synchronisation en cours" };
      }),
    );
    const { user } = renderScreen(
      <>
        <BankAccountPage />
        <OtherScreen queryKey={routeKey(listUserActions, { query: { page: 9 } })} />
      </>,
      { at: "/account/bank" },
    );
    await user.click(await find("Synchroniser les opérations"));
    expect(await screen.findByText("Synchronisation en cours… 120 opérations lues")).toBeVisible();
    expect(await find("Synchroniser les opérations")).toBeDisabled();
    connection = aBank({
      sync: {
        stats: {
          imported: 1_204,
          duplicates: 3,
          updated: 0,
          removed: 0,
          auto_reconciled: 80,
          user_actions_created: 12,
          unmatched: 4,
        },
      },
    });
    const result = await screen.findByRole(
      "region",
      { name: "Résultat de la dernière synchronisation" },
      { timeout: 4_000 },
    );
    expect(plainSpaces(result.textContent)).toContain("Opérations importées1 204");
    expect(await screen.findByText("lu 2 fois")).toBeVisible();
  });

  it.each([
    ["alone when the server gives no reason", 500, {}, "Could not process transactions."],
    [
      "with the server's error",
      400,
      { error: "La banque ne répond pas." },
      "Could not process transactions.La banque ne répond pas.",
    ],
  ])("a refusal shows its sentence %s", async (_, status, body, text) => {
    network.stub(answers(connectionStatus, aBank()), fails(syncTransactions, status, body));
    const { user } = show();
    await user.click(await find("Synchroniser les opérations"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(text);
  });

  it("a job that failed shows why", async () => {
    network.stub(
      answers(connectionStatus, aBank({ sync: { state: "failed", error: "La banque a refusé l’accès." } })),
    );
    show();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Could not process transactions.");
    expect(alert).toHaveTextContent("La banque a refusé l’accès.");
  });
});

describe("disconnecting", () => {
  it("asks first; no disconnects nothing", async () => {
    network.stub(answers(connectionStatus, aBank()));
    const { user } = show();
    await user.click(await find("Déconnecter"));
    const dialog = await screen.findByRole("dialog", { name: "Déconnecter la banque" });
    expect(plainSpaces(dialog.textContent)).toContain(
      "Déconnecter votre banque ? Les opérations déjà importées seront conservées.",
    );
    await user.click(within(dialog).getByRole("button", { name: "Annuler" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("ends the connection", async () => {
    let connection = aBank();
    network.stub(
      answers(connectionStatus, () => connection),
      answers(disconnectBank, () => {
        connection = noBank;
        return { message: "Banque déconnectée" };
      }),
    );
    const { user } = show();
    await user.click(await find("Déconnecter"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Déconnecter" }));
    expect(await find("Connecter ma banque")).toBeVisible();
  });

  it("says that it is done, also when another list is slow to be read again (TXT-6)", async () => {
    let connection = aBank();
    network.stub(
      answers(connectionStatus, () => connection),
      answers(disconnectBank, () => {
        connection = noBank;
        return { message: "Banque déconnectée" };
      }),
    );
    const { user } = renderScreen(
      <>
        <BankAccountPage />
        <SlowList queryKey={routeKey(readFirstSteps)} />
      </>,
    );
    await user.click(await find("Déconnecter"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Déconnecter" }));
    expect(await screen.findByText("Banque déconnectée")).toBeVisible();
    expect(await find("Connecter ma banque")).toBeVisible();
  });

  it("says that it could not, in the dialog", async () => {
    network.stub(answers(connectionStatus, aBank()), fails(disconnectBank, 500));
    const { user } = show();
    await user.click(await find("Déconnecter"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Déconnecter" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Could not disconnect the bank connection. Please try again.",
    );
  });
});

it("SEC-22: a viewer is told whom to ask, and is led to no import", async () => {
  signIn({ role: "viewer" });
  network.stub(answers(connectionStatus, noBank));
  show();
  expect(await screen.findByText(/demandez à un administrateur ou à un comptable/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Importer un relevé par fichier" })).toBeNull();
});

describe("several banks (AGG-8)", () => {
  const [first] = aBank().banks;
  const two = aBank({
    banks: [
      { ...first!, id: 1 },
      {
        ...first!,
        id: 2,
        bank_name: "Banque du Port",
        status: "action_required",
        message: "La banque refuse les identifiants. Reconnectez votre compte.",
      },
    ],
  });
  const block = (name: string) => screen.findByRole("region", { name });

  it("stand one below the other, each with its state and its buttons", async () => {
    const asked: string[] = [];
    network.stub(
      answers(connectionStatus, two),
      answers(syncTransactions, ({ query }) => {
        asked.push(`sync ${query.get("connection_id")}`);
        return { status: "started" as const, message: "" };
      }),
      answers(disconnectBank, ({ query }) => {
        asked.push(`end ${query.get("connection_id")}`);
        return { message: "Banque déconnectée" };
      }),
      answers(startBankConnection, ({ query }) => {
        asked.push(`renew ${query.get("connection_id")}`);
        return { redirect_url: "https://bank.example/session/7" };
      }),
    );
    aTab();
    const { user } = show();
    const [one, other] = [await block("Banque de démonstration"), await block("Banque du Port")];
    expect(within(one).getByText("Connectée")).toBeVisible();
    expect(within(other).getByText("Action requise")).toBeVisible();
    expect(within(other).getByText(/refuse les identifiants/)).toBeVisible();
    await user.click(within(one).getByRole("button", { name: "Synchroniser les opérations" }));
    await user.click(within(other).getByRole("button", { name: "Reconnecter ma banque" }));
    await user.click(within(other).getByRole("button", { name: "Déconnecter" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("Banque du Port");
    await user.click(within(dialog).getByRole("button", { name: "Déconnecter" }));
    await waitFor(() => expect(asked).toEqual(["sync 1", "renew 2", "end 2"]));
  });

  it("no bank is said to be connected once one of them was disconnected", async () => {
    let connection = two;
    network.stub(
      answers(connectionStatus, () => connection),
      answers(disconnectBank, () => {
        connection = aBank({ banks: [{ ...first!, id: 1 }] });
        return { message: "Banque déconnectée" };
      }),
    );
    const { user } = show("/account/bank?result=connected");
    await user.click(within(await block("Banque du Port")).getByRole("button", { name: "Déconnecter" }));
    expect(screen.getByText(/Votre banque est connectée/)).toBeVisible();
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Déconnecter" }));
    await waitFor(() => expect(screen.queryByText(/Votre banque est connectée/)).toBeNull());
    expect(screen.getByText("Banque de démonstration")).toBeVisible();
  });

  it("two accesses to one bank are told apart by their accounts", async () => {
    const twice = aBank({
      banks: [
        { ...first!, id: 1, ibans: ["FR7630004000010000000000005", ""] },
        { ...first!, id: 2, ibans: ["FR7699999000010009876543219"] },
        { ...first!, id: 3, bank_name: "Banque du Port", ibans: [] },
      ],
    });
    network.stub(answers(connectionStatus, twice));
    const { user } = show();
    const mine = await block("Banque de démonstration (…0005)");
    expect(plainSpaces(mine.textContent)).toContain(
      "Comptes lusFR76 3000 4000 0100 0000 0000 005, un compte sans IBAN",
    );
    expect(plainSpaces((await block("Banque du Port")).textContent)).toContain(
      "Comptes lusAucun : un autre accès lit les mêmes",
    );
    const colleagues = await block("Banque de démonstration (…3219)");
    await user.click(within(colleagues).getByRole("button", { name: "Déconnecter" }));
    expect(await screen.findByRole("dialog")).toHaveTextContent("Banque de démonstration (…3219)");
  });

  it("a further one is asked for beside the first, and appears once it is there", async () => {
    let connection = aBank();
    let further: string | null = null;
    network.stub(
      answers(connectionStatus, () => connection),
      answers(startBankConnection, ({ query }) => {
        further = query.get("is_further");
        connection = two;
        return { redirect_url: "https://bank.example/session/7" };
      }),
    );
    aTab();
    const { user } = show();
    await user.click(await find("Connecter une autre banque"));
    expect(await screen.findByText(/La page de votre banque est ouverte/)).toBeVisible();
    expect(further).toBe("true");
    expect(await screen.findByRole("region", { name: "Banque du Port" }, { timeout: 6_000 })).toBeVisible();
  });

  it.each([
    ["refused", /abandonnée ou refusée par la banque/],
    ["connected", /Votre banque est connectée/],
  ] as const)("the tab that waits says what the one that comes back says: %s", async (result, sentence) => {
    network.stub(
      answers(connectionStatus, aBank()),
      answers(startBankConnection, { redirect_url: "https://bank.example/session/7" }),
    );
    aTab();
    const { user } = show();
    await user.click(await find("Connecter une autre banque"));
    expect(await screen.findByText(/La page de votre banque est ouverte/)).toBeVisible();
    notifyReturnFromBank(result);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText(/La page de votre banque est ouverte/)).toBeNull();
  });
});
