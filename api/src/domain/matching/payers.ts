import type { PayerAlias, PayerClient } from "./lettering-types.ts";
import { lowerBound } from "./lower-bound.ts";
import { type NormalisedLabel, plainText, type Zone } from "./normalise-label.ts";
import { must } from "../must.ts";

/** Coverage of a name from which its payer is *resolved* (LET-7). */
export const RESOLVED_COVERAGE = 0.55;
/** Lead over the next legal payer from which a resolved payer is *identified*. */
export const IDENTIFIED_MARGIN = 0.12;
/** Share of the payer's text that must be the payer's own words: « REX ROTARY » is not the cinema Rex. */
const IDENTIFIED_EXPLAINED = 0.5;
const ONE_WORD_EXPLAINED = 0.75;
const ALIAS_CONFIRMATIONS = 2;
/** As many confirmations outvote one for another payer. */
const OUTVOTED = 4;
const SHORTEST_PREFIX = 3;
const MAX_POSTINGS = 4_000;

/** Said of any cinema: a quarter of their weight. */
export const GENERIC: ReadonlySet<string> = new Set(
  "CINEMA CINEMAS CINE CINES CINOCHE LE LA LES DE DU DES D L ET AU AUX EN SARL SAS SASU SA EURL SCI SNC SCIC SEM SPL GIE ASSOCIATION ASSO ASS COMMUNE MAIRIE VILLE REGIE MUNICIPAL MUNICIPALE TRESORERIE TRESOR PUBLIC SGC DGFIP SPECTACLE SPECTACLES EXPLOITATION EXPLOITATIONS SOCIETE STE GROUPE HOLDING CULTUREL CULTURELLE CULTURE CENTRE ESPACE THEATRE SALLE SALLES FILM FILMS COMMUNAUTE AGGLOMERATION".split(
    " ",
  ),
);
/** Words of the operation or of the remittance: no weight at all. */
export const EMPTY: ReadonlySet<string> = new Set(
  "REG RELEVE DOSSIER PIECE BAP OV CLT CLI CDE BC OP FOURNISSEUR FOURNISSEURS PAIEMENTS LOCATIONS REDEVANCES VOS VOTRE VIR VR VIREMENT VIREMENTS SEPA INST INSTANTANE RECU RECUE EUR EUROS MOTIF REF REFERENCE FACT FAC FACTURE FACTURES FA REGLT RGLT REGLEMENT REGLEMENTS PAIEMENT PMT SOLDE ACOMPTE LOCATION LOCATIONS LOC REDEVANCE SEMAINE SEMAINES JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE NO NR NUM MDT MANDAT BORD BORDEREAU NET M MR MME".split(
    " ",
  ),
);

export interface PayerMatch {
  readonly payer_key: string;
  /** As the client file writes it. */
  readonly display_name: string;
  /** Share of the best name that the label holds, 0–1. */
  readonly coverage: number;
  /** Coverage, lowered by words that are not this payer's; orders payers. */
  readonly score: number;
}

export interface PayerReading {
  /** Best first, at most six. */
  readonly matches: readonly PayerMatch[];
  /** `name`, `siren` and `alias` identify; `ambiguous` and `likely` only suggest. */
  readonly how: "siren" | "alias" | "name" | "likely" | "ambiguous" | "unknown";
  /** The label names a group of several legal payers: one of them, or their head office, may pay for all. */
  readonly circuit: Circuit | null;
  /** Every payer that the words may name, also far behind the first: nobody of them may owe the same. */
  readonly possible: ReadonlySet<string>;
  /** The label has the payer's whole name, and hardly any other word of a payer; or its SIREN. */
  readonly isWhole: boolean;
  /** Of the possible ones, those whose names the label nearly has too: one of them may be meant even then. */
  readonly alike: ReadonlySet<string>;
  /** An office of the treasury pays, for any of its communes (LET-32). */
  readonly isTreasury: boolean;
  /** The one legal form that the payer's words have; undefined of none and of several (LET-39). */
  readonly legalForm: string | undefined;
}

export interface Circuit {
  /** As the client file writes it. */
  readonly name: string;
  readonly payer_keys: readonly string[];
}

interface Payer {
  readonly key: string;
  readonly display: string;
  readonly tokens: Set<string>;
  readonly towns: Set<string>;
  /** Distinct names, each a list of distinct words. */
  readonly names: string[][];
}

