import { describe, expect, test } from "vitest";
import { tracksOf } from "./column-tracks.ts";

const tracks = (widths: readonly (number | string | undefined)[], isExpandable = false) =>
  tracksOf(
    widths.map((width) => (width === undefined ? {} : { width })),
    isExpandable,
  );

describe("the columns of a table, as each of its rows lays them out", () => {
  test("keep the widths that are said, and one without takes what is left", () => {
    expect(tracks([110, "auto", "10%", "7rem"])).toBe("110px minmax(0, 1fr) 10% 7rem");
  });

  test("fill the row in the proportion of their widths where none takes what is left", () => {
    expect(tracks(["60%", "30%"])).toBe("minmax(0, 60fr) minmax(0, 30fr)");
    expect(tracks([40, 140])).toBe("minmax(40px, 40fr) minmax(140px, 140fr)");
  });

  test("begin with the chevron where a row opens", () => {
    expect(tracks(["auto"], true)).toBe("2.75rem minmax(0, 1fr)");
  });

  test("are unknown where the cells make a width", () => {
    expect(tracks([110, undefined])).toBeUndefined();
  });
});
