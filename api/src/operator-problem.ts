/** Something that an operator must change first: its message says what, and no stack would say more. */
export class OperatorProblem extends Error {
  override name = "OperatorProblem";
}

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  /** Of errors of the system alone. */
  readonly syscall?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
}

/** What the machine refuses. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk is full",
  EROFS: "The disk can only be read",
  EACCES: "This user may not do it",
  EPERM: "This user may not do it",
  ENOENT: "It is not there",
  ENOTDIR: "It is not there",
};
/** PostgreSQL's own word for a full disk. */
const DISK_FULL = "53100";

/** @returns one line for an operator, or the error as it is when only its stack tells more */
export function describeProblem(error: unknown): unknown {
  if (error instanceof OperatorProblem) return error.message;
  if (!(error instanceof Error)) return error;
  const { code, message, syscall, address, port }: Failure = error;
  if (code === DISK_FULL) return `The disk of PostgreSQL is full: ${String(message)}`;
  if (typeof code !== "string" || typeof syscall !== "string") return error;
  if (syscall === "listen") {
    if (code === "EADDRINUSE")
      return `Another process listens on ${String(address)}, port ${String(port)}: stop it, or set PORT.`;
    return `HOST and PORT are nothing to listen on here: ${String(message)}`;
  }
  const refusal = REFUSALS[code];
  return refusal === undefined ? error : `${refusal}: ${String(message)}`;
}

const AWAY = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH"]);
/** A wrong password, name or right; no such database; starting or stopping; no room for one more. */
const TURNED_AWAY = new Set(["28P01", "28000", "3D000", "57P03", "53300"]);

/**
 * @param variable that the address of the database was set in
 * @returns why nobody gets in there, naming the variable; the error as it is when it is another one
 */
export function describeNoEntry(variable: string, error: unknown): unknown {
  const { code, message }: Failure = error instanceof Error ? error : {};
  if (typeof code !== "string") return error;
  if (AWAY.has(code))
    return new OperatorProblem(`PostgreSQL does not answer at the address in ${variable} (${code}).`, {
      cause: error,
    });
  if (TURNED_AWAY.has(code))
    return new OperatorProblem(`PostgreSQL lets ${variable} not in: ${String(message)}`, { cause: error });
  return error;
}
