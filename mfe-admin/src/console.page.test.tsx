import { listConsoleArchives, listConsoleLog } from "@bobine/contract/audit";
import { listCinemas } from "@bobine/contract/cinemas";
import { listDistributors } from "@bobine/contract/distributors";
import { answers, renderScreen, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ConsolePage } from "./console.page.tsx";
import { aCinema } from "@bobine/contract/testing/cinemas";
import { listed } from "@bobine/contract/testing/lists";

const network = stubNetwork();
beforeEach(() => void signInAsSuperAdmin());

it("keeps its tab in the address, and what each tab shows", async () => {
  network.stub(answers(listDistributors, []), answers(listCinemas, listed(aCinema())));
  const { user, address } = renderScreen(<ConsolePage />, { at: "/super-admin?distributor_filter=lumen" });
  expect(await screen.findByRole("heading", { name: "Gestion des Distributeurs" })).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Cinémas" }));
  expect(await screen.findByRole("heading", { name: "Gestion des Cinemas" })).toBeVisible();
  expect(address()).toBe("/super-admin?distributor_filter=lumen&tab=cinemas");
  await user.click(screen.getByRole("tab", { name: "Distributeurs" }));
  expect(address()).toBe("/super-admin?distributor_filter=lumen");
});

it("has the console's own log as its last tab, loaded when it is opened (UI-14)", async () => {
  network.stub(
    answers(listDistributors, []),
    answers(listConsoleLog, listed()),
    answers(listConsoleArchives, { results: [] }),
  );
  const { address } = renderScreen(<ConsolePage />, { at: "/super-admin" });
  const tab = await screen.findByRole("tab", { name: "Journal" });
  expect(screen.getAllByRole("tab").at(-1)).toBe(tab);
  // Its code arrives later: what waits for it is React's to hear of.
  await act(async () => tab.click());
  expect(await screen.findByRole("heading", { name: "Journal de la console" })).toBeVisible();
  expect(address()).toBe("/super-admin?tab=log");
});
