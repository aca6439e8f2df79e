import { type AppError, errors } from "../../errors.ts";

/** What is said of a number or code that another row has, by the index that forbids it (CIN-2). */
const TAKEN: Record<string, readonly [field: string, message: string]> = {
  cinema_short_name_code: ["short_name_code", "Ce code court est déjà utilisé."],
  cinema_cnc_authorization: ["cnc_authorization", "Ce numéro CNC est déjà utilisé."],
  screen_authorization: ["authorization_number", "Ce numéro d’autorisation est déjà utilisé."],
};

/** As the database says it of the very text, of a number that is written otherwise (`refuseTakenNumbers`). */
export class NumberTaken extends Error {
  override readonly name = "NumberTaken";
  readonly code = "23505";
  readonly constraint: "cinema_cnc_authorization" | "screen_authorization";

  constructor(constraint: NumberTaken["constraint"]) {
    super(`a number of ${constraint} is taken, written otherwise`);
    this.constraint = constraint;
  }
}

function takenIn(error: unknown, screenField: string): AppError | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const [field, message] = (code === "23505" && TAKEN[constraint ?? ""]) || [];
  if (field === undefined || message === undefined) return undefined;
  return errors.field(field === "authorization_number" ? screenField : field, message);
}

/**
 * Runs a whole transaction. The database judges uniqueness, by its indexes and a lock, so that two requests at once cannot both win; what it
 * refuses becomes the error of a field.
 * @param screenField the field of the request that carries the number of authorisation
 */
export async function takenAsFieldError<T>(work: () => Promise<T>, screenField: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw takenIn(error, screenField) ?? error;
  }
}
