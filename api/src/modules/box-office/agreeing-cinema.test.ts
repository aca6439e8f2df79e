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
  [
    "its code and its name, without a town",
    { short_code: "BEFDOU", name_key: "beffroi|" },
    { id: 1, identifier: "short_code+title" },
  ],
  ["its number and its town, which names no cinema", { cnc: "91023", name_key: "|douai" }, undefined],
  ["its number and another town", { cnc: "91023", siren: "000200014", name_key: "|lille" }, undefined],
  ["its number alone", { cnc: "91023" }, undefined],
  ["its name alone, without a town", { name_key: "beffroi|" }, undefined],
  ["its name alone", { name_key: "beffroi|douai" }, undefined],
  ["its SIRET alone, which says its SIREN too", { siret: "00020001400017", siren: "000200014" }, undefined],
  ["its number and another's name", { cnc: "91023", name_key: "rex|tours" }, undefined],
  [
    "two that agree and a number that does not",
    { cnc: "91077", short_code: "BEFDOU", name_key: "beffroi|douai" },
    undefined,
  ],
  [
    "its number and its code, under another name",
    { cnc: "91023", short_code: "BEFDOU", name_key: "rex|douai" },
    undefined,
  ],
  ["its code and its name, in another town", { short_code: "BEFDOU", name_key: "beffroi|lille" }, undefined],
  [
    "its name and its number, with another code",
    { cnc: "91023", short_code: "REXTOU", name_key: "beffroi|douai" },
    undefined,
  ],
  [
    "a company and a name that two of its cinemas have",
    { siren: "000200022", name_key: "megascope|" },
    undefined,
  ],
  ["what two cinemas have in common", { siren: "000200030", name_key: "rex|tours" }, undefined],
  ["nothing", {}, undefined],
])("a cinema is found by two identifiers that none contradicts: %s", (_title, named, found) => {
  expect(agreeingCinemas(known)({ ...NOTHING, ...named })).toEqual(found);
});
