import type { AuditDetailKey } from "@bobine/contract/audit-labels";
import type { AutomaticLettering, changeAutomaticLettering as contract } from "@bobine/contract/lettering";
import { PRECISION_DAYS, type PrecisionLine, slipsAllowed } from "@bobine/contract/lettering";
import type { BodyOf } from "@bobine/contract/route";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import { type AuditSource, systemSource, writeAudit } from "../../http/audit.ts";
import { automaticLetteringRepository as repository } from "./automatic-lettering.repository.ts";
import { isUnderLine, type Measured, precisionOf } from "./lettering-precision.ts";

// U+00A0 inside « » and before a colon and a percent sign (TXT-3).
const NBSP = "\u00a0";
const REASON = "Rapprochement automatique en pause";

const percent = (bp: number): string => `${(bp / 100).toFixed(2).replace(".", ",")}${NBSP}%`;

/** Of letterings of which some were undone. */
const percentOf = (measured: Measured): string =>
  percent(must(precisionOf(measured), "precision of letterings that were undone"));

const withPrecision = (measured: Measured) => ({ ...measured, precision_bp: precisionOf(measured) });

/** Whether automatic lettering runs, why not, and how right it was. */
export async function readAutomaticLettering(tx: Tx, distributorId: number): Promise<AutomaticLettering> {
  const settings = await repository.settings(tx, distributorId);
  const pause = await repository.pause(tx, distributorId);
  const { last_90_days, ever, judged } = await repository.measures(tx, distributorId);
  return {
    ...settings,
    ...pause,
    last_90_days: withPrecision(last_90_days),
    ever: withPrecision(ever),
    judged: withPrecision(judged),
  };
}

/**
 * Pauses automatic lettering when people took apart more of it than its distributor allows, and asks them to look (LET-15:
 * everything is a suggestion then). Its own setting: issuing and sending invoices go on. The caller holds the ledger's
 * lock: two undoings at once would each count without the other's.
 */
export async function pauseWhenImprecise(tx: Tx, distributorId: number, at: Date): Promise<void> {
  const settings = await repository.settings(tx, distributorId);
  if (!settings.is_on) return;
  const measured = await repository.measuredSinceResumed(tx, distributorId);
  if (!isUnderLine(measured, settings)) return;
  await repository.switchOff(tx, distributorId, null);
  await repository.createResumeAction(tx, distributorId, {
    reason: REASON,
    explanation: explain(measured, settings),
    at,
  });
  await writeAudit(tx, systemSource(distributorId), "system_action", {
    automatic_lettering_on: false,
    reason: REASON,
    automatic_letterings: measured.automatic,
    reverted_letterings: measured.reverted,
    precision: percentOf(measured),
    precision_line: percent(settings.precision_line_bp),
  });
}

function explain(measured: Measured, line: PrecisionLine): string[] {
  const { automatic, reverted } = measured;
  return [
    `${reverted} rapprochement${reverted > 1 ? "s automatiques annulés" : " automatique annulé"} sur ${automatic} en ${PRECISION_DAYS} jours${NBSP}: ` +
      `${percentOf(measured)} de justes, sous la limite de ${percent(line.precision_line_bp)}`,
    `le hasard en explique au plus ${slipsAllowed(automatic, line)} sur ${Math.max(automatic, line.min_sample)} (sûr à 95${NBSP}%)`,
    "les prochaines opérations sont proposées, aucune n’est rapprochée sans vous",
    `vérifiez les rapprochements annulés, puis choisissez «${NBSP}Reprendre le rapprochement automatique${NBSP}»`,
  ];
}

/** Pauses or resumes automatic lettering, or moves its line. What is as it is asked to be is left alone. */
export async function changeAutomaticLettering(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly userId: number;
    readonly at: Date;
    readonly source: AuditSource;
  },
  changes: BodyOf<typeof contract>,
): Promise<AutomaticLettering> {
  const { distributorId, userId, at, source } = request;
  // A statement that letters meanwhile ends first: once this has answered, nothing more is lettered alone.
  await lockLedger(tx, distributorId);
  const before = await repository.settings(tx, distributorId);
  const details: Partial<Record<AuditDetailKey, unknown>> = {};
  if (changes.is_on !== undefined && changes.is_on !== before.is_on) {
    if (changes.is_on) {
      await repository.switchOn(tx, distributorId);
      await repository.closeQuestion(tx, distributorId, { userId, at });
    } else await repository.switchOff(tx, distributorId, userId);
    details.automatic_lettering_on = changes.is_on;
  }
  const line = {
    precision_line_bp: changes.precision_line_bp ?? before.precision_line_bp,
    min_sample: changes.min_sample ?? before.min_sample,
  };
  if (line.precision_line_bp !== before.precision_line_bp || line.min_sample !== before.min_sample) {
    await repository.moveLine(tx, distributorId, line);
    details.previous_precision_line = percent(before.precision_line_bp);
    details.precision_line = percent(line.precision_line_bp);
    details.previous_min_sample = before.min_sample;
    details.min_sample = line.min_sample;
  }
  if (Object.keys(details).length > 0) await writeAudit(tx, source, "other", details);
  // A line that was moved above what is measured pauses it now, not at the next lettering that is taken apart.
  if (details.precision_line !== undefined) await pauseWhenImprecise(tx, distributorId, at);
  return await readAutomaticLettering(tx, distributorId);
}
