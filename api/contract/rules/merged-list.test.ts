import { describe, expect, it } from "vitest";
import { mergedScreens, mergedTexts } from "./merged-list.ts";

const screen = (id: number | undefined, name: string, authorization_number = "") => ({
  id,
  name,
  authorization_number,
});
const [one, two, three] = [screen(1, "Salle 1"), screen(2, "Salle 2"), screen(3, "Salle 3")];

describe("a list that somebody else has changed meanwhile (CIN-2)", () => {
  it("keeps the texts that were added, without those that were taken away on either side", () => {
    expect(mergedTexts(["a", "b", "mine"], ["a", "b", "c"], ["a", "c", "theirs"])).toEqual([
      "a",
      "mine",
      "theirs",
    ]);
  });

  it("has a text once that both have added", () => {
    expect(mergedTexts(["a", "new"], ["a"], ["a", "new"])).toEqual(["a", "new"]);
  });

  it("is the written one where nobody else has changed it", () => {
    expect(mergedTexts(["b", "a"], ["a"], ["a"])).toEqual(["b", "a"]);
    expect(mergedTexts([], ["a"], ["a"])).toEqual([]);
  });

  it("keeps a screen that was added, and takes away only one that was seen", () => {
    expect(mergedScreens([one, screen(undefined, "Neuve")], [one, two], [one, two, three])).toEqual([
      one,
      screen(undefined, "Neuve"),
      three,
    ]);
  });

  it("has a new screen once whose first answer was lost, and two of the same name where two were written", () => {
    const [written, there] = [screen(undefined, " Neuve", "910239"), screen(9, "Neuve", "910239")];
    expect(mergedScreens([one, written], [one], [one, there])).toEqual([one, { ...written, id: 9 }]);
    const [unnumbered, saved] = [screen(undefined, "Neuve"), screen(9, "Neuve")];
    expect(mergedScreens([unnumbered, unnumbered], [], [saved])).toEqual([saved, unnumbered]);
    expect(mergedScreens([one, written], [one], [one, saved])).toEqual([one, written, saved]);
    // One that the form has seen is another one.
    expect(mergedScreens([unnumbered, saved], [saved], [saved])).toEqual([unnumbered, saved]);
  });

  it("leaves a screen as somebody else changed it, or without it, unless it was written otherwise", () => {
    const theirs = screen(1, "Salle Bleue", "910231");
    expect(mergedScreens([one, two], [one, two], [theirs])).toEqual([theirs]);
    expect(mergedScreens([screen(1, "Salle 1 bis"), two], [one, two], [theirs, two])).toEqual([
      screen(1, "Salle 1 bis"),
      two,
    ]);
  });

  it("has a screen as a new one that was written otherwise and that somebody else has taken away", () => {
    const seen = [screen(1, "Salle 1", "910231"), two];
    const { authorization_number: _as_it_is, ...renamed } = screen(1, "Salle 1 bis");
    const again = { ...screen(undefined, "Salle 1 bis"), authorization_number: "910231" };
    expect(mergedScreens([renamed, two], seen, [two])).toEqual([again, two]);
    // Its answer was lost: it is there by now.
    const there = { ...again, id: 4 };
    expect(mergedScreens([renamed, two], seen, [two, there])).toEqual([there, two]);
    // Of another cinema it is none.
    expect(mergedScreens([screen(7, "Salle 7")], [], [])).toEqual([screen(7, "Salle 7")]);
  });
});