/** A name whose words are weighed once: labels are compared with thousands of them. */
interface WeighedName {
  readonly words: readonly string[];
  readonly weights: readonly number[];
  readonly total: number;
}

/** What people's choices say of a phrase. */
interface Memory {
  /** The payer it chooses; undefined when nobody was confirmed twice, or several were. */
  readonly chosen: number | undefined;
  /** Every payer it was used for, most confirmed first. */
  readonly known: readonly number[];
}

export interface PayerIndex {
  readonly payers: readonly Payer[];
  readonly rankOfKey: ReadonlyMap<string, number>;
  /** As `payers`. */
  readonly names: readonly (readonly WeighedName[])[];
  readonly weights: ReadonlyMap<string, number>;
  readonly unknownWeight: number;
  /** Word → payers whose names hold it. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  /** Sorted words, for words cut by the bank. */
  readonly words: readonly string[];
  readonly bySiren: ReadonlyMap<string, number>;
  readonly byAlias: ReadonlyMap<string, Memory>;
  /** First telling word of a group's name → groups. */
  readonly circuits: ReadonlyMap<string, readonly (Circuit & { readonly words: readonly string[] })[]>;
}

/** Learns how much each word of the clients' names says (IDF over legal payers). Order of the arguments does not matter. */
export function buildPayerIndex(clients: readonly PayerClient[], aliases: readonly PayerAlias[]): PayerIndex {
  const byKey = new Map<string, Payer>();
  const bySirenKey = new Map<string, string>();
  const sorted = [...clients].sort(
    (a, b) =>
      compare(a.payer_key, b.payer_key) ||
      compare(a.legal_name ?? "", b.legal_name ?? "") ||
      compare(a.name, b.name),
  );
  for (const client of sorted) {
    const payer = byKey.get(client.payer_key) ?? {
      key: client.payer_key,
      display: filled(client.invoicing_company_name) ?? filled(client.legal_name) ?? client.name,
      tokens: new Set<string>(),
      towns: new Set<string>(),
      names: [],
    };
    byKey.set(client.payer_key, payer);
    addNames(payer, client);
    if (client.siren && /^\d{9}$/.test(client.siren)) bySirenKey.set(client.siren, client.payer_key);
  }
  const payers = [...byKey.values()];
  const rankOfKey = new Map(payers.map((payer, rank) => [payer.key, rank]));
  const postings = new Map<string, number[]>();
  payers.forEach((payer, rank) => {
    for (const token of payer.tokens) {
      const list = postings.get(token);
      if (list) list.push(rank);
      else postings.set(token, [rank]);
    }
  });
  const weights = new Map<string, number>();
  for (const [token, list] of postings)
    weights.set(token, Math.log(1 + payers.length / list.length) * (GENERIC.has(token) ? 0.25 : 1));
  const bySiren = new Map<string, number>();
  for (const [siren, key] of bySirenKey) bySiren.set(siren, must(rankOfKey.get(key), "rank of a payer"));
  return {
    payers,
    rankOfKey,
    names: payers.map((payer) => payer.names.map((words) => weighed(words, weights))),
    weights,
    unknownWeight: Math.log(1 + payers.length),
    postings,
    words: [...postings.keys()].sort(),
    bySiren,
    byAlias: usableAliases(aliases, rankOfKey),
    circuits: circuitsOf(sorted),
  };
}

function weighed(words: readonly string[], weights: ReadonlyMap<string, number>): WeighedName {
  const each = words.map((word) => must(weights.get(word), "weight of a word"));
  return { words, weights: each, total: each.reduce((sum, weight) => sum + weight, 0) };
}

/** Groups of at least two legal payers. */
function circuitsOf(clients: readonly PayerClient[]): PayerIndex["circuits"] {
  const groups = new Map<string, { name: string; words: string[]; keys: Set<string> }>();
  for (const client of clients) {
    const plain = plainText(client.group ?? "");
    const words = tokensOf(plain).filter((token) => !GENERIC.has(token));
    if (words.length === 0 || plain.startsWith("INDEPENDANT")) continue;
    const group = groups.get(plain) ?? { name: client.group ?? "", words, keys: new Set<string>() };
    groups.set(plain, group);
    group.keys.add(client.payer_key);
  }
  const circuits = new Map<string, (Circuit & { readonly words: readonly string[] })[]>();
  for (const [, { name, words, keys }] of [...groups].sort(([a], [b]) => compare(a, b))) {
    if (keys.size < 2) continue;
    const first = must(words[0], "first word");
    circuits.set(first, [...(circuits.get(first) ?? []), { name, words, payer_keys: [...keys].sort() }]);
  }
  return circuits;
}

