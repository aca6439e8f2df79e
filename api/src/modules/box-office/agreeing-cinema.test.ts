import { expect, test } from "vitest";
import { agreeingCinemas } from "./agreeing-cinema.ts";

const NOTHING = { cnc: "", siret: "", siren: "", short_code: "", name_key: "" };
const known = [
  {
    ...NOTHING,
    id: 1,
    cnc: "91023",
    siret: "00020001400017",
    siren: "000200014",
    short_code: "BEFDOU",
    name_key: "beffroi|douai",
  },
  { ...NOTHING, id: 2, cnc: "91077", siren: "000200022", name_key: "megascope|rennes" },
  { ...NOTHING, id: 3, cnc: "91088", siren: "000200022", name_key: "megascope|lyon" },
  { ...NOTHING, id: 4, siren: "000200030", name_key: "rex|tours" },
  { ...NOTHING, id: 5, siren: "000200030", name_key: "rex|tours" },
];

test.each([
  ["its number and its name", { cnc: "91023", name_key: "beffroi|douai" }, { id: 1, identifier: "cnc+name" }],
  [
    "its code and its company",
    { short_code: "BEFDOU", siren: "000200014" },
    { id: 1, identifier: "siren+short_code" },
  ],
  [
    "a company with several cinemas, and the name",
    { siren: "000200022", name_key: "megascope|lyon" },
    { id: 3, identifier: "siren+name" },
  ],
  ["its number alone", { cnc: "91023" }, undefined],
  ["its name alone", { name_key: "beffroi|douai" }, undefined],
  ["its SIRET alone, which says its SIREN too", { siret: "00020001400017", siren: "000200014" }, undefined],
  ["its number and another's name", { cnc: "91023", name_key: "rex|tours" }, undefined],
  [
    "two that agree and a number that does not",
    { cnc: "91077", short_code: "BEFDOU", name_key: "beffroi|douai" },
    undefined,
  ],
  ["what two cinemas have in common", { siren: "000200030", name_key: "rex|tours" }, undefined],
  ["nothing", {}, undefined],
])("a cinema is found by two identifiers: %s", (_title, named, found) => {
  expect(agreeingCinemas(known)({ ...NOTHING, ...named })).toEqual(found);
});
