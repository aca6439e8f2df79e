import { cutText } from "../../domain/parsing/cut-text.ts";
import type { ReportedCinema } from "./find-cinemas.ts";

/** The longest name that the tables take. */
export const MAX_NAME = 200;

/** What a cinema is called: by its name, else by the first number that tells of it, which whoever looks at it next sees; empty without any. */
export function siteTitle({
  name,
  short_code,
  cnc,
  siret,
  siren,
}: Pick<ReportedCinema, "name" | "short_code" | "cnc" | "siret" | "siren">): string {
  const [label, number] = [
    ["Code", short_code],
    ["CNC", cnc],
    ["SIRET", siret],
    ["SIREN", siren],
  ].find(([, value]) => value !== "") ?? ["", ""];
  return name || cutText(`${label} ${number}`.trim(), MAX_NAME);
}