/** The group whose whole name the payer's words hold; the longest name wins. */
function circuitIn(index: PayerIndex, words: readonly string[]): Circuit | null {
  const seen = new Set(words);
  let best: (Circuit & { readonly words: readonly string[] }) | null = null;
  for (const word of seen)
    for (const circuit of index.circuits.get(word) ?? [])
      if (circuit.words.length > (best?.words.length ?? 0) && circuit.words.every((one) => seen.has(one)))
        best = circuit;
  return best;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const filled = (text: string | null): string | undefined =>
  text === null || text.trim() === "" ? undefined : text;

function addNames(payer: Payer, client: PayerClient): void {
  const city = tokensOf(client.city ?? "");
  const group = plainText(client.group ?? "");
  const names = [
    client.legal_name,
    client.invoicing_company_name,
    client.name,
    group.startsWith("INDEPENDANT") ? null : client.group,
    client.short_name_code,
  ];
  for (const name of names) {
    const tokens = tokensOf(name ?? "");
    // A name of generic words only (« Le Cinéma ») says nothing without its town.
    if (tokens.some((token) => !GENERIC.has(token))) addName(payer, tokens);
  }
  const trade = tokensOf(client.name);
  if (city.length > 0 && trade.length > 0) addName(payer, [...new Set([...trade, ...city])]);
  for (const town of city) payer.towns.add(town);
}

function addName(payer: Payer, tokens: string[]): void {
  const key = [...tokens].sort().join(" ");
  for (const token of tokens) payer.tokens.add(token);
  if (!payer.names.some((known) => [...known].sort().join(" ") === key)) payer.names.push(tokens);
}

const tokensOf = (name: string): string[] => [
  ...new Set(
    (plainText(name).match(/[A-Z0-9]+/g) ?? []).filter((token) => token.length > 1 && !EMPTY.has(token)),
  ),
];

/**
 * A phrase confirmed twice for one payer chooses it. One that also stands for others (a head office, an accountant, a bank's
 * own word) chooses nobody, unless the others are a rare mistake; it still suggests them.
 */
function usableAliases(
  aliases: readonly PayerAlias[],
  rankOfKey: ReadonlyMap<string, number>,
): Map<string, Memory> {
  const counts = new Map<string, Map<number, number>>();
  for (const alias of aliases) {
    const rank = rankOfKey.get(alias.payer_key);
    if (rank === undefined || alias.phrase === "") continue;
    const known = counts.get(alias.phrase) ?? new Map<number, number>();
    counts.set(alias.phrase, known.set(rank, (known.get(rank) ?? 0) + alias.confirmations));
  }
  const memories = new Map<string, Memory>();
  for (const [phrase, known] of counts) {
    const sorted = [...known].sort(([a, more], [b, less]) => less - more || a - b);
    const [best = 0, ...others] = sorted.map(([, count]) => count);
    const sum = others.reduce((total, count) => total + count, 0);
    const isChosen = best >= ALIAS_CONFIRMATIONS && sum * OUTVOTED <= best;
    memories.set(phrase, {
      chosen: isChosen ? sorted[0]?.[0] : undefined,
      known: sorted.map(([rank]) => rank).slice(0, 6),
    });
  }
  return memories;
}

/** Offices that pay for communes, and banks' ways to shorten them (LET-32). */
const TREASURY =
  /\b(?:SGC|TRESORERIE|TRES|TRESOR PUBLIC|DGFIP|DRFIP|DDFIP|DSFIP|PAIERIE|TRESORIER|CENTRE DES FINANCES PUBLIQUES|CFP|SERVICE DE GESTION COMPTABLE|SCE GESTION COMPTABLE|SERV GEST COMPT)\b/;
const ON_BEHALF =
  /\b(?:POUR LE COMPTE DE|PR LE COMPTE DE|POUR CPTE DE|PR CPTE|P\/C(?: DE)?|PCO|D'ORDRE DE)(?: LA| L')? /;
/** What a treasury pays for. */
const PUBLIC: ReadonlySet<string> = new Set(
  "COMMUNE COMMUNES MAIRIE VILLE REGIE MUNICIPAL MUNICIPALE COMMUNAUTE AGGLOMERATION AGGLO METROPOLE SYNDICAT SIVOM SIVU DEPARTEMENT INTERCOMMUNAL INTERCOMMUNALE CCAS EPCC EPIC EPL OFFICE".split(
    " ",
  ),
);

/** The words of the payer's zone; without markers, the text up to the first number or keyword of a remittance. */
function payerWords(zones: readonly Zone[]): string[] {
  const marked = zones.filter((zone) => zone.kind === "payer");
  const text = (
    marked.length > 0 ? marked : zones.filter((zone) => zone.kind === "free" || zone.kind === "remittance")
  )
    .map((zone) => zone.text)
    .join(" ");
  const whole = zones.map((zone) => zone.text).join(" ");
  const behalf = ON_BEHALF.exec(whole);
  const words = (behalf ? whole.slice(behalf.index + behalf[0].length) : text).match(/[A-Z0-9]+/g) ?? [];
  if (marked.length > 0 && !behalf) return words;
  const meaningful = (word: string): boolean => !/\d/.test(word) && word.length > 1 && !EMPTY.has(word);
  const begin = words.findIndex(meaningful);
  if (begin < 0) return [];
  const end = words.findIndex(
    (word, at) =>
      at > begin && (/\d{2,}/.test(word) || /^(?:FACT|FAC|FACTURES?|LOCATIONS?|REGLT|REGLEMENT)$/.test(word)),
  );
  return words.slice(begin, end < 0 ? words.length : end);
}

/**
 * The phrase under which a person's choice is remembered: the payer's words without numbers and words of the operation.
 * Empty when the label names nobody.
 */
export function payerPhrase(label: NormalisedLabel): string {
  // « REMISE CHEQUE » names nobody: whoever was chosen for one deposit is not the payer of the next.
  if (label.type !== "incoming_transfer" && label.type !== "other") return "";
  return payerWords(label.zones)
    .filter((word) => word.length > 1 && !/\d/.test(word) && !EMPTY.has(word))
    .join(" ");
}

/** Who pays, by SIREN, by memory of people's choices, by name (LET-7). */
export function readPayer(index: PayerIndex, label: NormalisedLabel, zones: readonly Zone[]): PayerReading {
  const words = payerWords(zones);
  const circuit = circuitIn(index, words);
  const isTreasury = TREASURY.test(label.text);
  const certain = (rank: number, how: "siren" | "alias"): PayerReading => {
    const payer = index.payers[rank];
    const matches = payer
      ? [{ payer_key: payer.key, display_name: payer.display, coverage: 1, score: 1 }]
      : [];
    return {
      how: payer ? how : "unknown",
      matches,
      circuit,
      // Memory says who, not which of the invoices that many owe (LET-33).
      isWhole: how === "siren",
      alike: new Set(),
      isTreasury,
      legalForm: legalFormIn(words),
      possible: new Set(matches.map((match) => match.payer_key)),
    };
  };
  const siren = sirenIn(index, label.text);
  if (siren !== undefined) return certain(siren, "siren");
  const memory = index.byAlias.get(payerPhrase(label));
  if (memory?.chosen !== undefined) return certain(memory.chosen, "alias");
  const named = {
    ...byName(index, words, label.truncated, isTreasury),
    circuit,
    isTreasury,
    legalForm: legalFormIn(words),
  };
  return memory && named.how === "unknown" ? remembered(index, memory, named) : named;
}

/** No name is read, but people have chosen payers for these words: they are suggested, never sure. */
function remembered(index: PayerIndex, { known }: Memory, named: PayerReading): PayerReading {
  const matches = known.flatMap((rank) => {
    const payer = index.payers[rank];
    return payer
      ? [
          {
            payer_key: payer.key,
            display_name: payer.display,
            coverage: RESOLVED_COVERAGE,
            score: RESOLVED_COVERAGE,
          },
        ]
      : [];
  });
  const others = named.matches.filter(
    (match) => !matches.some(({ payer_key }) => payer_key === match.payer_key),
  );
  return {
    ...named,
    how: matches.length > 1 ? "ambiguous" : "likely",
    matches: [...matches, ...others].slice(0, 6),
    possible: new Set([...named.possible, ...matches.map((match) => match.payer_key)]),
  };
}

/** One known SIREN, alone or at the head of a SIRET; two different ones say nothing. */
function sirenIn(index: PayerIndex, text: string): number | undefined {
  const found = new Set<number>();
  for (const [, digits] of text.matchAll(
    /(?<![A-Z0-9])(?:FR\d{2} ?)?((?:\d{3} ?){3}(?:\d{5})?)(?![A-Z0-9])/g,
  )) {
    const rank = index.bySiren.get(must(digits, "digits").replace(/ /g, "").slice(0, 9));
    if (rank !== undefined) found.add(rank);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

function byName(
  index: PayerIndex,
  written: readonly string[],
  truncated: boolean,
  isTreasury: boolean,
): Omit<PayerReading, "circuit" | "isTreasury" | "legalForm"> {
  const words = joinedWords(index, written);
  const seen = new Set(words.filter((word) => word.length > 1 && !EMPTY.has(word) && !/^\d+$/.test(word)));
  const last = words.at(-1);
  if (truncated && last && last.length >= SHORTEST_PREFIX && !index.postings.has(last)) {
    const full = onlyWordStarting(index.words, last);
    if (full !== undefined && seen.delete(last)) seen.add(full);
  }
  let total = 0;
  const candidates: number[] = [];
  const isCandidate = new Uint8Array(index.payers.length);
  const known: { readonly word: string; readonly weight: number }[] = [];
  for (const word of seen) {
    const weight = index.weights.get(word);
    // What no name holds is nobody's own word.
    if (weight !== undefined) known.push({ word, weight });
    total += weight ?? (GENERIC.has(word) ? 0.25 : 1) * index.unknownWeight;
    const holders = index.postings.get(word);
    if (!holders || GENERIC.has(word) || holders.length > MAX_POSTINGS) continue;
    for (const rank of holders) {
      if (isCandidate[rank] === 1) continue;
      isCandidate[rank] = 1;
      candidates.push(rank);
    }
  }
  const form = legalFormIn(written);
  const scored: (PayerMatch & {
    readonly explained: number;
    readonly significant: number;
    readonly isOtherForm: boolean;
  })[] = [];
  for (const rank of candidates) {
    const payer = index.payers[rank];
    if (!payer) continue;
    const best = bestName(index.names[rank] ?? [], seen);
    if (best.coverage < 0.25) continue;
    if (isTreasury && isNamedByItsTown(payer, seen)) continue;
    let own = 0;
    for (const { word, weight } of known) if (payer.tokens.has(word) || payer.towns.has(word)) own += weight;
    const explained = total > 0 ? own / total : 0;
    const isOtherForm = formDiffers(payer, form);
    scored.push({
      payer_key: payer.key,
      display_name: payer.display,
      coverage: best.coverage,
      // « SARL LE ZOOM » is nearer to the SARL of that name than to the SAS (LET-39).
      score: best.coverage * (0.5 + 0.5 * explained) * (isOtherForm ? OTHER_FORM : 1),
      explained,
      significant: best.significant,
      isOtherForm,
    });
  }
  scored.sort((a, b) => b.score - a.score || compare(a.payer_key, b.payer_key));
  const [first, second] = scored;
  const matches = scored.slice(0, 6);
  const possible = new Set(
    scored.filter((match) => match.coverage >= RESOLVED_COVERAGE).map((match) => match.payer_key),
  );
  const alike = new Set(
    scored.filter((match) => match.coverage >= ALIKE && !match.isOtherForm).map((match) => match.payer_key),
  );
  if (!first || first.coverage < RESOLVED_COVERAGE)
    return { matches, possible, alike, isWhole: false, how: "unknown" };
  if (second && second.coverage >= RESOLVED_COVERAGE && first.score - second.score < IDENTIFIED_MARGIN)
    return { matches, possible, alike, isWhole: false, how: "ambiguous" };
  const alone =
    first.explained >= (first.significant >= 2 ? IDENTIFIED_EXPLAINED : ONE_WORD_EXPLAINED) &&
    first.score - (second?.score ?? 0) >= IDENTIFIED_MARGIN;
  const isWhole =
    first.coverage >= WHOLE &&
    first.explained >= WHOLE_EXPLAINED &&
    first.significant >= (form === undefined ? 2 : 1) &&
    scored.slice(1).every((match) => match.isOtherForm || match.coverage < WHOLE);
  return { matches, possible, alike, isWhole, how: alone ? "name" : "likely" };
}

/** Nothing of a private company but its town is read: a treasury's office is called by the town it sits in. */
function isNamedByItsTown(payer: Payer, seen: ReadonlySet<string>): boolean {
  for (const token of payer.tokens) {
    if (PUBLIC.has(token)) return false;
    if (seen.has(token) && !GENERIC.has(token) && !payer.towns.has(token)) return false;
  }
  return true;
}

const LEGAL_FORMS: ReadonlySet<string> = new Set(
  "SARL EURL SAS SASU SA SCI SNC SCIC SCOP SEM SPL GIE ASSOCIATION".split(" "),
);

function legalFormIn(words: readonly string[]): string | undefined {
  const forms = new Set(words.filter((word) => LEGAL_FORMS.has(word)));
  return forms.size === 1 ? [...forms][0] : undefined;
}

/** Share of a name, and of the label's words, from which nobody else is meant. */
const WHOLE = 0.95;
const ALIKE = 0.7;
const WHOLE_EXPLAINED = 0.85;
const OTHER_FORM = 0.75;

function formDiffers({ tokens }: Payer, form: string | undefined): boolean {
  if (form === undefined || tokens.has(form)) return false;
  return [...LEGAL_FORMS].some((one) => tokens.has(one));
}

/** The label has a legal form that the names of this payer do not have, and they have another (LET-39). */
export function hasOtherForm(index: PayerIndex, payerKey: string, form: string | undefined): boolean {
  const payer = payerOf(index, payerKey);
  return payer !== undefined && formDiffers(payer, form);
}

const payerOf = (index: PayerIndex, key: string): Payer | undefined =>
  index.payers[index.rankOfKey.get(key) ?? -1];

/** Every word of the names and towns of the payer that a label names first. */
export function wordsOfPayer(index: PayerIndex, { matches }: PayerReading): ReadonlySet<string> {
  const payer = payerOf(index, matches[0]?.payer_key ?? "");
  return new Set([...(payer?.tokens ?? []), ...(payer?.towns ?? [])]);
}

/** As the client file writes it. */
export const nameOfPayer = (index: PayerIndex, key: string): string => payerOf(index, key)?.display ?? "";

/** One circuit has both companies: they pay for each other. */
export function areOneCircuit(index: PayerIndex, one: string, other: string): boolean {
  for (const circuits of index.circuits.values())
    for (const { payer_keys: keys } of circuits) if (keys.includes(one) && keys.includes(other)) return true;
  return false;
}

/** A bank that prints lines of 32 characters cuts words anywhere: « EXPLO ITATION » is one. */
function joinedWords(index: PayerIndex, words: readonly string[]): string[] {
  const whole: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [must(words[at], "word"), words[at + 1]];
    const joined = next === undefined ? "" : word + next;
    if (
      joined !== "" &&
      !(index.postings.has(word) && index.postings.has(next ?? "")) &&
      index.postings.has(joined)
    ) {
      whole.push(joined);
      at++;
    } else whole.push(word);
  }
  return whole;
}

function bestName(
  names: readonly WeighedName[],
  seen: ReadonlySet<string>,
): { coverage: number; significant: number } {
  let coverage = 0;
  let significant = 0;
  for (const { words, weights, total } of names) {
    let held = 0;
    let telling = 0;
    for (let at = 0; at < words.length; at++) {
      const word = must(words[at], "word");
      if (!seen.has(word)) continue;
      held += must(weights[at], "weight");
      if (!GENERIC.has(word)) telling++;
    }
    const share = total > 0 && telling > 0 ? held / total : 0;
    if (share > coverage || (share === coverage && telling > significant)) {
      coverage = share;
      significant = telling;
    }
  }
  return { coverage, significant };
}

/** The only known word that begins with `prefix`; undefined when there are none or several. */
function onlyWordStarting(words: readonly string[], prefix: string): string | undefined {
  const low = lowerBound(words, prefix);
  const word = words[low];
  return word?.startsWith(prefix) && !words[low + 1]?.startsWith(prefix) ? word : undefined;
}
