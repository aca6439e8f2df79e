import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useGrowingList } from "./use-growing-list.ts";

function List({ readPage }: { readPage: () => Promise<string> }) {
  const list = useGrowingList({ queryKey: ["list"], readPage, hasNext: () => false, enabled: true });
  return list.isError ? <p>raté</p> : <p>{list.pages?.join() ?? "…"}</p>;
}

it("a page that fails is asked again as often as any other call, not as often as that squared", async () => {
  let asked = 0;
  const client = new QueryClient({ defaultOptions: { queries: { retry: 2, retryDelay: 0 } } });
  render(
    <QueryClientProvider client={client}>
      <List
        readPage={() => {
          asked += 1;
          return Promise.reject(new Error("away"));
        }}
      />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("raté")).toBeVisible();
  expect(asked).toBe(3);
});
