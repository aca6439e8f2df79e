import { must } from "../must.ts";
import type { PayerAlias, PayerClient } from "./lettering-types.ts";
import { type NameTable, nameTable } from "./name-table.ts";
import { plainText } from "./normalise-label.ts";
import { GENERIC, LEGAL_FORMS, PUBLIC, namesOne, tokensOf, TREASURY } from "./payer-words.ts";

const ALIAS_CONFIRMATIONS = 2;
/** As many confirmations outvote one for another payer. */
const OUTVOTED = 4;

export interface Circuit {
  /** As the client file writes it. */
  readonly name: string;
  readonly payer_keys: readonly string[];
}

/** A legal payer with the words of its names. */
export interface Payer {
  readonly key: string;
  readonly display: string;
  readonly tokens: Set<string>;
  readonly towns: Set<string>;
  /** Distinct names, each a list of distinct words. */
  readonly names: string[][];
  /** A legal form is among them. */
  hasForm: boolean;
  /** It is a commune or a body of one, by its names: a treasury pays for it. */
  isPublic: boolean;
}

/** What people's choices say of a phrase. */
export interface Memory {
  /** Its words tell one payer from others. */
  readonly tells: boolean;
  /** The payer it chooses; undefined when nobody was confirmed twice, or several were. */
  readonly chosen: number | undefined;
  /** Every payer it was used for, most confirmed first. */
  readonly known: readonly number[];
}

export interface PayerIndex {
  readonly payers: readonly Payer[];
  readonly rankOfKey: ReadonlyMap<string, number>;
  /** Keys of all communes and bodies of one. */
  readonly publicPayers: readonly string[];
  readonly names: NameTable;
  readonly weights: ReadonlyMap<string, number>;
  readonly unknownWeight: number;
  /** Word → payers whose names hold it. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  /** Word → payers of whose town it is, and of no name. */
  readonly townsAlone: ReadonlyMap<string, readonly number[]>;
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
      hasForm: false,
      isPublic: false,
    };
    byKey.set(client.payer_key, payer);
    addNames(payer, client);
    if (client.siren && /^\d{9}$/.test(client.siren)) bySirenKey.set(client.siren, client.payer_key);
  }
  const payers = [...byKey.values()];
  const rankOfKey = new Map(payers.map((payer, rank) => [payer.key, rank]));
  const postings = new Map<string, number[]>();
  const townsAlone = new Map<string, number[]>();
  payers.forEach((payer, rank) => {
    for (const token of payer.tokens) push(postings, token, rank);
    for (const town of payer.towns) if (!payer.tokens.has(town)) push(townsAlone, town, rank);
  });
  const weights = new Map<string, number>();
  for (const [token, list] of postings)
    weights.set(token, Math.log(1 + payers.length / list.length) * (GENERIC.has(token) ? 0.25 : 1));
  const bySiren = new Map<string, number>();
  for (const [siren, key] of bySirenKey) bySiren.set(siren, must(rankOfKey.get(key), "rank of a payer"));
  return {
    payers,
    rankOfKey,
    publicPayers: payers.filter((payer) => payer.isPublic).map(({ key }) => key),
    names: nameTable(payers, weights),
    weights,
    unknownWeight: Math.log(1 + payers.length),
    postings,
    townsAlone,
    words: [...postings.keys()].sort(),
    bySiren,
    byAlias: usableAliases(aliases, rankOfKey, payers),
    circuits: circuitsOf(sorted),
  };
}

function push(map: Map<string, number[]>, word: string, rank: number): void {
  const list = map.get(word);
  if (list) list.push(rank);
  else map.set(word, [rank]);
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

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
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
  payer.hasForm ||= tokens.some((token) => LEGAL_FORMS.has(token));
  payer.isPublic ||= tokens.some((token) => PUBLIC.has(token));
  if (!payer.names.some((known) => [...known].sort().join(" ") === key)) payer.names.push(tokens);
}

