import { listBankAccounts } from "@bobine/contract/bank-accounts";
import { aBankAccount } from "@bobine/contract/testing/banking";
import { answers, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ACCOUNT_FILTER_TEXTS, AccountFilter } from "./account-filter.tsx";
import { AccountName } from "./account-name.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(
    answers(listBankAccounts, {
      results: [
        aBankAccount({ id: 3, label: "Courant", colour: "teal" }),
        aBankAccount({ id: 4, label: "Livret", ledger_account: "512200" }),
        aBankAccount({ id: 5, label: "Double", ledger_account: "512300", colour: "grape" }),
        aBankAccount({ id: 6, label: "Double", ledger_account: "512400" }),
      ],
    }),
  );
});

const dotsIn = (element: HTMLElement): (string | null)[] =>
  [...element.querySelectorAll("[aria-hidden][style]")].map((dot) => dot.getAttribute("style"));

describe("the colour of an account (BANK-38)", () => {
  it("stands before its name, where no other account has that name", async () => {
    const { container } = renderScreen(
      <>
        <AccountName label="Courant" />
        <AccountName label="Livret" />
        <AccountName label="Double" />
      </>,
    );
    await waitFor(() => expect(dotsIn(container)).toEqual([expect.stringContaining("teal")]));
    expect(container).toHaveTextContent("CourantLivretDouble");
  });

  it("stands before each account that a list can be narrowed to", async () => {
    const { user } = renderScreen(
      <AccountFilter label={ACCOUNT_FILTER_TEXTS.account} value={undefined} onChange={() => undefined} />,
    );
    await user.click(await screen.findByRole("combobox", { name: ACCOUNT_FILTER_TEXTS.account }));
    const options = await screen.findAllByRole("option");
    expect(options.map((option) => [option.textContent, dotsIn(option).length])).toEqual([
      ["Tous les comptes", 0],
      ["Courant (512100)", 1],
      ["Livret (512200)", 0],
      ["Double (512300)", 1],
      ["Double (512400)", 0],
    ]);
  });
});
