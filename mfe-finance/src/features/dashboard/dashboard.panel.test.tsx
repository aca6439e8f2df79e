import { dashboardStats } from "@bobine/contract/dashboard";
import { type DistributorProfile, ownDistributor, switchAutomation } from "@bobine/contract/distributors";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { DashboardPanel } from "./dashboard.panel.tsx";

const network = stubNetwork();

const aCompany = (automation_on: boolean): DistributorProfile => ({
  id: 1,
  name: "Lumen Films Distribution",
  admin_email: "compta@lumen-films.example",
  address: "",
  post_code: "",
  city: "",
  phone: "",
  siren: "",
  vat_number: "",
  prefix_vat: "",
  iban: "",
  secondary_iban: "",
  communication_email: null,
  automation_on,
});

beforeEach(() => {
  signIn();
  network.stub(
    answers(dashboardStats, [
      { category: "Mégascope", kind: "group", total: "34635.10", due: "0.00" },
      { category: "TOTAL", kind: "total", total: "34635.10", due: "0.00" },
    ]),
    answers(ownDistributor, aCompany(true)),
  );
});

it("shows what is pending, by group", async () => {
  renderScreen(<DashboardPanel />);
  const row = await screen.findByRole("row", { name: /Mégascope/ });
  expect(plainSpaces(row.textContent)).toContain("34 635,10 €");
});

it("shows Pause while automation is on, and Active once it is paused", async () => {
  network.stub(answers(switchAutomation, aCompany(false)));
  const { user } = renderScreen(<DashboardPanel />);
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByRole("button", { name: "Active" })).toBeVisible();
  expect(screen.getByText("En pause")).toBeVisible();
});

it("says that it could not be changed, and stays as it is", async () => {
  network.stub(fails(switchAutomation, 500));
  const { user } = renderScreen(<DashboardPanel />);
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByText("Failed to update automation status.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Pause" })).toBeVisible();
});
