/** Elements that may be a declaration (BOX-2). */
export const DECLARATION_NAMES: ReadonlySet<string> = new Set([
  "declaration",
  "bordereau",
  "declarationrecette",
  "recette",
  "ligne",
  "programme",
  "row",
  "enregistrement",
]);

/** Details that are summed and compared with the totals, never read as the declaration's own values. */
export const DETAIL_NAMES: ReadonlySet<string> = new Set(["seance", "jour", "tarif"]);

/**
 * Where a field's value may be, best first. `name` stands anywhere in the declaration, `group/name` only in that group
 * element, `/name` only directly in the declaration (attribute or child). All normalised.
 */
const ALIASES = {
  week_start: ["semaine/debut", "debut", "datedebut", "semainedebut", "du", "startdate", "mercredi"],
  week_end: ["semaine/fin", "fin", "datefin", "semainefin", "au", "enddate", "mardi"],
  week_no: ["semaine/numero", "numsemaine", "/semaine", "week", "nosemaine"],
  week_year: ["semaine/annee", "annee", "year"],
  cinema_cnc: ["numerocnc", "numcnc", "cnc", "codecnc", "autorisationetablissement", "codeetablissement"],
  cinema_name: ["etablissement/nom", "cinema/nom", "nomcinema", "/cinema", "/etablissement", "enseigne"],
  legal_name: ["etablissement/raisonsociale", "raisonsociale", "exploitant/nom", "/exploitant"],
  address: ["adresse"],
  city: ["ville", "commune", "localite", "city"],
  pin_code: ["codepostal", "cp", "zip"],
  circuit: ["circuit", "groupe"],
  short_code: ["codecourt"],
  siret: ["siret"],
  siren: [
    "etablissement/siren",
    "cinema/siren",
    "exploitant/siren",
    "sirenexploitant",
    "/siren",
    "exploitant/siret",
  ],
  screen_auth: [
    "numeroautorisation",
    "numautorisation",
    "autorisation",
    "noautorisation",
    "autorisationsalle",
    "numauto",
  ],
  screen_name: ["salle/nom", "/salle", "nomsalle", "ecran", "screen", "nosalle"],
  capacity: ["jauge", "capacite"],
  visa: ["visa", "numvisa", "numerovisa", "visaexploitation", "novisa", "codefilm", "rpca"],
  title: ["titre", "titrefilm", "/film", "nomfilm", "libellefilm", "title", "film/nom"],
  version: ["film/version", "/version", "langue", "/vf", "/vo"],
  release_date: ["datesortie"],
  run_week: ["semaineexploitation", "semainefilm", "numsemainefilm", "semex"],
  distributor_name: [
    "distributeur/nom",
    "/distributeur",
    "nomdistributeur",
    "distributeur/raisonsociale",
    "raisonsocialedistributeur",
  ],
  distributor_siren: ["distributeur/siren", "sirendistributeur", "distributeur/siret"],
  terms_type: ["conditions/type", "typeconditions"],
  rate: ["taux", "tauxlocation", "pourcentage", "pctlocation", "tx"],
  flat_fee: ["forfaitht", "forfait", "prixforfaitaire"],
  minimum_guarantee: ["minimumgarantiht", "minimumgaranti", "mg", "mini"],
  screenings: ["seances", "nbseances", "nombreseances"],
  admissions_paid: ["entreespayantes", "entrees", "nbentrees", "spectateurs", "admissions"],
  admissions_free: ["entreesgratuites", "gratuits", "exos"],
  gross_ttc: [
    "recettettc",
    "totaux/recette",
    "/recette",
    "recetteguichet",
    "recettebrute",
    "brut",
    "ca",
    "gross",
  ],
  tsa: ["tsa", "montanttsa", "taxe", "tsa/montant", "taxe/montant"],
  vat: ["tva", "montanttva", "tva/montant"],
  base_film: ["basefilmht", "basefilm", "recetteht", "recettenette", "assiette"],
  sacem: ["sacem", "droitssacem", "sacem/montant"],
  share: [
    "partdistributeurht",
    "partdistributeur",
    "location",
    "montantlocation",
    "encaissementdistributeur",
    "location/montant",
  ],
  nature: ["/nature", "/type", "/rectificatif"],
  corrects: ["/rectifie"],
  reference: ["/reference", "/id", "/numero", "/numbordereau"],
  observation: ["/observation"],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof ALIASES;

/** Fields that a file may give once for many declarations, in an element around them (BOX-2). */
const INHERITED: ReadonlySet<Field> = new Set<Field>([
  "week_start",
  "week_end",
  "week_no",
  "week_year",
  "cinema_cnc",
  "cinema_name",
  "legal_name",
  "address",
  "city",
  "pin_code",
  "circuit",
  "short_code",
  "siret",
  "siren",
  "screen_auth",
  "screen_name",
  "capacity",
  "visa",
  "title",
  "release_date",
  "distributor_name",
  "distributor_siren",
]);

/** Values of an element: by `group/name`, and by `/name` when they are directly its own. */
export type Values = ReadonlyMap<string, string>;

interface Alias {
  readonly field: Field;
  /** Of the field, in the table. */
  readonly number: number;
  readonly rank: number;
}

/** Name → the fields it may fill, with their rank; names without a slash match in any group. */
const RANKS = new Map<string, Alias[]>();
(Object.entries(ALIASES) as [Field, readonly string[]][]).forEach(([field, names], number) => {
  names.forEach((name, rank) => {
    RANKS.set(name, [...(RANKS.get(name) ?? []), { field, number, rank }]);
  });
});

/** Elements of companies that are not the cinema: their names, addresses and numbers are their own. */
const COMPANIES: ReadonlySet<string> = new Set([
  "distributeur",
  "emetteur",
  "exploitant",
  "circuit",
  "groupe",
]);
const OF_COMPANY: ReadonlySet<Field> = new Set<Field>([
  "cinema_cnc",
  "address",
  "city",
  "pin_code",
  "short_code",
  "siret",
]);
/** Whether a field that a name tells anywhere is the company's own in the element of one. The exhibitor's legal name is the cinema's. */
const isOfCompany = (field: Field, group: string): boolean =>
  COMPANIES.has(group) && (OF_COMPANY.has(field) || (field === "legal_name" && group !== "exploitant"));
/** `/siret`, as the number, name or address of a company is written in its element. */
const COMPANY_KEYS: ReadonlySet<string> = new Set(
  ["siren", "raisonsociale", ...[...OF_COMPANY].flatMap((field) => ALIASES[field])].map((name) => `/${name}`),
);
// What such a name means in a company's element, it means there alone.
for (const key of COMPANY_KEYS)
  for (const group of COMPANIES) if (!RANKS.has(group + key)) RANKS.set(group + key, []);

const NO_RANK = 255;
/** The best rank found so far of each field, while the values of one element are looked through. */
const bestRanks = new Uint8Array(Object.keys(ALIASES).length);

const aliasesByKey = new Map<string, readonly Alias[]>();
const CACHE_LIMIT = 2000;

/** Elements of taxes: a rate in them is the tax's, never the rental's. */
const TAXES: ReadonlySet<string> = new Set([
  "tva",
  "montanttva",
  "tsa",
  "montanttsa",
  "taxe",
  "taxes",
  "sacem",
  "droitssacem",
]);

/** The aliases of a key `group/name`: those of the whole key, and those of the name wherever it stands. */
function aliasesOf(key: string): readonly Alias[] {
  const known = aliasesByKey.get(key);
  if (known) return known;
  const slash = key.indexOf("/");
  const found = [...(RANKS.get(key) ?? []), ...(RANKS.get(key.slice(slash + 1)) ?? [])];
  const group = key.slice(0, slash);
  const aliases = found.filter(
    ({ field }) => !(TAXES.has(group) && field === "rate") && !isOfCompany(field, group),
  );
  // A hostile file may bring a new key with each element.
  if (aliasesByKey.size < CACHE_LIMIT) aliasesByKey.set(key, aliases);
  return aliases;
}

/** The SIREN that a SIREN or SIRET tells; of what is neither (`0`, zeros that a spreadsheet dropped, `1,0001600017E+13`) null. */
export const sirenIn = (value: string | null): string | null => {
  const digits = value === null || /\dE[+-]?\d/i.test(value) ? "" : value.replace(/\D/g, "");
  return /^(?!0+$)\d{9}(\d{5})?$/.test(digits) ? digits.slice(0, 9) : null;
};

/** Told by a SIREN or a SIRET. */
const SIRENS: ReadonlySet<Field> = new Set<Field>(["siren", "distributor_siren"]);

interface Ranked {
  readonly value: string | undefined;
  readonly rank: number;
}

/** Whether a second value of a field is the one that counts: a SIREN or SIRET that is none (`0`) hides no other. */
function isBetter(field: Field, second: Ranked, first: Ranked): boolean {
  if (SIRENS.has(field)) {
    const [isOne, wasOne] = [second, first].map(({ value }) => sirenIn(value ?? null) !== null);
    if (isOne !== wasOne) return isOne === true;
  }
  return second.rank < first.rank;
}

/** The fields that the values of an element give. */
export function fieldsOf(values: Values): Map<Field, string> {
  const fields = new Map<Field, string>();
  bestRanks.fill(NO_RANK);
  for (const [key, value] of values) {
    for (const { field, number, rank } of aliasesOf(key)) {
      const best = bestRanks[number] ?? NO_RANK;
      if (best === NO_RANK || isBetter(field, { value, rank }, { value: fields.get(field), rank: best })) {
        fields.set(field, value);
        bestRanks[number] = rank;
      }
    }
  }
  return fields;
}

/** Whether `group/name` means something of its own, beyond what its name means anywhere. */
export const isGroupAlias = (key: string): boolean => RANKS.has(key);

export const isCompany = (group: string): boolean => COMPANIES.has(group);

/** Elements of the cinema and its screens: what stands in one is its own, within that of a company too. */
const SITES: ReadonlySet<string> = new Set(["etablissement", "cinema", "salle"]);
export const isSite = (group: string): boolean => SITES.has(group);

/** Names by which a cinema is called where its values stand one after the other, in no element of its own. « Enseigne » is a circuit's, too. */
const SITE_NAMES: ReadonlySet<string> = new Set(["cinema", "etablissement", "nomcinema"]);
export const isSiteName = (name: string): boolean => SITE_NAMES.has(name);

/** Elements of companies that others use as a mere wrapper of each cinema's values. */
const WRAPPERS: ReadonlySet<string> = new Set(["circuit", "groupe"]);
export const isWrapper = (group: string): boolean => WRAPPERS.has(group);

/** Whether `/name` is a number, name or address in a company's element. */
export const isCompanyKey = (key: string): boolean => COMPANY_KEYS.has(key);

export const isInherited = (field: Field): boolean => INHERITED.has(field);
