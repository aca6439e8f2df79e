import { createHash } from "node:crypto";
import { cinemaWeekNumbered } from "@bobine/contract/cinema-week";
import { describe, expect, it } from "vitest";
import { DEMO_CINEMAS } from "./cinemas.ts";
import { DEMO_DISTRIBUTORS } from "./distributors.ts";
import { random } from "./random.ts";
import { storyReportXml } from "./story.ts";
import { weeklyDeclarations } from "./weekly-report.ts";

const luhn = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, character, i) => {
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

  it("tells the same story report, byte for byte", () => {
    expect(createHash("sha256").update(storyReportXml()).digest("hex")).toMatchInlineSnapshot(`"d0dd4dd8e4f93367f16744a5d9a90c09338fbce74270a6608280220f10e106ca"`);
  });
});
