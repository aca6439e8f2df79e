import { listInvoices } from "@bobine/contract/invoices";
import { listed } from "@bobine/contract/testing/lists";
import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { callApi } from "./api-client.ts";
import { describeError, ERROR_TEXTS } from "./describe-error.ts";
import { createQueryClient } from "./query-client.ts";
import { answers, isUnreachable, signIn, stubNetwork } from "./screens.testing.tsx";

const { stub } = stubNetwork();
const nothing = listed();

beforeEach(() => void signIn());
afterEach(() => onlineManager.setOnline(true));

it("offline, a list fails at once and says that the server cannot be reached", async () => {
  onlineManager.setOnline(false);
  stub(isUnreachable(listInvoices));
  const reading = createQueryClient().fetchQuery({
    queryKey: ["list"],
    queryFn: () => callApi(listInvoices),
  });
  const failure: unknown = await reading.catch((error: unknown) => error);
  expect(describeError(failure).message).toBe(ERROR_TEXTS.network);
});

it("offline, an action fails at once and is not sent when the network returns", async () => {
  onlineManager.setOnline(false);
  const send = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("no network")));
  const client = createQueryClient();
  client.mount();
  await expect(new MutationObserver(client, { mutationFn: send }).mutate()).rejects.toThrow("no network");
  onlineManager.setOnline(true);
  await new Promise((next) => setTimeout(next, 20));
  expect(send).toHaveBeenCalledOnce();
  client.unmount();
});

it("reads again by itself what failed offline, once the network is back", async () => {
  onlineManager.setOnline(false);
  stub(isUnreachable(listInvoices));
  const client = createQueryClient();
  client.mount();
  const list = new QueryObserver(client, { queryKey: ["list"], queryFn: () => callApi(listInvoices) });
  const leave = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().isError).toBe(true));
  stub(answers(listInvoices, nothing));
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(list.getCurrentResult().data?.count).toBe(0));
  leave();
  client.unmount();
});

it("tells within two seconds that the server is down, after two more attempts", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let calls = 0;
  const reading = createQueryClient().fetchQuery({
    queryKey: ["list"],
    queryFn: () => {
      calls += 1;
      return callApi(listInvoices);
    },
  });
  stub(isUnreachable(listInvoices));
  const refused = reading.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await refused).toMatchObject({ failure: "network" });
  expect(calls).toBe(3);
});
