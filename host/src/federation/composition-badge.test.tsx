import { openComposition } from "@bobine/contract/build-reports";
import { aRegistry } from "@bobine/contract/testing/registry";
import {
  answers,
  fails,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { CompositionBadge } from "./composition-badge.tsx";
import { FederationContext } from "./federation-context.ts";
import { createRemoteLoader } from "./remote-loader.ts";

const ID = "0123456789abcdef";
const network = stubNetwork();
afterEach(() => sessionStorage.clear());

function show(replayed?: { id: string; missing: string[] }) {
  const registry = { ...aRegistry(), ...(replayed ? { replayed } : {}) };
  return renderScreen(
    <FederationContext value={{ registry, loader: createRemoteLoader({ host: registry.host }) }}>
      <CompositionBadge asked={ID} />
    </FederationContext>,
  );
}
const badge = () => screen.findByRole("complementary", { name: "Page rejouée" });

it("says that what one sees is not what is live, and which builds are gone (FED-28)", async () => {
  signInAsSuperAdmin();
  show({ id: ID, missing: ["mfe-old aaaaaaaaaaaa"] });
  expect(await badge()).toHaveTextContent(/introuvables.: mfe-old aaaaaaaaaaaa/);
  expect(screen.getByRole("button", { name: "Revenir aux builds en service" })).toBeVisible();
});

it("asks for nothing for who may not replay pages", async () => {
  signIn();
  show();
  expect(await badge()).toHaveTextContent("réservée aux super administrateurs");
});

it("says when the builds are not known any more", async () => {
  signInAsSuperAdmin();
  network.stub(fails(openComposition, 404, { detail: "Introuvable." }));
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Ouvrir avec ces builds" }));
  expect(await screen.findByText(/ses builds ne sont plus connus/)).toBeVisible();
});

it("runs nothing by a link alone: a super admin says so first, and is told that it has their rights (FED-28)", async () => {
  signInAsSuperAdmin();
  let asked = 0;
  network.stub(
    answers(openComposition, () => {
      asked += 1;
      return undefined;
    }),
  );
  show();
  expect(await badge()).toHaveTextContent(
    /les builds qu’un utilisateur avait lors d’une panne.: ils s’exécuteront avec vos droits/,
  );
  expect(asked).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Ouvrir avec ces builds" }));
  await waitFor(() => expect(asked).toBe(1));
});

it("does not load the page again and again in a browser that keeps no cookie", async () => {
  signInAsSuperAdmin();
  let asked = 0;
  network.stub(
    answers(openComposition, () => {
      asked += 1;
      return undefined;
    }),
  );
  sessionStorage.setItem("bobine.replay", ID);
  show();
  expect(await screen.findByText(/ce navigateur refuse les cookies/)).toBeVisible();
  expect(asked).toBe(0);
});
