import { expect, it } from "vitest";
import { linkedFirst } from "./linked-option.tsx";

it("lists linked distributors first, then the rest, both in French alphabetical order", () => {
  const options = [
    { id: 1, name: "Zénith" },
    { id: 2, name: "éclair" },
    { id: 3, name: "Wagram", linked: true },
    { id: 4, name: "Eclat" },
    { id: 5, name: "Arc", linked: true },
  ];
  expect(linkedFirst(options).map((option) => option.name)).toEqual([
    "Arc",
    "Wagram",
    "éclair",
    "Eclat",
    "Zénith",
  ]);
});
