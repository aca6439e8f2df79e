import { plainText } from "./normalise-label.ts";

/**
 * Words by which a payer says that its money is for something else than the rental of a film, each with what it is called in the
 * reasons (LET-37). They are looked for in the label without accents. A distributor adds its own.
 */
const FOR_SOMETHING_ELSE: readonly (readonly [string, RegExp])[] = [
  [
    "transport de copie",
    /\b(?:TRANSPORTS?|ACHEMINEMENTS?|COURSIERS?|EXPEDITIONS?|FRET|FRAIS DE PORT|PORT COPIES?)\b/g,
  ],
  [
    "adhésion, cotisation ou inscription",
    /\b(?:ADHESIONS?|ADHERENTS?|ADH|COTISATIONS?|COTIS|COT|ABONNEMENTS?|INSCRIPTIONS?|FORMATIONS?)\b/g,
  ],
  [
    "dépôt ou caution",
    /\b(?:CAUTIONS?|CAUT|CONSIGNATIONS?|DEPOTS? (?:DE |DE LA |SUR |SUR LA )?(?:GARANTIE|COPIES?))\b/g,
  ],
  [
    "affiches, publicité ou commande",
    /\b(?:COMMANDES? (?!N?\d)[A-Z]+|ACHATS?|AFFICHES?|AFFICHETTES?|AFFICHAGE|FLYERS?|TRACTS?|PLV|GOODIES|PUBLICITES?|PUB|BANDES?[ -]ANNONCES?|MATERIEL PROMO(?:TIONNEL)?|RACHATS?|VENTES?|CONFISERIES?|REPRISES? (?:DE |DU |DES )?(?:STOCKS?|MATERIELS?|FAUTEUILS?)|CESSIONS?(?! (?:DE )?CREANCES?\b))\b/g,
  ],
  ["prêt", /\b(?:PRETS?|EMPRUNTS?)\b/g],
  // « HORS TAXES » says what an amount is.
  ["taxe ou impôt", /\b(?:TSA|(?<!(?:HORS|TOUTES) )TAXES?|IMPOTS?)\b/g],
  [
    "remboursement ou frais",
    /\b(?:REMBOURS\w*|REMBT|RBS?M?TS?|RMBTS?|REMB|DEFRAIEMENTS?|TROP[ -](?:PERCU|VERSE)S?|EN TROP|RESTITUTIONS?|RISTOURNES?|(?<!SANS )FRAIS(?! (?:BANCAIRES?|BANQUE|DE VIREMENT|VIR|PARTAGES|SHA|OUR|BEN)\b))\b/g,
  ],
  [
    "virement à retourner, en double ou annulé",
    /\b(?:A (?:NOUS )?RETOURNER|RETOURS?|RETOURNEE?S?|PAR ERREUR|ERREURS? DE VIREMENTS?|VIREMENTS? ERRONES?|EN DOUBLE|DOUBLONS?|EXTOURNES?|ANNUL|DOUBLE (?:PAIEMENT|VIREMENT|REGLEMENT)|ANNUL(?:ATION|EE?)S?|REJET(?:EE?)?S?|IMPAYE(?:E?S?))\b/g,
  ],
  ["litige ou intérêts", /\b(?:LITIGES?|INTERETS?|INTS? (?:DE )?RETARDS?)\b/g],
  [
    "avance ou acompte",
    /\b(?:TIRAGES?|AVANCES?|AVCES?|ACOMPTES?|ACPTE?S?|ARRHES|PROVISIONS?|A VALOIR|(?:FILMS?|GARANTIS?|MG) A VENIR)\b/g,
  ],
  ["devis ou facture proforma", /\b(?:DEVIS|PRO ?FORMA)\b/g],
  [
    "honoraires, apport ou dividendes",
    /\b(?:HONORAIRES?|DIVIDENDES?|APPORTS?|COMPTE COURANT D'ASSOCIES?)\b/g,
  ],
  [
    "droits ou coproduction",
    /\b(?:CO-?PRODUCTIONS?|COPROD|CO-?FINANCEMENTS?|PRE[ -]?ACHATS?|DROITS (?:TV|VIDEO|TELE|D?[' ]?AUTEURS?|DVD|VOD|MUSICAUX|DERIVES)|DVD|BLU[ -]?RAYS?|S?VOD|SACEM|SACD|SCAM)\b/g,
  ],
  [
    "subvention, don ou participation",
    /\b(?:SUBVENTIONS?|SUBVENT|SUBV|DONS?|MECENAT|PARRAINAGE|SPONSORING|PARTENARIATS?|PARTICIPATIONS?|TELETHON)\b/g,
  ],
  [
    "intervention ou déplacement",
    /\b(?:DEPLACEMENTS?|HEBERGEMENTS?|INTERVENTIONS?|CACHETS?|CINE[ -]DEBATS?|NUITEES?|HOTELS?(?! DE (?:VILLE|REGION|DEPARTEMENT)))\b/g,
  ],
  [
    "loyer ou location de salle",
    /\bLOYERS?\b|\b(?:LOCATIONS?|LOC) (?:DE |DU |D'UNE |DE LA )?(?:SALLES?|MATERIELS?|MOBILIER|PROJECTEURS?)\b|\bPRIVATISATIONS?\b|\bCHARGES LOCATIVES\b/g,
  ],
  [
    "billetterie",
    /\b(?:BILLETTERIE|CONTREMARQUES?|CHEQUES?[ -]CINE(?:MA)?|CINE[ -]?CHEQUES?|PASS[ -]?CULTURE)\b/g,
  ],
  ["assurance ou indemnité", /\b(?:ASSURANCES?|INDEMNITES?|SINISTRES?|DEDOMMAGEMENTS?|PENALITES?)\b/g],
  ["clés ou frais techniques", /\b(?:KDMS?|VPF|DCP|CLES?(?! RIB)|DISQUES? DURS?|SERVEURS?|LICENCES?)\b/g],
];

/** Long words of those, to be found where the end of a bank's line cuts them. */
const STEMS =
  /TRANSPORTCOPIE|AFFICHE|ADHESION|COTISATION|CAUTION|REMBOURSEMENT|REMBTFRAIS|COPRODUCTION|SUBVENTION|INSCRIPTION|PARTICIPATION|LOCATIONDESALLE|ABONNEMENT|TROPPERCU|DEDOMMAGEMENT|DEPLACEMENT|ACOMPTE|AVANCESUR|ANOUSRETOURNER|ERREURDEVIREMENT|RESTITUTION|TROPVERSE|DOUBLEPAIEMENT|RISTOURNE|PARTENARIAT|HONORAIRE|DIVIDENDE|COFINANCEMENT|CHARGESLOCATIVES|PASSCULTURE|DISQUEDUR/;

/** Where a label that the bank cut ends in the beginning of one: « PARTICIPATIO ». */
const LONG_WORDS =
  "ABONNEMENT ACHEMINEMENT ADHESION AFFICHES ANNULATION ASSURANCE AVANCE BILLETTERIE CAUTION COFINANCEMENT COMMANDE COPRODUCTION COTISATION DEDOMMAGEMENT DEPLACEMENT DIVIDENDES EXPEDITION FORMATION HEBERGEMENT HONORAIRES INDEMNITE INSCRIPTION INTERVENTION PARTENARIAT PARTICIPATION PUBLICITE REMBOURSEMENT RESTITUTION RISTOURNE SUBVENTION TRANSPORT".split(
    " ",
  );
const SHORTEST_CUT = 5;

/** Distributors on the French market that run no cinema under that name. */
const DISTRIBUTORS =
  /\b(?:PYRAMIDE|DIAPHANA|HAUT ET COURT|LE PACTE|MEMENTO|AD VITAM|WILD BUNCH|STUDIOCANAL|METROPOLITAN|BAC FILMS|REZO FILMS|JHR FILMS|JOUR2FETE|FILMS DU LOSANGE|SOPHIE DULAC|DULAC DISTRIB\w*|CONDOR|ARP|SND|APOLLO FILMS|SHELLAC|CARLOTTA|TAMASA|MALAVIDA|EUROZOOM|GEBEKA|CINEMA PUBLIC FILMS|KMBO|NOUR FILMS|EPICENTRE FILMS|WARNER|WALT DISNEY|UNIVERSAL|SONY|PARAMOUNT|PATHE (?:FILMS|DISTRIB\w*)|GAUMONT DISTRIB\w*|UGC (?:FILMS?|DISTRIB\w*)|MK2 (?:FILMS|DISTRIB\w*)|MARS FILMS|LES ACACIAS|SPLENDOR FILMS|POTEMKINE|CAPRICCI|NEW STORY|BODEGA FILMS|THE JOKERS|ORANGE STUDIO|TANDEM FILMS)\b/;
/** Of a distributor's name these alone say of nobody who it is. */
const OF_MANY_NAMES = /^(?:FILMS?|DISTRIB\w*|LES?|D[UE]S?|ET)$/;
/** Behind « FILMS »: whose they are. */
const FILMS_OF = String.raw`D(?:U|ES?|E LA|E L')[ ']?`;
/** « FILMS DU MOIS » and « FILMS DE MARS » say when they ran. */
const OF_TIME = String.raw`MOIS\b|TRIM(?:ESTRE)?\b|NOEL\b|VACANCES\b|RENTREE\b|FESTIVAL\b|WEEK|JANV|FEV|MARS\b|AVRIL|MAI\b|JUIN|JUIL|AOUT|SEPT|OCT|NOV|DEC|SEM`;
const NO_TIME = `(?!${OF_TIME})`;
/** Before « FILMS » they say what is paid, and name nobody. */
const OF_THE_TRADE = String.raw`LOC\b|LOCATIONS?\b|REGLE?M?E?N?TS?\b|PAIEMENTS?\b|VIREMENTS?\b|REDEVANCES?\b|RELEVES?\b|SOLDE\b|[DLVNC]ES\b|[VN]OS\b|POUR\b|CINE\b|HOLDING\b|SIEGE\b|GESTION\b|GROUPE\b|TRESO\b`;
const ORDINARY = new RegExp(`^(?:${OF_THE_TRADE}|${OF_TIME}|FACT(?:URES?)?\\b)`);
/** A number, and no year. */
const A_NUMBER = String.raw`(?!20\d\d\b)\d{4,}\b`;
/** « POUR VOS FILMS » and « FACTURE DE LOCATION DE FILM » name nobody. */
const NO_NAME = String.raw`(?!(?:(?:${OF_THE_TRADE}|D[EU]\b|L[EA]\b|MOIS\b|SEM(?:AINES?)?\b) )+FILMS?\b)`;
const A_DISTRIBUTION = new RegExp(
  [
    // « NEPTUNE DISTRIBUTION »
    String.raw`\b([A-Z][A-Z'-]+(?: FILMS?)?) DISTRIB(?:UTION)?\b`,
    // « POUR SATURNE FILMS »
    String.raw`\b(?:POUR|FACT(?:URES?)?) (?:LES )?((?!LOCATIONS?\b|LOC\b)${NO_NAME}(?:[A-Z'-]+ ){1,3}FILMS?)\b`,
    // « FACTURE FILMS DU NORD »
    String.raw`\b(?:(?:POUR|FACT(?:URES?)?) (?:(?:[LD]ES|[VN]OS) )?|DE (?:LES )?)(FILMS? ${FILMS_OF}${NO_TIME}[A-Z'-]{3,})`,
    // « FILMS DU NORD VOTRE FACTURE »
    String.raw`^(FILMS ${FILMS_OF}[A-Z'-]{4,}) (?:VOTRE )?(?:N|FACT)`,
    // « FILMS DU RIVAGE 77105 »
    String.raw`\b(FILMS ${FILMS_OF}${NO_TIME}[A-Z'-]{4,}) ${A_NUMBER}`,
    // « GRANDE COMETE FILMS 90447 »
    String.raw`\b((?:[A-Z'-]{3,} ){0,2}(?!${OF_THE_TRADE})[A-Z'-]{3,} FILMS) (?:NO? )?${A_NUMBER}`,
  ].join("|"),
);

const DISTRIBUTOR = "distributeur ";

export interface Contrary {
  /** As people read it. */
  readonly what: string;
  /** The words of the label that say so; undefined where the end of a line cuts them. */
  readonly words: string | undefined;
}

export interface ContraryWords {
  /** What else the money is for, or whom; undefined when nothing speaks against an invoice of ours. */
  readonly find: (text: string, namesOfPayer: ReadonlySet<string>) => Contrary | undefined;
}

/**
 * What is found without a blank of the text comes of the word that this makes: a word that the text has as well is let off by those
 * around it (« FRAIS DE VIREMENT »), and of ordinary words no name comes (« LOCATIONDE FILM »).
 */
export function isOfCutWord({ what, words }: Contrary, text: string, blank: number): boolean {
  if (!what.startsWith(DISTRIBUTOR)) return words === undefined || !spaced(text).includes(spaced(words));
  const before = text.slice(text.lastIndexOf(" ", blank - 1) + 1, blank);
  return !ORDINARY.test(before) && !ORDINARY.test(text.slice(blank + 1));
}

/** What the last word of a cut label begins to say. */
export function cutWord(text: string, namesOfPayer: ReadonlySet<string>): Contrary | undefined {
  const last = text.slice(text.lastIndexOf(" ") + 1);
  if (last.length < SHORTEST_CUT || namesOfPayer.has(last)) return undefined;
  const word = LONG_WORDS.find((long) => long !== last && long.startsWith(last));
  return word === undefined ? undefined : { what: word.toLowerCase(), words: last };
}

/** Between words that a bank's line may end in. */
const WORDS = /[ '-]/;

/**
 * @param ownNames of the distributor: its own name is no other distributor's
 * @param ownWords what the distributor added to the list, as typed
 */
export function contraryWords(ownNames: readonly string[], ownWords: readonly string[]): ContraryWords {
  const own = ownNames.map(spaced).filter((name) => name !== "  ");
  const added = ownWords
    .map((word) => [word.trim(), spaced(word)] as const)
    .filter(([, plain]) => plain !== "  ");
  return {
    find: (text, namesOfPayer) => {
      const padded = spaced(text);
      const word = added.find(([, plain]) => padded.includes(plain));
      if (word) return { what: word[0], words: word[1].trim() };
      // « ASSOCIATION LES AFFICHES » is called so.
      const isName = (words: string): boolean => words.split(WORDS).every((one) => namesOfPayer.has(one));
      for (const [what, pattern] of FOR_SOMETHING_ELSE) {
        const found = text.match(pattern)?.find((words) => !isName(words));
        if (found !== undefined) return { what, words: found };
      }
      const called = A_DISTRIBUTION.exec(text)
        ?.slice(1)
        .find((one) => one !== undefined);
      const distributor = DISTRIBUTORS.exec(text)?.[0] ?? (called && behindPayer(called, isName));
      if (distributor !== undefined) {
        const telling = distributor.split(WORDS).filter((one) => !OF_MANY_NAMES.test(one));
        const isOwn = own.some((name) => telling.some((one) => name.includes(` ${one} `)));
        // « UGC FILMS S40 » may be the cinemas' own.
        if (!isOwn && !isName(distributor.replace(/^UGC FILMS?$/, "UGC")))
          return { what: `${DISTRIBUTOR}${distributor}`, words: distributor };
      }
      const whole = text.replace(/[^A-Z]+/g, "");
      const stem = STEMS.exec(whole)?.[0];
      if (stem === undefined || [...namesOfPayer].some((name) => name.includes(stem.slice(0, 7))))
        return undefined;
      return { what: stem.toLowerCase(), words: undefined };
    },
  };
}

/** « VARIETES GRANDE OURSE FILMS », paid by Les Variétés: the name begins behind the payer's; of « FILMS » alone nothing is left. */
function behindPayer(words: string, isName: (word: string) => boolean): string | undefined {
  const all = words.split(" ");
  const first = all.findIndex((word) => !isName(word));
  const rest = all.slice(Math.max(first, 0)).join(" ");
  return rest === "FILMS" ? undefined : rest;
}

/** The words are the beginning of a film's title, as the label has it: « LOCATION FRAIS D'ORAGE ». */
export function areOfTitle({ words }: Contrary, text: string, titles: readonly string[]): boolean {
  if (words === undefined) return false;
  return titles.some((title) => {
    const plain = spaced(title);
    return (
      plain.includes(` ${words.replace(/[^A-Z0-9]+/g, " ")} `) &&
      spaced(text).includes(plain.slice(0, TITLE_START))
    );
  });
}
const TITLE_START = 14;

const spaced = (text: string): string =>
  ` ${plainText(text)
    .replace(/[^A-Z0-9]+/g, " ")
    .trim()} `;
