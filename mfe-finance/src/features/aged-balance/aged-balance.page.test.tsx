import { civilDate, civilDateInParis } from "@bobine/contract/civil-date";
import {
  type AgedAmounts,
  type AgedBalance,
  exportAgedBalance,
  printAgedBalance,
  readAgedBalance,
} from "@bobine/contract/client-accounts";
import { type GroupMerge, listGroupMerges, mergeGroups } from "@bobine/contract/group-merges";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  type StubbedCall,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AgedBalancePage } from "./aged-balance.page.tsx";

const amounts = (changes: Partial<AgedAmounts>): AgedAmounts => ({
  not_due: "0.00",
  days_1_30: "0.00",
  days_31_60: "0.00",
  days_61_90: "0.00",
  over_90_days: "0.00",
  unapplied: "0.00",
  balance: "0.00",
  ...changes,
});

const aBalance = (changes: Partial<AgedBalance> = {}): AgedBalance => ({
  on: civilDate("2026-12-31"),
  amounts: amounts({ not_due: "100.00", over_90_days: "1400.00", balance: "1500.00" }),
  client_count: 3,
  groups: [
    {
      group: "Ciné Nord",
      amounts: amounts({ over_90_days: "1400.00", balance: "1400.00" }),
      clients: [
        {
          client_account: "411BEFFROI",
          client_name: "SARL Beffroi Cinés",
          amounts: amounts({ over_90_days: "1310.00", balance: "1310.00" }),
        },
        {
          client_account: "411PALACE",
          client_name: "SARL Palace",
          amounts: amounts({ over_90_days: "90.00", balance: "90.00" }),
        },
      ],
    },
    {
      group: "",
      amounts: amounts({ not_due: "100.00", balance: "100.00" }),
      clients: [
        {
          client_account: "411REX",
          client_name: "SARL Rex",
          amounts: amounts({ not_due: "100.00", balance: "100.00" }),
        },
      ],
    },
  ],
  ...changes,
});

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(readAgedBalance, aBalance()), answers(listGroupMerges, { results: [] }));
});

afterEach(() => {
  vi.useRealTimers();
});

const show = (at = "/clients") => renderScreen(<AgedBalancePage />, { at });

