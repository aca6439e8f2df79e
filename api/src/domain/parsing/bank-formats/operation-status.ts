import { counted } from "@bobine/contract/french";
import { cutText, ownText } from "../cut-text.ts";
import { normaliseText } from "../normalise-name.ts";
import { quoted } from "./format-values.ts";

const NBSP = "\u00a0";
const NNBSP = "\u202f";
const LINES_TOLD = 5;
const WORDS_TOLD = 5;

/**
 * What a table says of an operation that did not happen, or not yet, in French, English, Spanish, German and Italian: how its word begins (BANK-24). One that was
 * returned or reversed did: a bank may book its return apart, so that it counts and is told.
 */
const NOT_SETTLED = startsWithOneOf(
  "en cours|en attente|en traitement|en instance|refus|annul|rejet|a venir|non (comptabilise|execute|effectue|abouti)|pas encore|provisoire|previsionnel|prevu|planifie|programme|a comptabiliser|a valider|echoue|echec|bloque|expire|abandonne|suspendu",
  "processing|pending|declined|reverted|cancel|fail|scheduled|upcoming|reject|expired|block|refused|in progress|in process|awaiting|on hold|unsuccessful|not (booked|executed|completed)|void|denied|incomplete",
  "pendiente|rechazad|cancelad|anulad|fallid|en proceso|en curso|caducad|denegad|programad|previst|no (contabilizad|ejecutad)",
  "in bearbeitung|vorgemerkt|abgelehnt|fehlgeschlagen|ausstehend|nicht (gebucht|ausgefuhrt|ausgefuehrt)|geplant|abgebrochen|gesperrt|abgelaufen|terminiert",
  "in sospeso|in attesa|in lavorazione|in elaborazione|in corso|rifiutat|annullat|fallit|non (contabilizzat|eseguit)|scadut|bloccat|respint|pianificat|da contabilizzare",
);
/** « Traitement en cours », « Payment pending »: what is not done yet, before the word that says so. */
const OPERATION =
  "(?:traitement|reglement|paiement|payement|enregistrement|execution|comptabilisation|virement|prelevement|operation|transaction|payment|transfer|booking|settlement|contabilizacion|procesamiento|ejecucion|pago|operacion|transferencia|buchung|zahlung|uberweisung|ausfuhrung|contabilizzazione|esecuzione|registrazione|elaborazione|pagamento|bonifico|operazione)";
const STILL =
  "(?:en cours|en attente|en instance|en traitement|pending|in progress|in process|awaiting|on hold|pendiente|en proceso|en curso|ausstehend|vorgemerkt|in bearbeitung|in sospeso|in attesa|in corso|in lavorazione|in elaborazione)\\b";
const IS_STILL = new RegExp(`\\b${STILL}`);
const STILL_OPEN = new RegExp(`^${OPERATION} ${STILL}`);
/** What it says of one that counts. */
const BOOKED = startsWithOneOf(
  `(?:${OPERATION} )?(?:execute|effectue|comptabilise|regle|traite|valide|termine|paye|realise|passe|debite|credite|confirme|envoye|recu|finalise|enregistre|cloture)e?s?\\b`,
  "executed|credited|debited|passed|realised|settled|completed?\\b|booked|paid|posted|cleared|succe|ok\\b|done|processed|confirmed|finished|sent|received|(un)?reconciled",
  "contabilizad|ejecutad|completad|realizad|pagad|cobrad|liquidad|procesad|abonad|confirmad",
  "gebucht|ausgefuhrt|ausgefuehrt|abgeschlossen|erfolgreich|verbucht|bezahlt|erledigt",
  "contabilizzat|eseguit|completat|pagat|riuscit|registrat|regolat",
);

/** Of what somebody's own books say of it. */
const RECONCILED = /^(?:non )?(?:rapproche|pointe)/;

function startsWithOneOf(...languages: readonly string[]): RegExp {
  return new RegExp(`^(?:${languages.join("|")})`);
}

type Standing = "none" | "booked" | "unknown";

/** What the status of a row says of its operation: a long file has few of them. */
export function standingOf(text: string): Standing {
  const before = KNOWN.get(text);
  if (before !== undefined) return before;
  const words = normaliseText(text.slice(0, LONGEST));
  const standing = standingOfWords(words);
  if (text.length <= LONGEST && KNOWN.size < MOST_KNOWN) KNOWN.set(ownText(text), standing);
  return standing;
}
function standingOfWords(words: string): Standing {
  if (NOT_SETTLED.test(words) || STILL_OPEN.test(words)) return "none";
  if (RECONCILED.test(words) || !/[a-z]/.test(words)) return "booked";
  // « Validé, en attente d’exécution » says both.
  return BOOKED.test(words) && !IS_STILL.test(words) ? "booked" : "unknown";
}
const KNOWN = new Map<string, Standing>();
const MOST_KNOWN = 500;
const LONGEST = 60;

/** Operations whose status is no known word: they count, and the person sees which. @param column of the statuses */
export function unknownStatuses(column: number): {
  /** @param line where the operation stands in the file */
  add(cells: readonly string[], line: number): void;
  notes(): readonly string[];
} {
  const words = new Map<string, { count: number; readonly lines: number[] }>();
  return {
    add(cells, line) {
      const text = (cells[column] ?? "").trim();
      if (standingOf(text) !== "unknown") return;
      const word = cutText(text, LONGEST);
      const known = words.get(word);
      if (!known && words.size >= WORDS_TOLD) return;
      const told = known ?? { count: 0, lines: [] };
      if (!known) words.set(ownText(word), told);
      told.count += 1;
      if (told.lines.length < LINES_TOLD) told.lines.push(line);
    },
    notes: () => [...words].map(([word, { count, lines }]) => sentenceOf(word, count, lines)),
  };
}

function sentenceOf(word: string, count: number, lines: readonly number[]): string {
  const where = `${count > 1 ? "lignes" : "ligne"} ${lines.join(", ")}${count > lines.length ? "…" : ""}`;
  const counts = count > 1 ? "elles sont comptées" : "elle est comptée";
  return `Statut ${quoted(word)} inconnu, ${counted(count, "opération", "opérations")} (${where})${NBSP}: ${counts}${NNBSP}; vérifiez qu’elle${count > 1 ? "s ont" : " a"} bien eu lieu.`;
}
