import { expect, test } from "vitest";
import type { ReadCinemaRow } from "../../workers/read-cinema-xlsx.ts";
import { matchCinemaRows } from "./match-cinema-rows.ts";

const rowOf = (cinema: ReadCinemaRow["cinema"], line = 2): ReadCinemaRow => ({
  line,
  cinema,
  problems: [],
  notes: [],
  fields: { data: {} },
});
const rex = { id: 7, cnc: "", short_code: "REX", name_key: "rex|lille" };
const match = (cinema: ReadCinemaRow["cinema"], key: string, known = [rex]) =>
  matchCinemaRows([rowOf(cinema)], [key], known)[0];

test("a name without a town that a known cinema has is left out, and asked for its town (CIN-8)", () => {
  const problem =
    "Un cinéma porte déjà ce nom. Indiquez la ville, ou, s’il s’agit de lui, son numéro CNC ou son code court.";
  expect(match({ name: "Le Rex" }, "rex|")).toMatchObject({ problem });
  expect(match({ name: "Le Rex" }, "rex|", [rex, { ...rex, id: 8, name_key: "rex|lens" }])).toMatchObject({
    problem,
  });
});

test("a name without a town is that of the cinema that has none, of the one whose code it gives, or of a new one with another CNC number", () => {
  expect(match({ name: "Le Rex" }, "rex|", [{ ...rex, name_key: "rex|" }])).toMatchObject({ id: 7 });
  expect(match({ name: "Le Rex", short_name_code: "REX" }, "rex|")).toMatchObject({ id: 7 });
  expect(
    match({ name: "Le Rex", cnc_authorization: "4711" }, "rex|", [{ ...rex, cnc: "4712" }]),
  ).toMatchObject({ id: undefined });
  expect(match({ name: "Le Rex", city: "Lens" }, "rex|lens")).toMatchObject({ id: undefined });
  expect(match({ name: "Le Cercle" }, "cercle|")).toMatchObject({ id: undefined });
});