describe("the aged balance (CLI-4)", () => {
  it("lists clients, who owes most first, with the sums of all", async () => {
    show();
    await screen.findByRole("link", { name: "SARL Rex" });
    const table = screen.getByRole("table", { name: "Balance âgée des clients" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getByRole("link").textContent)).toEqual([
      "SARL Beffroi Cinés",
      "SARL Rex",
      "SARL Palace",
    ]);
    expect(within(table).getByRole("link", { name: "SARL Rex" })).toHaveAttribute("href", "/clients/411REX");
    expect(plainSpaces(screen.getByRole("region", { name: "Total, 3 clients" }).textContent)).toContain(
      "Solde dû1 500,00 €",
    );
  });

  it("shows groups with their clients, and finds by name, account and group", async () => {
    const { user, address } = show();
    await screen.findByRole("table", { name: "Balance âgée des clients" });
    await user.click(screen.getByRole("radio", { name: "Par groupe" }));
    const groups = await screen.findByRole("table", { name: "Balance âgée des groupes" });
    await user.click(within(groups).getByRole("button", { name: /détail de Ciné Nord/ }));
    const members = await screen.findByRole("table", { name: "Clients de Ciné Nord" });
    expect(within(members).getByRole("link", { name: "SARL Palace" })).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Chercher un client" }), "411rex");
    await waitFor(() => expect(screen.queryByText("Ciné Nord")).toBeNull());
    expect(screen.getByText("Sans groupe")).toBeVisible();
    expect(address()).toBe("/clients?view=groups&search=411rex");
  });

  it("asks for the day of the address, which one chooses", async () => {
    const asked: (string | null)[] = [];
    network.stub(
      answers(readAgedBalance, ({ query }: StubbedCall) => {
        asked.push(query.get("on"));
        return aBalance();
      }),
    );
    const { address } = show("/clients?on=2026-06-30");
    const day = await screen.findByLabelText("À la date du");
    expect(day).toHaveValue("30/06/2026");
    fireEvent.change(day, { target: { value: "31/03/2026" } });
    await waitFor(() => expect(asked).toEqual(["2026-06-30", "2026-03-31"]));
    expect(address()).toBe("/clients?on=2026-03-31");
  });

  it("says the day of its balance in a tab that was open over midnight, and makes its files of that day (UI-24)", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-30T21:00:00+01:00") });
    const asked: (string | null)[] = [];
    const today = () => civilDateInParis(new Date());
    network.stub(
      answers(readAgedBalance, () => aBalance({ on: today() })),
      answers(exportAgedBalance, ({ query }: StubbedCall) => {
        asked.push(query.get("on"));
        return new Response("x", { headers: { "content-type": "text/csv" } });
      }),
    );
    URL.createObjectURL = () => "blob:balance";
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const { user, address } = show();
    await screen.findByRole("table", { name: "Balance âgée des clients" });
    const day = screen.getByLabelText("À la date du");
    expect(day).toHaveValue("30/11/2026");
    vi.setSystemTime(new Date("2026-12-01T07:30:00+01:00"));
    fireEvent(window, new Event("visibilitychange"));
    await waitFor(() => expect(day).toHaveValue("01/12/2026"));
    await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
    await waitFor(() => expect(asked).toEqual(["2026-12-01"]));
    fireEvent.change(day, { target: { value: "30/11/2026" } });
    await waitFor(() => expect(address()).toBe("/clients?on=2026-11-30"));
    fireEvent.change(day, { target: { value: "01/12/2026" } });
    await waitFor(() => expect(address()).toBe("/clients"));
  });

  it("keeps its day while what is typed is none, which stays and is said (UI-24)", async () => {
    const asked: (string | null)[] = [];
    network.stub(
      answers(readAgedBalance, ({ query }: StubbedCall) => {
        asked.push(query.get("on"));
        return aBalance();
      }),
    );
    const { user, address } = show("/clients?on=2026-06-30");
    const day = await screen.findByLabelText("À la date du");
    await user.clear(day);
    await user.type(day, "31/02/2026{Enter}");
    expect(day).toHaveValue("31/02/2026");
    expect(screen.getByText("Saisissez une date, par exemple 24/12/2026.")).toBeVisible();
    await user.clear(day);
    await user.tab();
    expect(day).toHaveValue("30/06/2026");
    expect(screen.queryByText("Saisissez une date, par exemple 24/12/2026.")).toBeNull();
    expect([asked, address()]).toEqual([["2026-06-30"], "/clients?on=2026-06-30"]);
  });

  it("makes no file while what is typed is no day: it would be of another one than the field shows (UI-24)", async () => {
    network.stub(answers(readAgedBalance, aBalance()));
    const { user } = show("/clients?on=2026-06-30");
    const day = await screen.findByLabelText("À la date du");
    const files = () => ["PDF", "CSV"].map((name) => screen.getByRole("button", { name: new RegExp(name) }));
    await waitFor(() => expect(files()[0]).toBeEnabled());
    await user.clear(day);
    await user.type(day, "31/02/2026{Enter}");
    for (const button of files()) expect(button).toBeDisabled();
    await user.clear(day);
    await user.type(day, "30/04/2026{Enter}");
    await waitFor(() => expect(files()[0]).toBeEnabled());
    expect(files()[1]).toBeEnabled();
  });

  it("says when nobody owes anything, and tries again when it could not be loaded", async () => {
    network.stub(isUnreachable(readAgedBalance));
    const { user } = show();
    const retry = await screen.findByRole("button", { name: "Réessayer" });
    network.stub(answers(readAgedBalance, aBalance({ groups: [], client_count: 0, amounts: amounts({}) })));
    await user.click(retry);
    expect(await screen.findByText("Aucun client ne doit rien à cette date.")).toBeVisible();
    // DIST-7: it offers what fills it.
    expect(screen.getByRole("link", { name: "Importer un rapport" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Importer une liste de factures" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Exporter en CSV" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Exporter en PDF" })).toBeDisabled();
  });

  it("saves a file for a spreadsheet and one for paper, of the day that shows", async () => {
    URL.createObjectURL = () => "blob:balance";
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const file = (type: string) => () => new Response("x", { headers: { "content-type": type } });
    network.stub(
      answers(exportAgedBalance, file("text/csv")),
      answers(printAgedBalance, file("application/pdf")),
    );
    const { user } = show("/clients?on=2026-12-31");
    await screen.findByRole("table", { name: "Balance âgée des clients" });
    await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
    await user.click(screen.getByRole("button", { name: "Exporter en PDF" }));
    await waitFor(() =>
      expect(saved.toSorted()).toEqual(["balance-agee_2026-12-31.csv", "balance-agee_2026-12-31.pdf"]),
    );
    network.stub(fails(printAgedBalance, 503));
    await user.click(screen.getByRole("button", { name: "Exporter en PDF" }));
    expect(await screen.findByText("Impossible d’établir le PDF de la balance âgée.")).toBeVisible();
  });
});

describe("groups that are written in several ways (CLI-5)", () => {
  const merge: GroupMerge = {
    proposed: "Ciné Nord",
    names: [
      { name: "Ciné Nord", cinema_count: 4 },
      { name: "CINÉ NORD", cinema_count: 1 },
    ],
  };
  beforeEach(() => network.stub(answers(listGroupMerges, { results: [merge] })));

  it("are told to staff, with whom to ask", async () => {
    show("/clients?view=groups");
    expect(plainSpaces((await screen.findByText(/CINÉ NORD/)).textContent)).toBe(
      "« Ciné Nord » (4 cinémas) et « CINÉ NORD » (1 cinéma)",
    );
    expect(screen.getByText(/Un administrateur Bobine peut les fusionner/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Fusionner/ })).toBeNull();
  });

  it("are merged by a super admin, after a question", async () => {
    signInAsSuperAdmin({ distributorId: 1 });
    const sent: unknown[] = [];
    network.stub(
      answers(mergeGroups, async ({ body }: StubbedCall) => {
        sent.push(body);
        return { changed: 1, message: "1 cinéma mis dans le groupe." };
      }),
    );
    const { user } = show("/clients?view=groups");
    await user.click(await screen.findByRole("button", { name: /^Fusionner sous/ }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(/pour les cinémas de tous les distributeurs/);
    network.stub(answers(listGroupMerges, { results: [] }));
    await user.click(within(dialog).getByRole("button", { name: "Fusionner" }));
    await waitFor(() => expect(screen.queryByText(/CINÉ NORD/)).toBeNull());
    expect(sent).toEqual([{ name: "Ciné Nord" }]);
  });
});
