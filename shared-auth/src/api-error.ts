/** How a call failed. `unreadable`: the answer is not what the contract says. `stale`: the user or the distributor is another now; with a status, the server has done what was asked. */
export type ApiFailure = "network" | "timeout" | "aborted" | "stale" | "http" | "unreadable";

/** The only error that calls of this package throw. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly failure: ApiFailure;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  /** Parsed JSON body of the answer, if any. */
  readonly body: unknown;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    failure: ApiFailure,
    details: { status?: number; body?: unknown; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(`api call failed: ${failure} ${details.status ?? ""}`.trim(), { cause: details.cause });
    this.failure = failure;
    this.status = details.status ?? 0;
    this.body = details.body;
    this.retryAfter = details.retryAfter;
  }

  /** The program's word for the failure (`token_not_valid`), when the server gave one. */
  get code(): string | undefined {
    return textOf(this.body, "code");
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** The text under `key` of a JSON object, when there is one. */
export function textOf(body: unknown, key: string): string | undefined {
  if (typeof body !== "object" || body === null || !(key in body)) return undefined;
  const value = (body as Record<string, unknown>)[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Reads a failed answer, whatever its body is. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  return errorOfAnswer(response.status, text, response.headers.get("retry-after"));
}

export function errorOfAnswer(status: number, text: string, retryAfterHeader: string | null): ApiError {
  const seconds = Number(retryAfterHeader);
  const retryAfter =
    retryAfterHeader !== null && Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
  return new ApiError("http", { status, body: parseJson(text), retryAfter });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
