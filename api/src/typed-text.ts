// What people type, told by two neighbouring characters.

/** Five of six pairs of letters in French and English text, and one of four of all pairs. */
const PAIRS = new Set(
  (
    "ab ac ad ag ai al am an ap ar as at au av ay ba be bl bo bu by ca ce ch ci co ct da de di do ds ea eb ec ed ee ef ei el em en eo " +
    "ep er es et eu ev ex ez fa fi fo ge ha he hi ho ib ic id ie il im in io ir is it ke la ld le li ll lo ma me mi mo mp na nc nd ne " +
    "ng ni nn no ns nt nu nv od of oi ol om on or os ot ou ow pa pe pl po pr qu ra rc rd re ri rl ro rs rt ru sa sc sd se si sl sn so " +
    "sp sr ss st su sw ta tc td te th ti to tp tr ts tt tu ua ue ui ul um un ur us ut ve vo wh wi"
  ).split(" "),
);
/** What stands for a letter in « c1n3m4 ». */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Whether two letters often stand together in French or English words, whatever their case, accents or disguise; undefined of others. */
export function areOftenTogether(first: string, second: string): boolean | undefined {
  const pair = asLetter(first) + asLetter(second);
  return /^[a-z]{2}$/.test(pair) ? PAIRS.has(pair) : undefined;
}

function asLetter(character: string): string {
  return (LOOKS_LIKE[character] ?? character).normalize("NFD").charAt(0).toLowerCase();
}

/** The keys of each row, without and with shift. */
const KEYBOARDS: readonly (readonly (readonly string[])[])[] = [
  [
    ["`1234567890-=", "~!@#$%^&*()_+"],
    ["qwertyuiop[]\\", "QWERTYUIOP{}|"],
    ["asdfghjkl;'", 'ASDFGHJKL:"'],
    ["zxcvbnm,./", "ZXCVBNM<>?"],
  ],
  [
    ["²&é\"'(-è_çà)=", "²1234567890°+"],
    ["azertyuiop^$", "AZERTYUIOP¨£"],
    ["qsdfghjklmù*", "QSDFGHJKLM%µ"],
    ["<wxcvbn,;:!", ">WXCVBN?./§"],
  ],
];
/** How far right each row begins, in widths of a key; the French one has a key more at the left of its last row. */
const BEGINNINGS = [
  [0, 1.5, 1.75, 2.25],
  [0, 1.5, 1.75, 1.25],
];
const PLACES = KEYBOARDS.map(
  (rows, keyboard) =>
    new Map(
      rows.flatMap((shifts, row) =>
        shifts.flatMap((keys) =>
          Array.from(
            keys,
            (key, at) => [key, { row, column: at + (BEGINNINGS[keyboard]?.[row] ?? 0) }] as const,
          ),
        ),
      ),
    ),
);

/** Whether two characters are on the same key, or on two that touch, of an English or French keyboard; undefined when neither has both. */
export function areKeyboardNeighbours(first: string, second: string): boolean | undefined {
  let verdict: boolean | undefined;
  for (const places of PLACES) {
    const [one, other] = [places.get(first), places.get(second)];
    if (one === undefined || other === undefined) continue;
    verdict ||= Math.abs(one.row - other.row) <= 1 && Math.abs(one.column - other.column) <= 1;
  }
  return verdict;
}
