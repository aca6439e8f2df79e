import type { UserActionOverview } from "@bobine/contract/user-actions";
import { useState } from "react";

/**
 * What a reason is called (LET-14): its sentence comes with the actions that have it, and is kept once the last of them is decided.
 * @param listed what the listed actions call it; undefined while none is listed
 */
export function useReasonName(
  code: string,
  overview: UserActionOverview | undefined,
  listed: string | undefined,
): string | undefined {
  const [seen, setSeen] = useState({ code: "", name: "" });
  const name = overview?.by_reason.find(({ reason_code }) => reason_code === code)?.reason ?? listed;
  if (name !== undefined && (seen.code !== code || seen.name !== name)) setSeen({ code, name });
  return name ?? (seen.code === code && code !== "" ? seen.name : undefined);
}
