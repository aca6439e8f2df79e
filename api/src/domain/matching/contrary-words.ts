import { plainText } from "./normalise-label.ts";

/**
 * Words by which a payer says that its money is for something else than the rental of a film, each with what it is called in the
 * reasons (LET-37). They are looked for in the label without accents. A distributor adds its own.
 */
const FOR_SOMETHING_ELSE: readonly (readonly [string, RegExp])[] = [
  [
    "transport de copie",
    /\b(?:TRANSPORTS?|ACHEMINEMENTS?|COURSIERS?|EXPEDITIONS?|FRET|FRAIS DE PORT|PORT COPIES?)\b/,
  ],
  ["adhésion ou cotisation", /\b(?:ADHESIONS?|COTISATIONS?|COTIS|ABONNEMENTS?)\b/],
  [
    "dépôt ou caution",
    /\b(?:CAUTIONS?|CONSIGNATIONS?|DEPOTS? (?:DE |DE LA |SUR |SUR LA )?(?:GARANTIE|COPIES?))\b/,
  ],
  [
    "affiches ou publicité",
    /\b(?:AFFICHES?|AFFICHETTES?|AFFICHAGE|FLYERS?|TRACTS?|PLV|GOODIES|PUBLICITES?|PUB|BANDES?[ -]ANNONCES?|MATERIEL PROMO(?:TIONNEL)?)\b/,
  ],
  [
    "remboursement ou frais",
    /\b(?:REMBOURSEMENTS?|REMBT|RBT|REMB|DEFRAIEMENTS?|TROP[ -]PERCU|(?<!SANS )FRAIS(?! (?:BANCAIRES?|BANQUE|DE VIREMENT|VIR|PARTAGES|SHA|OUR|BEN)\b))\b/,
  ],
  ["avance ou acompte", /\b(?:AVANCES?|ACOMPTES?|ARRHES|PROVISIONS?|A VALOIR)\b/],
  [
    "droits ou coproduction",
    /\b(?:COPRODUCTIONS?|COPROD|DROITS (?:TV|VIDEO|TELE|D'AUTEURS?|DVD|VOD|MUSICAUX|DERIVES)|DVD|BLU[ -]?RAYS?|S?VOD|SACEM|SACD|SCAM)\b/,
  ],
  [
    "subvention, don ou participation",
    /\b(?:SUBVENTIONS?|SUBV|MECENAT|PARRAINAGE|SPONSORING|PARTICIPATIONS?)\b/,
  ],
  [
    "intervention ou déplacement",
    /\b(?:DEPLACEMENTS?|HEBERGEMENTS?|INTERVENTIONS?|CACHETS?|CINE[ -]DEBATS?)\b/,
  ],
  ["location de salle", /\b(?:LOCATIONS?|LOC) (?:DE |D'UNE |DE LA )?SALLES?\b|\bPRIVATISATIONS?\b/],
  ["billetterie", /\b(?:BILLETTERIE|CONTREMARQUES?|CHEQUES? CINEMA)\b/],
  ["assurance ou indemnité", /\b(?:ASSURANCES?|INDEMNITES?|SINISTRES?|DEDOMMAGEMENTS?|PENALITES?)\b/],
  ["clés ou frais techniques", /\b(?:KDMS?|VPF|DCP)\b/],
];

/** Distributors on the French market that run no cinema under that name. */
const DISTRIBUTORS =
  /\b(?:PYRAMIDE|DIAPHANA|HAUT ET COURT|LE PACTE|MEMENTO|AD VITAM|WILD BUNCH|STUDIOCANAL|METROPOLITAN|BAC FILMS|REZO FILMS|JHR FILMS|JOUR2FETE|FILMS DU LOSANGE|SOPHIE DULAC|DULAC DISTRIB\w*|CONDOR|ARP SELECTION|APOLLO FILMS|SHELLAC|CARLOTTA|TAMASA|MALAVIDA|EUROZOOM|GEBEKA|CINEMA PUBLIC FILMS|KMBO|NOUR FILMS|EPICENTRE FILMS|WARNER|WALT DISNEY|UNIVERSAL PICTURES|SONY PICTURES|PARAMOUNT|PATHE (?:FILMS|DISTRIB\w*)|GAUMONT DISTRIB\w*|UGC DISTRIB\w*|MK2 (?:FILMS|DISTRIB\w*)|MARS FILMS|LES ACACIAS|SPLENDOR FILMS|POTEMKINE|CAPRICCI|NEW STORY|BODEGA FILMS|THE JOKERS|ORANGE STUDIO|TANDEM FILMS)\b/;
/** « NEPTUNE DISTRIBUTION », « SATURNE FILMS DISTRIB ». */
const A_DISTRIBUTION = /\b([A-Z][A-Z'-]+(?: FILMS?)?) DISTRIB(?:UTION)?\b/;

export interface ContraryWords {
  /** What else the money is for, or whom, as people read it; undefined when nothing speaks against an invoice of ours. */
  readonly find: (text: string, namesOfPayer: ReadonlySet<string>) => string | undefined;
}

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
      if (word) return word[0];
      for (const [what, pattern] of FOR_SOMETHING_ELSE) {
        const found = pattern.exec(text)?.[0];
        // « ASSOCIATION LES AFFICHES » is called so.
        if (found !== undefined && !found.split(/[ '-]/).every((one) => namesOfPayer.has(one))) return what;
      }
      const distributor = DISTRIBUTORS.exec(text)?.[0] ?? A_DISTRIBUTION.exec(text)?.[1];
      if (distributor === undefined) return undefined;
      const words = distributor.split(/[ '-]/);
      const isOwn = own.some((name) => words.some((one) => name.includes(` ${one} `)));
      return isOwn || words.every((one) => namesOfPayer.has(one)) ? undefined : `distributeur ${distributor}`;
    },
  };
}

const spaced = (text: string): string =>
  ` ${plainText(text)
    .replace(/[^A-Z0-9]+/g, " ")
    .trim()} `;
