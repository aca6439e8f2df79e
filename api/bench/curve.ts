// A curve as an SVG, for the documentation: ratios over sizes that grow tenfold.

export interface Curve {
  readonly name: string;
  /** One for each place. */
  readonly values: readonly number[];
}

const [WIDTH, HEIGHT] = [760, 360];
const PLOT = { left: 56, right: 560, top: 44, bottom: 300 } as const;
/** Told apart by people who see no colours by their dashes. */
const STROKES = [
  ["#1c7ed6", "none"],
  ["#e8590c", "6 3"],
  ["#2b8a3e", "2 3"],
  ["#9c36b5", "10 3 2 3"],
  ["#c92a2a", "12 4"],
  ["#5c677d", "1 4"],
] as const;

/** @param drawing.limit a line across: what was asked */
export function curveOf(drawing: {
  readonly title: string;
  readonly across: string;
  readonly places: readonly number[];
  readonly limit: number;
  readonly curves: readonly Curve[];
}): string {
  const { title, across, places, limit, curves } = drawing;
  const most = Math.max(limit, ...curves.flatMap(({ values }) => values)) * 1.1;
  const [first = 1, last = 1] = [places[0], places.at(-1)].map((place) => Math.log10(place ?? 1));
  const x = (place: number): string =>
    (PLOT.left + ((Math.log10(place) - first) / (last - first || 1)) * (PLOT.right - PLOT.left)).toFixed(1);
  const y = (value: number): string => (PLOT.bottom - (value / most) * (PLOT.bottom - PLOT.top)).toFixed(1);
  const text = (left: number | string, top: number | string, words: string, more = ""): string =>
    `  <text x="${left}" y="${top}" ${more}>${words.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`;
  const steps = Array.from({ length: Math.floor(most / 0.5) + 1 }, (_, n) => n * 0.5);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" font-family="system-ui, sans-serif" font-size="12" fill="#495057">`,
    `  <rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(PLOT.left, 22, title, 'font-size="14" fill="#212529"'),
    ...steps.flatMap((step) => [
      `  <path d="M${PLOT.left} ${y(step)}H${PLOT.right}" stroke="#e9ecef"/>`,
      text(PLOT.left - 8, y(step), step.toFixed(1), 'text-anchor="end" dominant-baseline="middle"'),
    ]),
    ...places.map((place) => text(x(place), PLOT.bottom + 20, String(place), 'text-anchor="middle"')),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 42, across, 'text-anchor="middle"'),
    `  <path d="M${PLOT.left} ${y(limit)}H${PLOT.right}" stroke="#868e96" stroke-dasharray="4 4"/>`,
    text(PLOT.right + 8, y(limit), `asked: at most ${limit}`, 'dominant-baseline="middle"'),
    ...curves.flatMap(({ name, values }, n) => {
      const [colour, dashes] = STROKES[n % STROKES.length] ?? STROKES[0];
      const path = values.map((value, place) => `${x(places[place] ?? 1)} ${y(value)}`).join("L");
      const top = PLOT.bottom - 20 * (curves.length - n - 1);
      return [
        `  <path d="M${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}"/>`,
        `  <path d="M${PLOT.right + 8} ${top - 4}h24" stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}"/>`,
        text(PLOT.right + 38, top, name),
      ];
    }),
    "</svg>",
  ].join("\n")}\n`;
}
