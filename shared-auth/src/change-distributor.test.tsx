import { listInvoices } from "@bobine/contract/invoices";
import { uploadBoxOffice } from "@bobine/contract/box-office";
import { QueryObserver } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { callApi } from "./api-client.ts";
import { changeDistributor } from "./change-distributor.ts";
import { createQueryClient } from "./query-client.ts";
import { closeSession, sessionStore } from "./session-store.ts";
import { answers, signInAsSuperAdmin, stubNetwork } from "./screens.testing.tsx";
import { unfinishedWork, useUnfinishedWork, type WorkKind } from "./unfinished-work.ts";
import { uploadFile } from "./upload-file.ts";

const { stub } = stubNetwork();
const A = 1;
const B = 2;
const chosen = () => sessionStore.getState().distributorId;
const never = () => Promise.reject(new Error("nobody is asked"));

function Screen({ kind }: { kind: WorkKind | undefined }) {
  useUnfinishedWork(kind, "Rapport CNC");
  return null;
}

/** Each of its answers waits until the test lets it go. */
function aSlowServer() {
  const waiting = new Map<string, () => void>();
  stub(
    answers(listInvoices, async ({ headers }) => {
      const whose = headers.get("x-distributor-id") ?? "";
      await new Promise<void>((go) => waiting.set(whose, go));
      return { count: Number(whose), next: null, previous: null, results: [] };
    }),
  );
  const letGo = async (id: number) => {
    await waitFor(() => expect(waiting.has(String(id))).toBe(true));
    waiting.get(String(id))?.();
  };
  return { letGo };
}

it("nobody is asked while nothing is unfinished", async () => {
  signInAsSuperAdmin({ distributorId: A });
  render(<Screen kind={undefined} />);
  expect(await changeDistributor(B, never)).toBe(true);
  expect(chosen()).toBe(B);
});

it.each<WorkKind>(["form", "upload", "reconciliation"])(
  "a %s is asked about, and no means no",
  async (kind) => {
    signInAsSuperAdmin({ distributorId: A });
    render(<Screen kind={kind} />);
    const { epoch } = sessionStore.getState();
    const asked: unknown[] = [];
    const changed = await changeDistributor(B, async (works) => {
      asked.push(...works);
      expect(chosen()).toBe(A);
      return false;
    });
    expect(changed).toBe(false);
    expect(asked).toEqual([{ kind, label: "Rapport CNC", survivesReload: false }]);
    expect(sessionStore.getState()).toMatchObject({ distributorId: A, epoch });
  },
);

it("a screen that has gone has nothing to say", () => {
  const { rerender, unmount } = render(<Screen kind="upload" />);
  expect(unfinishedWork()).toHaveLength(1);
  rerender(<Screen kind={undefined} />);
  expect(unfinishedWork()).toEqual([]);
  rerender(<Screen kind="form" />);
  unmount();
  expect(unfinishedWork()).toEqual([]);
});

it("a yes that comes after the session has ended changes nothing", async () => {
  signInAsSuperAdmin({ distributorId: A });
  render(<Screen kind="form" />);
  const changed = await changeDistributor(B, async () => {
    closeSession();
    return true;
  });
  expect(changed).toBe(false);
  expect(chosen()).toBeNull();
});

it("the browser's own question is there only while something is unfinished", () => {
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  const { unmount } = render(<Screen kind="form" />);
  expect(leave()).toBe(true);
  unmount();
  expect(leave()).toBe(false);
});

it("the late answer of the distributor that was left is dropped, whatever the order of the answers", async () => {
  signInAsSuperAdmin({ distributorId: A });
  const { letGo } = aSlowServer();
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const options = { queryKey: ["invoices"], queryFn: () => callApi(listInvoices) };
  const seen: (number | undefined)[] = [];
  const watch = () => {
    const list = new QueryObserver(client, options);
    return list.subscribe(({ data }) => void (data && seen.push(data.count)));
  };
  const leaveA = watch();
  await waitFor(() => expect(client.isFetching()).toBe(1));
  await changeDistributor(B, never);
  leaveA();
  const leaveB = watch();
  await letGo(B);
  await waitFor(() => expect(seen).toContain(B));
  await letGo(A);
  await new Promise((next) => setTimeout(next, 50));
  expect(seen.every((count) => count === B)).toBe(true);
  expect(client.getQueryData(["invoices"])).toMatchObject({ count: B });
  leaveB();
});

it("the late answer of an upload is dropped too", async () => {
  signInAsSuperAdmin({ distributorId: A });
  let letGo = (): void => undefined;
  const reached = vi.fn<() => void>();
  stub(
    answers(uploadBoxOffice, async () => {
      reached();
      await new Promise<void>((go) => {
        letGo = go;
      });
      return Response.json({ error: "the answer does not matter" }, { status: 200 });
    }),
  );
  const late = uploadFile(uploadBoxOffice, new File(["<x/>"], "rapport.xml"), { params: { kind: "cnc" } });
  const outcome = late.catch((error: unknown) => error);
  await waitFor(() => expect(reached).toHaveBeenCalled());
  await changeDistributor(B, never);
  letGo();
  expect(await outcome).toMatchObject({ failure: "stale" });
});
