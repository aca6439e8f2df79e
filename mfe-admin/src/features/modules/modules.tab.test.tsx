import {
  decideRemote,
  listRemoteKeys,
  listRemotes,
  listRemoteTokens,
  makeRemoteToken,
  readRemoteLog,
  registerRemoteKey,
  revokeRemoteKey,
  revokeRemoteToken,
} from "@bobine/contract/remotes";
import { listDistributorOptions } from "@bobine/contract/distributor-options";
import { aRemoteKey, aRemoteState, aRemoteToken } from "@bobine/contract/testing/remotes";
import { answers, fails, renderScreen, signInAsSuperAdmin, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ModulesTab } from "./modules.tab.tsx";

const network = stubNetwork();
beforeEach(() => void signInAsSuperAdmin());

const show = () => renderScreen(<ModulesTab />, { at: "/super-admin?tab=modules" });
const without = (what: typeof listRemotes | typeof listRemoteTokens | typeof listRemoteKeys) =>
  answers(what, { results: [] });

it("says what is live of each module, since when and for whom (FED-25)", async () => {
  const canary = { build: "5d1c0a77be21", since: "2026-11-29T09:00:00.000Z", share: 10, distributors: [12] };
  network.stub(
    answers(listRemotes, {
      results: [
        aRemoteState({ canary }),
        aRemoteState({ name: "mfe-old", live: null, retired_at: "2026-11-01T09:00:00.000Z" }),
      ],
    }),
    without(listRemoteTokens),
    without(listRemoteKeys),
  );
  show();
  const row = within(await screen.findByRole("row", { name: /^mfe-finance/ }));
  expect(row.getByText("Équipe Finance")).toBeVisible();
  expect(row.getByText("b9305913d1bb")).toBeVisible();
  expect(row.getByText(/^10.% des utilisateurs et distributeur 12$/)).toBeVisible();
  expect(within(screen.getByRole("row", { name: /^mfe-old/ })).getByText("Retiré")).toBeVisible();
});

