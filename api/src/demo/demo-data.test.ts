import { readFileSync } from "node:fs";
import { cinemaWeekNumbered } from "@bobine/contract/cinema-week";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { DEMO_CINEMAS } from "./cinemas.ts";
import { DEMO_DISTRIBUTORS } from "./distributors.ts";
import { random } from "./random.ts";
import { storyReportXml, storyStatementCsv } from "./story.ts";
import { weeklyDeclarations } from "./weekly-report.ts";

const luhn = (digits: string): boolean =>
  digits
    .split("")
    .reverse()
    .reduce((sum, character, i) => {
      const doubled = Number(character) * (i % 2 === 0 ? 1 : 2);
      return sum + (doubled > 9 ? doubled - 9 : doubled);
    }, 0) %
    10 ===
  0;

describe("the demo data", () => {
  it("draws the same numbers on every machine", () => {
    const draw = random(20261118);
    expect([draw.integer(0, 1e9), draw.integer(0, 1e9), draw.integer(0, 1e9)]).toMatchInlineSnapshot(`
      [
        28457855,
        238954041,
        203375188,
      ]
    `);
  });

  it("has forty cinemas and 212 screens, whose SIREN and SIRET are valid and obviously fake", () => {
    expect(DEMO_CINEMAS).toHaveLength(40);
    expect(DEMO_CINEMAS.flatMap((cinema) => cinema.screens)).toHaveLength(212);
    for (const cinema of DEMO_CINEMAS) {
      expect(cinema.siren).toMatch(/^000/);
      expect([cinema.name, luhn(cinema.siren), luhn(cinema.siret)]).toEqual([cinema.name, true, true]);
    }
  });

  it("gives each screen its own authorisation number", () => {
    const numbers = DEMO_CINEMAS.flatMap((cinema) =>
      cinema.screens.map((screen) => screen.authorization_number),
    );
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("declares each film of a week once per screen", () => {
    for (const distributor of DEMO_DISTRIBUTORS) {
      const week = cinemaWeekNumbered(45, 2026);
      if (!week) throw new Error("no week 45");
      const keys = weeklyDeclarations(distributor, DEMO_CINEMAS, week).map(
        (d) => `${d.screen.authorization_number}/${d.film.visa}`,
      );
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("tells the story of docs/examples, byte for byte", () => {
    const example = (name: string) =>
      readFileSync(new URL(`../../../docs/examples/${name}`, import.meta.url));
    expect(storyReportXml()).toBe(example("rapport-s47-lumen.xml").toString("utf8"));
    expect(
      iconv.encode(storyStatementCsv(), "windows-1252").equals(example("releve-decembre-lumen.csv")),
    ).toBe(true);
  });
});
