// What is told of declarations that are no ordinary ones, as SQL of `classify` (BOX-4).
import { sameTotals } from "./same-declaration.ts";

const SET_ASIDE = "Déclaration déjà reçue avec d’autres montants";
const WHICH_VERSION = "Déclaration sans version d’un film déjà reçu en plusieurs versions";
const HAD_NO_VERSION = "Déclaration avec version d’un film déjà reçu sans version";
const NOTHING_TO_CANCEL = "Annulation d’une déclaration qui n’a pas été reçue";
const NOTHING_TO_CORRECT = "Rectificative d’une déclaration qui n’a pas été reçue, importée comme nouvelle";
const CORRECTED_TWICE = "Rectificative d’une déclaration qu’une autre rectifie aussi";
const CORRECTED_BEFORE = "Déclaration qu’une autre a déjà rectifiée";

/**
 * Whether a declaration says what a correction that stands has already changed: the same figures as what was annulled, or a correction
 * of an older file, or the one that is corrected, each unless its own file is the later one.
 */
export const OUTDATED = `case when n.nature = 'initiale' then d.nature = 'annulation' and ${sameTotals("d", "n")}
    else d.nature <> 'initiale' and ((select generated_at from report) < d.generated_at
      or d.corrects = n.reference and d.corrects not in ('', d.reference)) end
  and ((select generated_at from report) > d.generated_at) is not true`;

/** What is told of a declaration, for people. */
export const NOTICE = `case
  when n.verdict = 'new' and n.nature = 'rectificative' and n.is_alone and n.fate is null then '${NOTHING_TO_CORRECT}'
  when n.verdict <> 'set_aside' then null
  when n.is_outdated then '${CORRECTED_BEFORE}'
  when n.fate = 'set_aside' then case when n.nature = 'initiale' then '${CORRECTED_BEFORE}' else '${CORRECTED_TWICE}' end
  when n.is_doubtful then case when n.lacks_version then '${WHICH_VERSION}' else '${HAD_NO_VERSION}' end
  when n.nature = 'annulation' then '${NOTHING_TO_CANCEL}'
  else '${SET_ASIDE}' end`;
