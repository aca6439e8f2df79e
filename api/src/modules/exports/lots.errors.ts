import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import type { ExportPeriod } from "../../domain/exports/export-data.ts";
import { type LotDays, nextStart, type PostingTarget, problemOfPeriod } from "../../domain/exports/lots.ts";
import { type AppError, errors } from "../../errors.ts";

const NBSP = "\u00a0";

export const lotsErrors = {
  underWay: () => errors.conflict("Un lot est déjà en préparation.", "lot_under_way"),
  nothingNew: ({ period, open_from }: Pick<PostingTarget, "period" | "open_from">) =>
    errors.conflict(
      `Rien de nouveau${NBSP}: toutes les écritures de cette période sont déjà dans un lot.${open_from > period.to ? ` Ce qui est venu depuis est écrit à partir du ${frenchDate(open_from)}.` : ""}`,
      "nothing_new",
    ),
  /** Why a lot cannot have this period; null when it can. */
  ofPeriod(period: ExportPeriod, made: LotDays | null, today: CivilDate): AppError | null {
    const problem = problemOfPeriod(period, made, today);
    if (problem === null) return null;
    if (problem === "ends_before_it_starts")
      return errors.field("period_to", "La date de fin doit suivre la date de début.");
    if (problem === "ends_in_future" || made === null)
      return errors.field("period_to", "La période ne peut pas finir après aujourd’hui.");
    if (problem === "starts_before_last")
      return errors.field(
        "period_from",
        `La période ne peut pas commencer avant le ${frenchDate(made.last.from)}, début du dernier lot.`,
      );
    if (problem === "leaves_days_out")
      return errors.field(
        "period_from",
        `La période doit commencer au plus tard le ${frenchDate(nextStart(made, today))}, pour qu’aucun jour ne manque.`,
      );
    return errors.field(
      "period_to",
      `La période ne peut pas finir avant le ${frenchDate(made.last.to)}, fin du dernier lot.`,
    );
  },
};
