import type { LineOrigin } from "@bobine/contract/line-evidence";
import { renderScreen, signIn } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { LineFacts } from "./line-facts.tsx";

beforeEach(() => void signIn());

const told = (origin: LineOrigin, amount: string) => {
  const { container } = renderScreen(<LineFacts origin={origin} amount={amount} />);
  return [...container.querySelectorAll("dl > div")].map((fact) =>
    plainSpaces([...fact.children].map((child) => child.textContent).join(": ")),
  );
};

describe("what a bank tells of a line (BANK-37)", () => {
  it("has a name for each fact, and its account where there are several", () => {
    const evidence = {
      party_name: "SARL BEFFROI CINES",
      party_iban: "FR1420041010050500013M02606",
      references: ["F26000123", "RF18000000000539007547034"],
      end_to_end_id: "E2E-77",
      payment_type: "PMNT RCDT ESCT",
    };
    expect(told({ account_label: "Livret", evidence }, "10.00")).toEqual([
      "Compte bancaire: Livret",
      "Donneur d’ordre: SARL BEFFROI CINES",
      "IBAN: FR14 2004 1010 0505 0001 3M02 606",
      "Références: F26000123, RF18000000000539007547034",
      "Identifiant du virement: E2E-77",
      "Type d’opération: PMNT RCDT ESCT",
    ]);
  });

  it("calls the other party of a debit the payee, and leaves out what is not told", () => {
    expect(told({ account_label: "", evidence: { party_name: "URSSAF" } }, "-10.00")).toEqual([
      "Bénéficiaire: URSSAF",
    ]);
  });

  it("is nothing when nothing is told", () => {
    told({ account_label: "", evidence: null }, "10.00");
    expect(screen.queryByLabelText("Ce que dit la banque")).toBeNull();
  });
});
