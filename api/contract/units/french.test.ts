import { expect, test } from "vitest";
import { ofName } from "./french.ts";

test.each([
  ["Espace Demy", "d’Espace Demy"],
  ["Élysée", "d’Élysée"],
  ["Bijou", "de Bijou"],
  ["Le Rex", "de Le Rex"],
  ["Yvelines", "de Yvelines"],
])("of %s: « %s »", (name, expected) => {
  expect(ofName(name)).toBe(expected);
});
