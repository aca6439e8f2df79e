import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { noteDataAge, useDataAge } from "./data-age.ts";

const answered = (age: string | null, now: number): void =>
  act(() => noteDataAge((header) => (header === "x-data-behind-ms" ? age : null), now));

test("OPS-11: what was read from a standby tells its age until an answer of another moment has none", () => {
  const { result } = renderHook(() => useDataAge());
  expect(result.current).toBeUndefined();
  answered("1900", 0);
  expect(result.current).toBeUndefined();
  answered("2001", 10);
  expect(result.current).toBe(3);
  // The rest of the same screen came from the database itself.
  answered(null, 500);
  expect(result.current).toBe(3);
  answered("7400", 600);
  expect(result.current).toBe(8);
  answered(null, 5_601);
  expect(result.current).toBeUndefined();
});
