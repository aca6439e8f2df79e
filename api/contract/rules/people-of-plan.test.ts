import { expect, test } from "vitest";
import { peopleOfPlanText, roomInPlan } from "./people-of-plan.ts";

const essentiel = { plan: "Essentiel", people_max: 1, active: 1, invited: 0 };

test.each([
  [essentiel, 0, "La formule « Essentiel » comprend 1 utilisateur ; vous en avez 1."],
  [
    { plan: "Duo", people_max: 2, active: 1, invited: 2 },
    -1,
    "La formule « Duo » comprend 2 utilisateurs ; vous en avez 1, et 2 invitations en attente.",
  ],
  [{ ...essentiel, people_max: 5 }, 4, "La formule « Essentiel » comprend 5 utilisateurs ; vous en avez 1."],
])("%j has room for %i, and says so", (people, room, text) => {
  expect(roomInPlan(people)).toBe(room);
  expect(peopleOfPlanText(people).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(text);
});
