import { describe, expect, test } from "vitest";
import { freeCodes, freeShortNameCode, shortNameCodeBase } from "./short-name-code.ts";

describe("the short code of a cinema", () => {
  test.each([
    ["Cinéma Le Beffroi", "Douai", "BEFDOU"],
    ["L’Écran", "Saint-Étienne", "ECRSAI"],
    ["Le 7ᵉ Art", "La Ciotat", "7CIO"],
    ["CINÉ ROYAL", "Dole", "ROYDOL"],
    ["Le Cinéma", "Pau", "LEPAU"],
    ["Rex", "", "REX"],
    ["7", "", "CINE7"],
    ["映画館", "東京", "CINE"],
    ["", "", "CINE"],
  ])("of %s in %s begins as both do: %s", (name, city, code) => {
    expect(shortNameCodeBase(name, city)).toBe(code);
    expect(code).toMatch(/^[A-Z0-9]{2,12}$/);
  });

  test("takes the first free digit on a clash", () => {
    expect(freeShortNameCode("BEFDOU", new Set())).toBe("BEFDOU");
    expect(freeShortNameCode("BEFDOU", new Set(["BEFDOU", "BEFDOU3"]))).toBe("BEFDOU2");
    expect(freeShortNameCode("BEFDOU", new Set(["BEFDOU", "BEFDOU2"]))).toBe("BEFDOU3");
  });

  test("is given once each, past what is taken meanwhile, and looked for once", () => {
    const taken = new Set(["REXPAU2"]);
    let looks = 0;
    const free = freeCodes({
      has: (code: string) => {
        looks += 1;
        return taken.has(code);
      },
    } as ReadonlySet<string>);
    expect([free("REXPAU"), free("REXPAU")]).toEqual(["REXPAU", "REXPAU3"]);
    taken.add("REXPAU4");
    expect([free("REXPAU"), free("BEFDOU")]).toEqual(["REXPAU5", "BEFDOU"]);
    for (let row = 0; row < 5000; row += 1) free("CINPAR");
    expect(looks).toBeLessThan(5020);
  });
});
