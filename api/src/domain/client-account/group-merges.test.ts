import { expect, test } from "vitest";
import { groupMerges } from "./group-merges.ts";

test("groups that differ only in case, accents or blanks are proposed for merging, as most cinemas write them (CLI-5)", () => {
  expect(
    groupMerges([
      { name: "CINE NORD", cinema_count: 1 },
      { name: "Ciné Nord", cinema_count: 4 },
      { name: "Ciné  Nord ", cinema_count: 4 },
      { name: "Ciné Sud", cinema_count: 9 },
      { name: " ", cinema_count: 1 },
      { name: "", cinema_count: 3 },
    ]),
  ).toEqual([
    {
      proposed: "Ciné  Nord",
      names: [
        { name: "Ciné  Nord ", cinema_count: 4 },
        { name: "Ciné Nord", cinema_count: 4 },
        { name: "CINE NORD", cinema_count: 1 },
      ],
    },
  ]);
  expect(groupMerges([{ name: "Ciné Sud", cinema_count: 9 }])).toEqual([]);
});
