import { aColleague } from "@bobine/contract/testing/people";
import { expect, test } from "vitest";
import { typedMention, withMention } from "./typed-mention.ts";

const hugo = aColleague({ id: 8, first_name: "Hugo", last_name: "Rousseau", email: "h@lumen.example" });
const elodie = aColleague({ id: 9, first_name: "Élodie", last_name: "Martin", email: "elo@lumen.example" });
const people = [hugo, elodie];
const offered = (text: string, caret = text.length) =>
  typedMention(text, caret, people)?.people.map(({ id }) => id);

test.each([
  ["everybody after « @ »", "Vu @", [8, 9]],
  ["who begins so, by first name", "@hu", [8]],
  ["by last name", "@mar", [9]],
  ["without accents", "@elod", [9]],
  ["by the address", "@elo", [9]],
  ["with both names", "(@Hugo Rou", [8]],
  ["nobody once the name is whole and gone on from", "@Hugo Rousseau ", undefined],
  ["nobody for a name of nobody", "@Nadia", undefined],
  ["nobody in an address", "x@hu", undefined],
  ["nobody without « @ »", "Hugo", undefined],
] as const)("COM-4: while one types, %s is proposed", (_what, text, ids) => {
  expect(offered(text)).toEqual(ids);
});

test("COM-4: the chosen name stands where it was typed, and one goes on behind it", () => {
  expect(withMention("Vu @hu, merci", 6, 3, hugo)).toEqual({ text: "Vu @Hugo Rousseau , merci", caret: 18 });
  expect(withMention("Vu @hu merci", 6, 3, hugo)).toEqual({ text: "Vu @Hugo Rousseau merci", caret: 18 });
  expect(withMention("@", 1, 0, elodie)).toEqual({ text: "@Élodie Martin ", caret: 15 });
});
