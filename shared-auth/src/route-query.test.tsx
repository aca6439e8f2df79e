import { changeInvoice, downloadInvoiceFile, getInvoice, listInvoices } from "@bobine/contract/invoices";
import { defineRoute } from "@bobine/contract/route";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";
import { answersOf, fileQuery, invalidateAfter, routeKey } from "./route-query.ts";

test("an answer is kept under the path of its call, then what was asked", () => {
  expect(routeKey(getInvoice, { params: { id: 7 } })).toEqual(["invoices", "invoices", "7"]);
  expect(routeKey(listInvoices, { query: { page: 2 } })).toEqual(["invoices", "invoices", { page: 2 }]);
});

const isStale = (client: ReturnType<typeof createQueryClient>, key: readonly unknown[]): boolean =>
  client.getQueryState(key)?.isInvalidated ?? false;

test("after a call, what it may have changed is read again and nothing else", async () => {
  const client = createQueryClient();
  const page = routeKey(listInvoices, { query: { page: 1 } });
  for (const key of [page, ["cinemas", "4"]]) client.setQueryData(key, {});
  await invalidateAfter(client, changeInvoice);
  expect(isStale(client, page)).toBe(true);
  expect(isStale(client, ["cinemas", "4"])).toBe(false);
});

test("an answer that was on its way before a call does not pass for what the call left", async () => {
  const client = createQueryClient();
  const page = routeKey(listInvoices, { query: { page: 1 } });
  client.setQueryData(page, { read: "long ago" });
  let arrive: (answer: object) => void = () => undefined;
  const asked = client
    .fetchQuery({
      queryKey: page,
      staleTime: 0,
      queryFn: () =>
        new Promise<object>((done) => {
          arrive = done;
        }),
    })
    .catch(() => undefined);
  await invalidateAfter(client, changeInvoice);
  arrive({ read: "before the call" });
  await asked;
  expect(client.getQueryData(page)).toEqual({ read: "long ago" });
  expect(isStale(client, page)).toBe(true);
});

test("a call may change what its own parameters name", async () => {
  const client = createQueryClient();
  const route = defineRoute({ ...getInvoice, method: "DELETE", invalidates: ["/cinemas/:id/links/"] });
  for (const id of ["4", "5"]) client.setQueryData(["cinemas", id, "links"], {});
  await invalidateAfter(client, route, { id: 4 });
  expect(isStale(client, ["cinemas", "4", "links"])).toBe(true);
  expect(isStale(client, ["cinemas", "5", "links"])).toBe(false);
});

test("a file that shows is not read again", () => {
  expect(fileQuery(downloadInvoiceFile, { params: { id: 3 } }).staleTime).toBe("static");
});

test("the answers of a call are not those of the calls under its path", () => {
  const client = createQueryClient();
  const page = routeKey(listInvoices, { query: { page: 1 } });
  for (const key of [page, routeKey(getInvoice, { params: { id: 7 } })]) client.setQueryData(key, {});
  expect(client.getQueriesData(answersOf(listInvoices)).map(([key]) => key)).toEqual([page]);
});
