import { exportJobList } from "@bobine/contract/list-exports";
import { cancelJob, listJobs, type OperatedJob, runJobAgain } from "@bobine/contract/operations";
import { aJob } from "@bobine/contract/testing/operations";
import { listed } from "@bobine/contract/testing/lists";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { JobsPage } from "./jobs.page.tsx";

const network = stubNetwork();
beforeEach(() => void signInAsSuperAdmin());

const shown = (jobs: OperatedJob[]) => ({
  ...listed(...jobs),
  counts: { failed: 1, retrying: 0, running: 0, waiting: 2, cancelled: 0, done: 1_204 },
});
const show = (at = "/super-admin-jobs") => renderScreen(<JobsPage />, { at });
const rowOf = async (text: string) => {
  const row = (await screen.findByText(text)).closest("tr");
  if (!row) throw new Error(`no row of ${text}`);
  return within(row);
};

describe("the jobs page", () => {
  it("shows each job by its French name, with state, distributor and tries", async () => {
    network.stub(
      answers(
        listJobs,
        shown([
          aJob(),
          aJob({ id: crypto.randomUUID(), name: "mail-round", distributor: null, state: "done", tries: 1 }),
        ]),
      ),
    );
    show();
    expect(await screen.findByRole("heading", { name: "Tâches de fond" })).toBeVisible();
    const failed = await rowOf("Envoi des e-mails");
    for (const text of ["En échec", "Lumen Films", /^9\ssur\s9$/])
      expect(failed.getByText(text)).toBeVisible();
    const done = await rowOf("Tournée des e-mails");
    for (const text of ["Réussie", "Toute l’installation"]) expect(done.getByText(text)).toBeVisible();
    expect(done.queryByRole("button", { name: /Relancer|Annuler/ })).toBeNull();
  });

  it("tells why a job failed when its row is opened", async () => {
    network.stub(answers(listJobs, shown([aJob()])));
    const { user } = show();
    await user.click(
      await screen.findByRole("button", { name: /Envoi des e-mails, Lumen Films$/, expanded: false }),
    );
    expect(await screen.findByText("connect ECONNREFUSED 10.0.0.4:25")).toBeVisible();
    expect(screen.getByText("6b1f0c9e-0000-4000-8000-000000000001")).toBeVisible();
  });

  it("filters by state, in the address, with how many there are", async () => {
    network.stub(answers(listJobs, shown([aJob()])));
    const { user, address } = show("/super-admin-jobs?page=2");
    await screen.findByText("Envoi des e-mails");
    await user.click(screen.getByRole("combobox", { name: "État" }));
    await user.click(await screen.findByRole("option", { name: "En échec (1)" }));
    expect(address()).toBe("/super-admin-jobs?state=failed");
  });

  it("shows those that ended well when asked for them by the address, and comes to rest", async () => {
    let asked = 0;
    network.stub(
      answers(listJobs, () => {
        asked += 1;
        return shown([aJob({ state: "done", failure: null })]);
      }),
    );
    show("/super-admin-jobs?state=done");
    expect((await rowOf("Envoi des e-mails")).getByText("Réussie")).toBeVisible();
    expect(document.querySelector("[aria-busy=true]")).toBeNull();
    await new Promise((later) => setTimeout(later, 300));
    expect(asked).toBe(1);
  });

  it("says that nothing failed", async () => {
    network.stub(answers(listJobs, shown([])));
    show("/super-admin-jobs?state=failed");
    expect(await screen.findByText("Aucune tâche en échec")).toBeVisible();
  });

  it("says that it could not load, and tries again", async () => {
    network.stub(isUnreachable(listJobs));
    const { user } = show();
    const retry = await screen.findByRole("button", { name: "Réessayer" });
    network.stub(answers(listJobs, shown([aJob()])));
    await user.click(retry);
    expect(await screen.findByText("Envoi des e-mails")).toBeVisible();
  });
});

describe("a job", () => {
  it("is run again, and the list shows what became of it", async () => {
    let state: OperatedJob["state"] = "failed";
    network.stub(
      answers(listJobs, () => shown([aJob({ state })])),
      answers(runJobAgain, () => {
        state = "retrying";
        return aJob({ state });
      }),
    );
    const { user } = show();
    await user.click(
      await screen.findByRole("button", { name: /^Relancer\s: Envoi des e-mails, Lumen Films$/ }),
    );
    expect(await screen.findByText("Tâche relancée")).toBeVisible();
    expect(await screen.findByText("Nouvel essai prévu")).toBeVisible();
  });

  it("that cannot be run again says why", async () => {
    network.stub(
      answers(listJobs, shown([aJob()])),
      fails(runJobAgain, 409, {
        detail: "Cette tâche a réussi : il n’y a rien à relancer.",
        code: "job_done",
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /^Relancer/ }));
    expect(await screen.findByText("Cette tâche a réussi : il n’y a rien à relancer.")).toBeVisible();
  });

  it("is cancelled after a question, and a refusal shows in it", async () => {
    network.stub(
      answers(listJobs, shown([aJob({ state: "waiting", failure: null })])),
      fails(cancelJob, 409, { detail: "Cette tâche est terminée.", code: "job_ended" }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /^Annuler la tâche/ }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Annuler cette tâche\s\?$/ }));
    await user.click(dialog.getByRole("button", { name: "Annuler la tâche" }));
    expect(await dialog.findByText(/Cette tâche est terminée\.$/)).toBeVisible();
    network.stub(answers(cancelJob, aJob({ state: "cancelled" })));
    await user.click(dialog.getByRole("button", { name: "Annuler la tâche" }));
    expect(await screen.findByText("Tâche annulée")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("that runs is asked to stop, says so until it has stopped, and cannot be asked twice", async () => {
    let job = aJob({ state: "running", failure: null, ended_at: null });
    network.stub(
      answers(listJobs, () => shown([job])),
      answers(cancelJob, () => {
        job = { ...job, cancel_requested_at: "2026-11-21T08:01:00.000Z" };
        return job;
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /^Annuler la tâche/ }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Annuler cette tâche\s\?$/ }));
    expect(dialog.getByText(/est en cours\s: elle s’arrêtera à la prochaine étape/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Annuler la tâche" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const row = await rowOf("Envoi des e-mails");
    expect(await row.findByText("Annulation demandée")).toBeVisible();
    expect(row.queryByRole("button", { name: /^Annuler la tâche/ })).toBeNull();
    job = { ...job, state: "cancelled", cancel_requested_at: null };
    expect(await row.findByText("Annulée", undefined, { timeout: 4_000 })).toBeVisible();
  });
});

it("are saved as CSV, those of the state that shows", async () => {
  const queries: string[] = [];
  network.stub(
    answers(listJobs, shown([aJob()])),
    answers(exportJobList, ({ query }) => {
      queries.push(query.toString());
      return Response.json({ detail: "Trop d’exports.", code: "busy" }, { status: 503 });
    }),
  );
  const { user } = show("/super-admin-jobs?state=failed");
  await rowOf("Envoi des e-mails");
  await user.click(screen.getByRole("button", { name: "Exporter en CSV" }));
  expect(await screen.findByText("Impossible d’exporter les tâches de fond. Trop d’exports.")).toBeVisible();
  expect(queries).toEqual(["state=failed"]);
});
