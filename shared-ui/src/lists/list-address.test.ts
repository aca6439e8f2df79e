import { describe, expect, test } from "vitest";
import {
  flagValue,
  type ListAddress,
  manyOf,
  numberValue,
  oneOf,
  oneOfOr,
  textValue,
  viewOf,
  withView,
} from "./list-address.ts";

interface Filters {
  search: string;
  status: readonly ("paid" | "default")[];
  cinema: number | undefined;
  overdue: boolean;
  state: "done" | "failed" | undefined;
  view: "all" | "open";
}
const ADDRESS: ListAddress<Filters, "name" | "-name" | "city" | "-city"> = {
  filters: {
    search: textValue,
    status: manyOf(["paid", "default"]),
    cinema: numberValue,
    overdue: flagValue,
    state: oneOf(["done", "failed"]),
    view: oneOfOr(["all", "open"], "all"),
  },
  orderings: ["name", "-name", "city", "-city"],
  ordering: "name",
  formerSort: ["sort", "direction"],
};
const read = (text: string) => viewOf(ADDRESS, new URLSearchParams(text));
const write = (text: string, others = "") =>
  withView(ADDRESS, read(text), new URLSearchParams(others)).toString();

describe("the address of a list", () => {
  test("is read as the view that it was written from", () => {
    const text =
      "search=rex&status=paid&status=default&cinema=7&overdue=true&state=failed&view=open&ordering=-city&page=3";
    expect(read(text)).toEqual({
      search: "rex",
      status: ["paid", "default"],
      cinema: 7,
      overdue: true,
      state: "failed",
      view: "open",
      ordering: "-city",
      page: 3,
    });
    expect(write(text)).toBe(text);
  });

  test.each([
    ["says nothing of what is default", "search=&overdue=false&view=all&page=1&ordering=name"],
    ["does not take what makes no sense", "status=unknown&cinema=-1&state=x&page=two&ordering=id"],
  ])("%s", (_, text) => expect(write(text)).toBe(""));

  test("does not take a search that no search box writes", () => {
    expect(read(`search=${"x".repeat(300)}`).search).toHaveLength(200);
  });

  test.each([
    ["sort=city&direction=desc", "ordering=-city"],
    ["sort=city&direction=asc", "ordering=city"],
    ["sort=city", "ordering=city"],
    ["sort=unknown&direction=desc", ""],
    ["sort=city&ordering=-name", "ordering=-name"],
  ])("an older link with %s is still understood", (former, now) => {
    expect(write(former, former)).toBe(now);
  });

  test("leaves what is another's", () => {
    const mine = { ...ADDRESS, prefix: "cinema_" };
    const others = new URLSearchParams("tab=cinemas&page=2&cinema_page=4&cinema_search=rex");
    const view = viewOf(mine, others);
    expect(view).toMatchObject({ page: 4, search: "rex" });
    expect(withView(mine, { ...view, page: 1, search: "" }, others).toString()).toBe("tab=cinemas&page=2");
  });
});
