import { NUMBER_MESSAGES, splitSiret } from "@bobine/contract/business-numbers";
import { errors } from "../../errors.ts";
import type { Company, ProposedIdentity } from "../company/company.repository.ts";

type Given = { readonly [Field in keyof Company]?: Company[Field] | undefined };

/**
 * The fields that were given, with SIREN and SIRET apart (DIST-3): a SIRET typed as a SIREN says both, a SIRET alone says the SIREN of who
 * has none, and the establishment of another company goes with that company.
 * @param proposed a SIREN that waits to be checked: its establishment may be said after it
 * @throws 400 on `siret` when it is of another SIREN
 */
export function withSplitSiret(
  before: Company,
  proposed: ProposedIdentity | null,
  fields: Given,
): Partial<Company> {
  const given: Partial<Company> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  if (given.siren === undefined && given.siret === undefined) return given;
  if (given.siren === undefined && given.siret === "") return given;
  const typed = given.siren === undefined ? undefined : splitSiret(given.siren);
  const siren = typed?.siren ?? sirenOfAlone(given.siret ?? "", before, proposed);
  const siret =
    given.siret ||
    typed?.siret ||
    (given.siret === undefined ? keptSiret(siren, [before.siret, proposed?.siret ?? ""]) : "");
  if (siret !== "" && splitSiret(siret).siren !== siren)
    throw errors.field("siret", NUMBER_MESSAGES.siretOfAnother);
  return { ...given, siret, ...(siren === before.siren && typed === undefined ? {} : { siren }) };
}

/** Whose a SIRET is that comes without a SIREN: of the company as it is, as it is to become, or of one that had none. */
function sirenOfAlone(siret: string, before: Company, proposed: ProposedIdentity | null): string {
  if (proposed && siret.startsWith(proposed.siren) && proposed.siren !== "") return proposed.siren;
  return before.siren === "" ? splitSiret(siret).siren : before.siren;
}

const keptSiret = (siren: string, known: readonly string[]): string =>
  known.find((siret) => siret !== "" && siret.startsWith(siren) && siren !== "") ?? "";