it("goes back from the build that is live with a reason, and says so", async () => {
  const sent: unknown[] = [];
  network.stub(
    answers(listRemotes, { results: [aRemoteState()] }),
    without(listRemoteTokens),
    without(listRemoteKeys),
    answers(decideRemote, ({ params, body }) => {
      sent.push([params["remote"], body]);
      return { changed: true, state: aRemoteState() };
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: /^Revenir en arrière.*mfe-finance$/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Revenir en arrière" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("Dites pourquoi.");
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText(/^Raison/), "page vide");
  await user.click(dialog.getByRole("button", { name: "Revenir en arrière" }));
  expect(await screen.findByText("Le build d’avant est de nouveau en service")).toBeVisible();
  expect(sent).toEqual([
    ["mfe-finance", { decision: "rollback", from: "b9305913d1bb", to: "4c1f07a9e2d3", reason: "page vide" }],
  ]);
});

it("says before a decision that the trial of another build goes on, and not where it is that build (FED-25)", async () => {
  const { builds } = aRemoteState();
  decides(aRemoteState({ canary: CANARY, builds: [TRIED, ...builds] }));
  const { user } = show();
  for (const action of ["Revenir en arrière", "Mettre en service"]) {
    await user.click(await screen.findByRole("button", { name: `${action}\u00a0: mfe-finance` }));
    const dialog = within(await screen.findByRole("dialog"));
    const build = dialog.getByRole("combobox", { name: /uild$/ });
    for (const [chosen, isOther] of [
      [/^4c1f07a9e2d3 /, true],
      [/^5d1c0a77be21 /, false],
    ] as const) {
      await user.click(build);
      await user.click(await screen.findByRole("option", { name: chosen }));
      expect(dialog.queryByText("L’essai du build 5d1c0a77be21 continue.") !== null).toBe(isOther);
    }
    await user.click(dialog.getByRole("button", { name: "Annuler" }));
  }
});

it("says of the trial of the build that is live that it goes on where another is promoted, and not where that build is left (FED-31)", async () => {
  const { live } = aRemoteState();
  decides(aRemoteState({ name: "host", canary: { ...CANARY, build: live!.build } }));
  const { user } = show();
  for (const [action, goesOn] of [
    ["Mettre en service", true],
    ["Revenir en arrière", false],
  ] as const) {
    await user.click(await screen.findByRole("button", { name: `${action}\u00a0: host` }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("combobox", { name: /uild$/ }));
    await user.click(await screen.findByRole("option", { name: /^4c1f07a9e2d3 / }));
    expect(dialog.queryByText(`L’essai du build ${live!.build} continue.`) !== null).toBe(goesOn);
    await user.click(dialog.getByRole("button", { name: "Annuler" }));
  }
});

it("says why the registry refuses, and loses nothing of what was typed", async () => {
  const detail =
    "Une application en service ne peut pas exécuter ce build\u00a0:\n  api-1:3000: contrat 3.0.0";
  network.stub(
    answers(listRemotes, { results: [aRemoteState()] }),
    without(listRemoteTokens),
    without(listRemoteKeys),
    fails(decideRemote, 409, { detail, code: "refused_by_registry" }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: /^Mettre en service.*mfe-finance$/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/^Raison/), "retour");
  await user.click(dialog.getByRole("button", { name: "Mettre en service" }));
  expect(await dialog.findByText(/ne peut pas exécuter ce build/)).toBeVisible();
  expect(dialog.getByLabelText(/^Raison/)).toHaveValue("retour");
});

it("tells every decision about a module, by whom and why", async () => {
  const entry = {
    at: "2026-11-28T09:00:00.000Z",
    who: "claire",
    action: "promote",
    build: "b9305913d1bb",
    reason: "corrigé",
    details: { from: "abb000000001", forced: ["Contrat 2."] },
  };
  network.stub(
    answers(listRemotes, { results: [aRemoteState()] }),
    without(listRemoteTokens),
    without(listRemoteKeys),
    answers(readRemoteLog, { results: [entry, { ...entry, action: "unheard-of" }] }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Historique\u00a0: mfe-finance" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("Mise en service")).toBeVisible();
  expect(dialog.getByText("unheard-of")).toBeVisible();
  expect(dialog.getAllByText("claire")[0]).toBeVisible();
  expect(dialog.getAllByText("À la place de abb000000001. Forcé malgré : Contrat 2.")[0]).toBeVisible();
});

it("makes a token and shows it once; Escape does not lose it (SEC-26)", async () => {
  const sent: unknown[] = [];
  network.stub(
    without(listRemotes),
    without(listRemoteTokens),
    without(listRemoteKeys),
    answers(makeRemoteToken, ({ body }) => {
      sent.push(body);
      return { ...aRemoteToken(), token: "bobine_rt_secret" };
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Nouveau jeton" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Créer le jeton" }));
  expect(dialog.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
    "Saisissez le nom de l’équipe.",
    "Saisissez au moins un module.",
  ]);
  await user.type(dialog.getByLabelText(/^Équipe/), "Équipe Planning");
  await user.type(dialog.getByLabelText(/^Modules/), "mfe-planning, mfe-affiches,");
  await user.click(dialog.getByLabelText("Mettre en service"));
  await user.click(dialog.getByRole("button", { name: "Créer le jeton" }));
  expect(await screen.findByLabelText("Jeton")).toHaveValue("bobine_rt_secret");
  expect(sent).toEqual([
    { team: "Équipe Planning", remotes: ["mfe-planning", "mfe-affiches"], rights: ["publish", "promote"] },
  ]);
  await user.keyboard("{Escape}");
  expect(screen.getByLabelText("Jeton")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "J’ai copié le jeton" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("revokes a token after a question", async () => {
  const revoked: unknown[] = [];
  network.stub(
    without(listRemotes),
    answers(listRemoteTokens, { results: [aRemoteToken()] }),
    without(listRemoteKeys),
    answers(revokeRemoteToken, ({ params }) => void revoked.push(params["id"])),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Révoquer le jeton\u00a0: Équipe Planning" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Révoquer" }));
  expect(await screen.findByText("Jeton révoqué")).toBeVisible();
  expect(revoked).toEqual(["3"]);
});

it("registers the public key of a team, and says what is wrong with one beside it (FED-34)", async () => {
  const sent: unknown[] = [];
  network.stub(
    without(listRemotes),
    without(listRemoteTokens),
    answers(listRemoteKeys, () => ({ results: sent.length > 0 ? [aRemoteKey()] : [] })),
    fails(registerRemoteKey, 400, { public_key: ["C’est une clé privée"] }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Nouvelle clé" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Enregistrer la clé" }));
  expect(dialog.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
    "Saisissez le nom de l’équipe.",
    "Saisissez au moins un module.",
    "Saisissez la clé publique de l’équipe.",
  ]);
  await user.type(dialog.getByLabelText(/^Équipe/), "Équipe Planning");
  await user.type(dialog.getByLabelText(/^Modules/), "mfe-planning");
  await user.type(dialog.getByLabelText(/^Clé publique/), "MCow=");
  await user.click(dialog.getByRole("button", { name: "Enregistrer la clé" }));
  expect(await dialog.findByText("C’est une clé privée")).toBeVisible();
  network.stub(
    answers(registerRemoteKey, ({ body }) => {
      sent.push(body);
      return aRemoteKey();
    }),
  );
  await user.click(dialog.getByRole("button", { name: "Enregistrer la clé" }));
  expect(await screen.findByText("0f1e2d3c4b5a")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.at(-1)).toEqual({
    team: "Équipe Planning",
    remotes: ["mfe-planning"],
    public_key: "MCow=",
  });
});

it("revokes a key after a question that says what it costs", async () => {
  const revoked: unknown[] = [];
  network.stub(
    without(listRemotes),
    without(listRemoteTokens),
    answers(listRemoteKeys, { results: [aRemoteKey()] }),
    answers(revokeRemoteKey, ({ params }) => void revoked.push(params["id"])),
  );
  const { user } = show();
  await user.click(
    await screen.findByRole("button", { name: "Révoquer la clé\u00a0: Équipe Planning 0f1e2d3c4b5a" }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    dialog.getByText(/les builds de mfe-planning .* ne sont plus servis, .* Sinon, plus aucune signature/),
  ).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Révoquer" }));
  expect(await screen.findByText("Clé révoquée")).toBeVisible();
  expect(revoked).toEqual(["5"]);
});

it("tells what browsers saw fail of each build, and where (FED-26)", async () => {
  const counts = {
    build: "b9305913d1bb",
    loads: 1_200,
    load_failures: 1,
    chunk_failures: 2,
    render_failures: 30,
    outside_failures: 4,
    composition: "0123456789abcdef",
  };
  network.stub(
    answers(listRemotes, { results: [aRemoteState({ health: [counts] })] }),
    without(listRemoteTokens),
    without(listRemoteKeys),
  );
  const { user } = show();
  await user.click(
    await screen.findByRole("button", { name: /^Pannes\u00a0: mfe-finance b9305913d1bb, 33 sur/ }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  const row = within(dialog.getByRole("row", { name: /^b9305913d1bb/ }));
  expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["1", "2", "30", "4"]),
  );
  expect(row.getByRole("link", { name: "Rejouer\u00a0: b9305913d1bb" })).toHaveAttribute(
    "href",
    "/?composition=0123456789abcdef",
  );
});

it("brings back what the product took back for who insists only, with a reason (FED-27)", async () => {
  const sent: unknown[] = [];
  const state = aRemoteState();
  const builds = state.builds.map((each) =>
    each.build === "4c1f07a9e2d3" ? { ...each, state: "failed" as const } : each,
  );
  network.stub(
    answers(listRemotes, { results: [{ ...state, builds }] }),
    without(listRemoteTokens),
    without(listRemoteKeys),
    answers(decideRemote, ({ body }) => {
      sent.push(body);
      return { changed: true, state };
    }),
  );
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: /^Mettre en service.*mfe-finance$/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/^Bobine a retiré ce build/)).toBeVisible();
  await user.type(dialog.getByLabelText(/^Raison/), "corrigé");
  await user.click(dialog.getByRole("button", { name: "Mettre en service" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("Confirmez que ce build doit revenir.");
  expect(sent).toEqual([]);
  await user.click(dialog.getByLabelText("Mettre en service malgré les pannes"));
  await user.click(dialog.getByRole("button", { name: "Mettre en service" }));
  expect(await screen.findByText("Build mis en service")).toBeVisible();
  expect(sent).toEqual([{ decision: "promote", build: "4c1f07a9e2d3", reason: "corrigé", force: true }]);
});

const CANARY = { build: "5d1c0a77be21", since: "2026-11-29T09:00:00.000Z", share: 10, distributors: [12] };
const TRIED = {
  build: "5d1c0a77be21",
  published_at: "2026-11-29T08:00:00.000Z",
  state: "published",
} as const;

/** One module and what is decided of it. */
function decides(state: ReturnType<typeof aRemoteState>): unknown[] {
  const sent: unknown[] = [];
  network.stub(
    answers(listRemotes, { results: [state] }),
    without(listRemoteTokens),
    without(listRemoteKeys),
    answers(listDistributorOptions, [
      { id: 12, name: "Lumen Films" },
      { id: 40, name: "Argos Distribution" },
    ]),
    answers(decideRemote, ({ body }) => {
      sent.push(body);
      return { changed: true, state };
    }),
  );
  return sent;
}

it("ends a trial and leaves what is live alone (FED-25)", async () => {
  const { builds } = aRemoteState();
  const sent = decides(aRemoteState({ canary: CANARY, builds: [TRIED, ...builds] }));
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Terminer l’essai\u00a0: mfe-finance" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/^Le build 5d1c0a77be21 n’est plus donné/)).toBeVisible();
  await user.type(dialog.getByLabelText(/^Raison/), "page vide");
  await user.click(dialog.getByRole("button", { name: "Terminer l’essai" }));
  expect(await screen.findByText("Essai terminé")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([{ decision: "end-canary", build: "5d1c0a77be21", reason: "page vide" }]);
});

it("ends the trial that it named, and no other that took its place meanwhile (FED-25)", async () => {
  const { builds } = aRemoteState();
  decides(aRemoteState({ canary: CANARY, builds: [TRIED, ...builds] }));
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Terminer l’essai\u00a0: mfe-finance" }));
  const sent: unknown[] = [];
  const detail = "Le build 5d1c0a77be21 n’est pas à l’essai\u00a0: 4c1f07a9e2d3 l’est.";
  network.stub(
    answers(listRemotes, {
      results: [aRemoteState({ canary: { ...CANARY, build: "4c1f07a9e2d3" }, builds: [TRIED, ...builds] })],
    }),
    answers(decideRemote, ({ body }) => {
      sent.push(body);
      return Response.json({ detail, code: "refused_by_registry" }, { status: 409 });
    }),
  );
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Terminer l’essai" }));
  expect(await dialog.findByText(/n’est pas à l’essai/)).toBeVisible();
  expect(await screen.findByText("4c1f07a9e2d3")).toBeInTheDocument();
  expect(dialog.getByText(/^Le build 5d1c0a77be21 n’est plus donné/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Terminer l’essai" }));
  await expect.poll(() => sent.length).toBe(2);
  const asked = { decision: "end-canary", build: "5d1c0a77be21" };
  expect(sent).toEqual([asked, asked]);
});

it("offers to end a trial only where there is one", async () => {
  decides(aRemoteState());
  show();
  expect(await screen.findByRole("button", { name: "Mettre à l’essai\u00a0: mfe-finance" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Terminer l’essai/ })).toBeNull();
});

it("gives a build to a share of the users and to named distributors (FED-25)", async () => {
  const sent = decides(aRemoteState());
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Mettre à l’essai\u00a0: mfe-finance" }));
  const dialog = within(await screen.findByRole("dialog"));
  const submit = () => user.click(dialog.getByRole("button", { name: "Mettre à l’essai" }));
  await submit();
  expect(dialog.getByRole("alert")).toHaveTextContent(
    "Dites pour quelle part des utilisateurs, ou pour quels distributeurs.",
  );
  await user.type(dialog.getByLabelText("Part des utilisateurs (%)"), "120");
  await submit();
  expect(dialog.getByRole("alert")).toHaveTextContent("Saisissez un nombre de 0 à 100.");
  expect(sent).toEqual([]);
  await user.clear(dialog.getByLabelText("Part des utilisateurs (%)"));
  await user.type(dialog.getByLabelText("Part des utilisateurs (%)"), "2,5");
  for (const name of ["Lumen Films", "Argos Distribution"]) {
    await user.click(dialog.getByRole("combobox", { name: "Distributeurs" }));
    await user.click(await screen.findByRole("option", { name }));
  }
  await user.click(dialog.getByRole("button", { name: "Retirer Lumen Films de l’essai" }));
  await submit();
  expect(await screen.findByText("Build mis à l’essai")).toBeVisible();
  expect(sent).toEqual([{ decision: "canary", build: "4c1f07a9e2d3", share: 2.5, distributors: [40] }]);
});

it.each([
  ["mfe-finance", true],
  ["host", false],
])(
  "says of the trial of %s that menu and addresses wait for the promotion: %s (FED-25)",
  async (name, isSaid) => {
    decides(aRemoteState({ name }));
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: `Mettre à l’essai\u00a0: ${name}` }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/^Ces utilisateurs le reçoivent/)).toBeVisible();
    expect(dialog.queryByText(/^Le menu et les adresses restent ceux du build en service/) !== null).toBe(
      isSaid,
    );
  },
);

it("says of a trial at 0 % that nobody gets the build, as the command does (FED-31)", async () => {
  const sent = decides(aRemoteState());
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Mettre à l’essai\u00a0: mfe-finance" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Part des utilisateurs (%)"), "0");
  await user.click(dialog.getByRole("button", { name: "Mettre à l’essai" }));
  expect(await screen.findByText(/^L’essai est à 0.%.: personne ne reçoit ce build$/)).toBeVisible();
  expect(screen.queryByText("Build mis à l’essai")).toBeNull();
  expect(sent).toEqual([{ decision: "canary", build: "4c1f07a9e2d3", share: 0 }]);
});

it("begins with the trial that there is, to change for whom it is, and says which distributor the registry does not know", async () => {
  const { builds } = aRemoteState();
  decides(aRemoteState({ canary: { ...CANARY, distributors: [12, 99] }, builds: [...builds, TRIED] }));
  network.stub(fails(decideRemote, 400, { distributors: ["Aucun distributeur n’a l’identifiant 99."] }));
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Mettre à l’essai\u00a0: mfe-finance" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole<HTMLInputElement>("combobox", { name: "Build" }).value).toMatch(/^5d1c0a77be21 /);
  expect(dialog.getByLabelText("Part des utilisateurs (%)")).toHaveValue("10");
  expect(await dialog.findByText("Lumen Films")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Mettre à l’essai" }));
  expect(await dialog.findByText("Aucun distributeur n’a l’identifiant 99.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Retirer Distributeur 99 de l’essai" }));
  expect(dialog.queryByRole("alert")).toBeNull();
});

it("retires a module with a reason (FED-25)", async () => {
  const sent = decides(aRemoteState());
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Retirer\u00a0: mfe-finance" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Retirer" }));
  expect(dialog.getByRole("alert")).toHaveTextContent("Dites pourquoi.");
  await user.type(dialog.getByLabelText(/^Raison/), "remplacé");
  await user.click(dialog.getByRole("button", { name: "Retirer" }));
  expect(await screen.findByText("Module retiré")).toBeVisible();
  expect(sent).toEqual([{ decision: "retire", reason: "remplacé" }]);
});

