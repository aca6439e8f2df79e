import { ownDistributor } from "@bobine/contract/distributors";
import { FIRST_STEPS, type FirstSteps as Answer, readFirstSteps } from "@bobine/contract/first-steps";
import { aCompany } from "@bobine/contract/testing/distributors";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { FirstSteps } from "./first-steps.tsx";

const network = stubNetwork();
const answer = (changes: Partial<Record<string, Partial<Answer["steps"][number]>>>): Answer => ({
  steps: FIRST_STEPS.map((step) => ({ step, state: "done", missing: [], count: 0, ...changes[step] })),
});

beforeEach(() => {
  signIn();
  network.stub(answers(ownDistributor, aCompany({ automation_on: false, has_issued: false })));
});

const card = () => screen.findByRole("region", { name: "Vos premiers pas" });

it("DIST-7: says of each step whether it is done, else why not and where", async () => {
  network.stub(
    answers(
      readFirstSteps,
      answer({
        company: { state: "todo", missing: ["siren", "prefix_vat", "iban"] },
        cinemas: { state: "waiting", count: 2 },
        numbering: { state: "optional" },
        automation: { state: "todo" },
      }),
    ),
  );
  renderScreen(<FirstSteps />);
  const steps = within(await card());
  expect(steps.getAllByText("Fait")).toHaveLength(5);
  expect(steps.getByText(/5 étapes faites sur 8\./)).toBeVisible();
  expect(steps.getByText(/Il manque le SIREN, le numéro de TVA et l’IBAN\./)).toBeVisible();
  const [first] = steps.getAllByRole("link", { name: "Informations du compte" });
  expect(first).toHaveAttribute("href", "/account/overview");
  expect(plainSpaces((await card()).textContent)).toContain(
    "2 cinémas attendent d’être validés par Bobine ;",
  );
  expect(steps.getByRole("button", { name: /Active/ })).toBeVisible();
  expect(steps.queryByRole("link", { name: "Importer un rapport" })).toBeNull();
});

it("shows nothing once an invoice was issued", async () => {
  network.stub(answers(ownDistributor, aCompany({ has_issued: true })), fails(readFirstSteps, 500));
  renderScreen(
    <>
      <FirstSteps />
      <p>la suite</p>
    </>,
  );
  expect(await screen.findByText("la suite")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Vos premiers pas" })).toBeNull();
});

it("says that the steps could not be loaded, and tries again", async () => {
  network.stub(fails(readFirstSteps, 500));
  const { user } = renderScreen(<FirstSteps />);
  expect(await screen.findByText("Impossible de charger vos premiers pas.")).toBeVisible();
  network.stub(answers(readFirstSteps, answer({})));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await card()).toBeVisible();
});

it("leads who waits for its validation to no button that is not there", async () => {
  network.stub(
    answers(ownDistributor, aCompany({ has_issued: false, validation_status: "prospect" })),
    answers(readFirstSteps, answer({ automation: { state: "todo" } })),
  );
  renderScreen(<FirstSteps />);
  const steps = within(await card());
  expect(steps.getByText(/Possible dès que Bobine aura validé votre compte/)).toBeVisible();
  expect(steps.queryByRole("button")).toBeNull();
});

it.each([
  ["validated", "done", "Les rapports importés attendent d’être facturés."],
  [
    "validated",
    "todo",
    "Les rapports que vous importerez ne seront facturés qu’une fois la facturation en marche.",
  ],
  [
    "prospect",
    "done",
    "Possible dès que Bobine aura validé votre compte ; les rapports importés attendent jusque-là.",
  ],
  ["prospect", "todo", "Possible dès que Bobine aura validé votre compte."],
] as const)(
  "DIST-7: a %s company whose report is %s is told what automation waits for",
  async (validation_status, report, reason) => {
    network.stub(
      answers(ownDistributor, aCompany({ automation_on: false, has_issued: false, validation_status })),
      answers(readFirstSteps, answer({ report: { state: report }, automation: { state: "todo" } })),
    );
    renderScreen(<FirstSteps />);
    const step = within(await card()).getByText("Mettre en marche la facturation").parentElement;
    expect(
      plainSpaces(step?.textContent ?? "")
        .replace(/Bouton.*/, "")
        .trim(),
    ).toBe(`Mettre en marche la facturation${reason}`);
  },
);

it.each([
  [
    "prospect",
    { state: "waiting", is_asked: true },
    "Bobine attend un complément : votre dossier dit ce qui vous est demandé.",
  ],
  ["refused", { state: "todo" }, "Votre inscription a été refusée : votre dossier dit pourquoi."],
] as const)(
  "DIST-7: a %s company whose turn it is is told so, and why",
  async (validation_status, validation, reason) => {
    network.stub(
      answers(ownDistributor, aCompany({ has_issued: false, validation_status })),
      answers(readFirstSteps, answer({ validation })),
    );
    renderScreen(<FirstSteps />);
    const step = within(await card()).getByText("Faire valider votre compte").parentElement;
    expect(plainSpaces(step?.textContent ?? "")).toBe(
      `Faire valider votre compte${reason} Dossier d’inscription`,
    );
    expect(step?.previousElementSibling).toHaveTextContent("À faire");
  },
);

it("SEC-22: offers a viewer no import, no bank and no button, and leads to what everybody reads", async () => {
  signIn({ role: "viewer" });
  const todo = { state: "todo" } as const;
  network.stub(
    answers(readFirstSteps, answer({ mentions: todo, report: todo, bank: todo, automation: todo })),
  );
  renderScreen(<FirstSteps />);
  const steps = within(await card());
  expect(steps.getByText(/^Vos encaissements seront rapprochés/)).toBeVisible();
  expect(steps.getAllByRole("link").map((link) => link.textContent)).toEqual(["Options de facturation"]);
  expect(steps.queryByRole("button")).toBeNull();
});
