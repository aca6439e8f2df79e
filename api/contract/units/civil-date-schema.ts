import { z } from "zod";
import { isCivilDate } from "./civil-date.ts";

export const civilDateSchema = z
  .string()
  .refine(isCivilDate, "Saisissez une date du calendrier, au format AAAA-MM-JJ.")
  .meta({ format: "date", example: "2026-11-18" });
export const instantSchema = z.iso.datetime({ offset: true }).meta({ example: "2026-11-18T08:30:00.000Z" });
