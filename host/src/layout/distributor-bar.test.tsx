import { expect, it } from "vitest";
import { inPickerOrder } from "./distributor-bar.tsx";

it("lists linked distributors first, then the rest, both in French alphabetical order", () => {
  const options = [
    { id: 1, name: "Zénith" },
    { id: 2, name: "éclair" },
    { id: 3, name: "Wagram", linked: true },
    { id: 4, name: "Eclat" },
    { id: 5, name: "Arc", linked: true },
  ];
  expect(inPickerOrder(options).map((option) => option.name)).toEqual([
    "Arc",
    "Wagram",
    "éclair",
    "Eclat",
    "Zénith",
  ]);
});
