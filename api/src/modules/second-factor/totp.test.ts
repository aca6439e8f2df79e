import { describe, expect, test } from "vitest";
import { seal, unseal } from "./sealed-secret.ts";
import { base32, codeOf, otpauthUrl, stepAt, stepOfCode } from "./totp.ts";

/** Of RFC 6238, appendix B, whose eight digits end with our six. */
const SECRET = Buffer.from("12345678901234567890");

describe("a code of an authenticator app", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at second %i is %s", (second, code) => {
    expect(codeOf(SECRET, stepAt(new Date(second * 1000)))).toBe(code);
  });

  test("is taken one step early or late, and no step twice or backwards", () => {
    const now = new Date("2026-11-30T11:00:00Z");
    const present = stepAt(now);
    for (const step of [present - 1, present, present + 1])
      expect(stepOfCode(SECRET, codeOf(SECRET, step), now, 0)).toBe(step);
    for (const step of [present - 2, present + 2])
      expect(stepOfCode(SECRET, codeOf(SECRET, step), now, 0)).toBeUndefined();
    expect(stepOfCode(SECRET, codeOf(SECRET, present), now, present)).toBeUndefined();
    expect(stepOfCode(SECRET, codeOf(SECRET, present - 1), now, present)).toBeUndefined();
  });

  test("comes from a secret that the app reads in base 32", () => {
    expect(base32(SECRET)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    expect(otpauthUrl(SECRET, "zoé+compta@lumen.example")).toBe(
      "otpauth://totp/Bobine:zo%C3%A9%2Bcompta%40lumen.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bobine&algorithm=SHA1&digits=6&period=30",
    );
  });
});

test("a sealed secret opens for its person under its key, and for nobody else", () => {
  const sealed = seal("key", 7, SECRET);
  expect(unseal("key", 7, sealed)).toEqual(SECRET);
  expect(sealed.includes(SECRET)).toBe(false);
  expect(seal("key", 7, SECRET)).not.toEqual(sealed);
  expect(unseal("key", 8, sealed)).toBeUndefined();
  expect(unseal("other key", 7, sealed)).toBeUndefined();
});
