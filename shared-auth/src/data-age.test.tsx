import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteDataAge, useDataAge } from "./data-age.ts";

const answered = (age: string | null): void =>
  act(() => noteDataAge((header) => (header === "x-data-behind-ms" ? age : null)));
const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("OPS-11: the age of lists that were read from a standby is told until others have none, or for a while", () => {
  const { result } = renderHook(() => useDataAge());
  expect(result.current).toBeUndefined();
  answered("1900");
  expect(result.current).toBeUndefined();
  answered("2001");
  expect(result.current).toBe(3);
  // What comes from the database itself is no list of a standby.
  answered(null);
  expect(result.current).toBe(3);
  answered("400");
  expect(result.current).toBeUndefined();
  answered("7400");
  pass(9_999);
  expect(result.current).toBe(8);
  pass(1);
  expect(result.current).toBeUndefined();
});

test("OPS-11: a long age is told for as long as it is", () => {
  const { result } = renderHook(() => useDataAge());
  answered("60000");
  pass(59_999);
  expect(result.current).toBe(60);
  pass(1);
  expect(result.current).toBeUndefined();
});