it("says before the console itself is retired that it goes, and that only a command brings it back (FED-25)", async () => {
  const sent = decides(aRemoteState({ name: "mfe-admin" }));
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Retirer\u00a0: mfe-admin" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Retirer mfe-admin" }));
  expect(
    dialog.getByText(/cette console comprise, .* Seule une commande remet alors la console/),
  ).toBeVisible();
  expect(dialog.queryByText(/Il revient quand/)).toBeNull();
  await user.type(dialog.getByLabelText(/^Raison/), "remplacée");
  await user.click(dialog.getByRole("button", { name: "Retirer" }));
  expect(await screen.findByText("Module retiré")).toBeVisible();
  expect(sent).toEqual([{ decision: "retire", reason: "remplacée" }]);
});

it("gives up a host that somebody has promoted, and offers it for no other (FED-31)", async () => {
  const live = { build: "b9305913d1bb", since: "2026-11-28T09:00:00.000Z" };
  const sent = decides(aRemoteState({ name: "host", live: { ...live, by: "operator" } }));
  const { user, unmount } = show();
  await user.click(await screen.findByRole("button", { name: "Rendre aux serveurs\u00a0: host" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    dialog.getByText(/sauf si elle a été quittée après un incident ; un essai en cours prend fin\.$/),
  ).toBeVisible();
  await user.type(dialog.getByLabelText(/^Raison/), "les serveurs l’ont");
  await user.click(dialog.getByRole("button", { name: "Rendre aux serveurs" }));
  expect(await screen.findByText("L’application suit de nouveau les serveurs")).toBeVisible();
  expect(sent).toEqual([{ decision: "retire", reason: "les serveurs l’ont" }]);
  unmount();
  decides(aRemoteState({ name: "host", live: { ...live, by: "start" } }));
  show();
  expect(await screen.findByRole("button", { name: "Historique\u00a0: host" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Retirer|^Rendre/ })).toBeNull();
});
