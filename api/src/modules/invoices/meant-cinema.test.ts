import { expect, test } from "vitest";
import { meantCinemas, type NamedByLine, type OwnCinema } from "./meant-cinema.ts";

const cinema = (id: number, short_code: string, cnc: string): OwnCinema => ({
  id,
  short_code,
  cnc,
  siret: "",
  siren: "",
  name_key: "",
  is_sandboxed: false,
  invoicing_siren: "",
});
const lineOf = (short_code: string, cnc: string): NamedByLine => ({
  short_code,
  cnc,
  siret: "",
  siren: "",
  name_key: "",
  title: "",
  called: [],
});

test("BILL-18: a CNC number without its zeros contradicts the code of another cinema as one with them does", () => {
  const meant = meantCinemas([cinema(1, "REXLIL", "0123"), cinema(2, "ROILIL", "0456")]);
  const problem = (cnc: string) => ({
    problem: `le code REXLIL et le numéro CNC ${cnc} désignent deux cinémas.`,
  });
  for (const cnc of ["0456", "456", "04 56"]) expect(meant(lineOf("REXLIL", cnc), 2)).toEqual(problem(cnc));
  for (const cnc of ["0123", "123"]) expect(meant(lineOf("REXLIL", cnc), 1)).toEqual({ id: 1 });
});
