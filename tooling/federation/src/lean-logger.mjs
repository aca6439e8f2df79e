// In the place of the federation runtime's messages: the code of an error and its facts, without a text for each code.
const MARK = "[ Federation Runtime ]";

export const logger = console;

export const warn = (problem) => console.warn(MARK, problem);

/**
 * @param {Error | string} problem an error, a text, or a code when `texts` is given
 * @param {unknown} [texts] of the codes; unused
 * @param {unknown} [facts]
 * @param {string} [cause]
 * @throws always
 */
export function error(problem, texts, facts, cause = "") {
  if (problem instanceof Error) throw problem;
  if (texts === undefined) throw new Error(`${MARK}: ${problem}`);
  throw new Error(`${MARK}: #${problem} ${JSON.stringify(facts ?? {})} ${cause}`);
}

/** @param {unknown} condition @param {string} problem @param {unknown} [texts] @param {unknown} [facts] */
export function assert(condition, problem, texts, facts) {
  if (!condition) error(problem, texts, facts);
}