/**
 * A phrase confirmed twice for one payer chooses it. One that also stands for others (a head office, an accountant, a bank's
 * own word) chooses nobody, unless the others are a rare mistake; it still suggests them. So does one that any cinema or any office of
 * the treasury has (« SGC », « CINE »).
 */
function usableAliases(
  aliases: readonly PayerAlias[],
  rankOfKey: ReadonlyMap<string, number>,
  payers: readonly Payer[],
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
    const first = sorted[0]?.[0] ?? -1;
    const tells = tellsOf(phrase, payers[first]);
    const isChosen = tells && best >= ALIAS_CONFIRMATIONS && sum * OUTVOTED <= best;
    memories.set(phrase, {
      tells,
      chosen: isChosen ? first : undefined,
      known: sorted.map(([rank]) => rank).slice(0, 6),
    });
  }
  return memories;
}

/** A word of the phrase tells who it is, or a number does that is of the payer's own name (« CINE 32 »). */
function tellsOf(phrase: string, payer: Payer | undefined): boolean {
  const words = phrase.split(" ");
  if (namesOne(words)) return true;
  return (
    !TREASURY.test(phrase) && words.some((word) => /^\d+$/.test(word) && payer?.tokens.has(word) === true)
  );
}

/**
 * The number at this place is of a client's name: the words that tell beside it in the name stand beside it here (« STUDIO 43 »,
 * « 400 COUPS »; « LES 400 ANS » is no name). Beside a town it is none: « PARIS 13 »; nor is the year of a law: « ASSOCIATION LOI 1901 ».
 */
export function isNumberOfName(
  { payers, postings }: PayerIndex,
  words: readonly string[],
  at: number,
): boolean {
  const number = must(words[at], "word");
  if (!/^\d{2,}$/.test(number)) return false;
  return (postings.get(number) ?? []).some((rank) => {
    const { names, towns } = must(payers[rank], "payer");
    const beside = (word: string | undefined): string | undefined =>
      word === undefined || towns.has(word) ? undefined : word;
    return names.some((name) => {
      const place = name.indexOf(number);
      if (place < 0 || towns.has(number) || isYearOfLaw(name, place)) return false;
      const [before, behind] = [beside(name[place - 1]), beside(name[place + 1])];
      if (behind !== undefined && !GENERIC.has(behind)) return words[at + 1] === behind;
      return before !== undefined && words[at - 1] === before;
    });
  });
}

/** A legal status, which thousands of associations have. */
const isYearOfLaw = (name: readonly string[], place: number): boolean =>
  name.slice(Math.max(0, place - WORDS_TO_ITS_YEAR), place).includes("LOI") ||
  (/^190[18]$/.test(must(name[place], "number")) &&
    name.some((word) => /^ASS(?:O|OC|OCIATION)?$/.test(word)));
/** « LOI DU 1ER 1901 », of which the month is no word of a name. */
const WORDS_TO_ITS_YEAR = 3;

/** Some client's cinema is in a town of that name. */
export const isOfTown = ({ payers, postings, townsAlone }: PayerIndex, word: string): boolean =>
  townsAlone.has(word) || (postings.get(word) ?? []).some((rank) => payers[rank]?.towns.has(word) === true);

export const payerOf = (index: PayerIndex, key: string): Payer | undefined =>
  index.payers[index.rankOfKey.get(key) ?? -1];

/** A commune or a body of one, by its name: a treasury pays for it. */
export const isPublic = (index: PayerIndex, key: string): boolean => payerOf(index, key)?.isPublic === true;

/** As the client file writes it. */
export const nameOfPayer = (index: PayerIndex, key: string): string => payerOf(index, key)?.display ?? "";

/** One circuit has both companies: they pay for each other. */
export function areOneCircuit(index: PayerIndex, one: string, other: string): boolean {
  for (const circuits of index.circuits.values())
    for (const { payer_keys: keys } of circuits) if (keys.includes(one) && keys.includes(other)) return true;
  return false;
}
