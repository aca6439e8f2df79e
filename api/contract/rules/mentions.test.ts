import { expect, test } from "vitest";
import { mentionsIn } from "./mentions.ts";

const person = (first_name: string, last_name: string, email = `${first_name}@lumen.example`) => ({
  first_name,
  last_name,
  email,
});
const hugo = person("Hugo", "Rousseau");
const hugoMartin = person("Hugo", "Rousseau-Martin");
const nobody = person("", "", "compta@lumen.example");
const accented = person("Élodie", "Ça-Va");
const people = [hugo, hugoMartin, nobody, accented];

test.each([
  ["a whole name, in a sentence", "Vu avec @Hugo Rousseau, merci", [["@Hugo Rousseau", [hugo]]]],
  ["in capitals or not", "@HUGO rousseau", [["@HUGO rousseau", [hugo]]]],
  ["the longest name that fits", "@Hugo Rousseau-Martin ?", [["@Hugo Rousseau-Martin", [hugoMartin]]]],
  [
    "several, each where it stands",
    "@Élodie Ça-Va et (@Hugo Rousseau)",
    [
      ["@Élodie Ça-Va", [accented]],
      ["@Hugo Rousseau", [hugo]],
    ],
  ],
  ["who has no name by the address", "@compta@lumen.example", [["@compta@lumen.example", [nobody]]]],
  ["no part of a name", "@Hugo", []],
  ["no beginning of a longer word", "@Hugo Rousseaux", []],
  ["no address", "ecrire a x@Hugo Rousseau", []],
  ["no name without its sign", "Hugo Rousseau", []],
  ["nothing in nothing", "", []],
] as const)("COM-4: a mention is %s", (_what, text, expected) => {
  expect(
    mentionsIn(text, people).map(({ start, end, people: named }) => [text.slice(start, end), named]),
  ).toEqual(expected);
});

test("COM-4: of two who have one name, both are meant", () => {
  const other = person("hugo", "ROUSSEAU", "autre@lumen.example");
  expect(mentionsIn("@Hugo Rousseau", [hugo, other])[0]?.people).toEqual([hugo, other]);
});
