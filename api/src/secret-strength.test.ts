import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { estimatedBits } from "./secret-strength.ts";

const WANTED = 128;

describe("a secret", () => {
  test.each([
    ["one letter again and again", "k".repeat(43)],
    ["a few characters again and again", "Xk9-".repeat(12)],
    ["a sentence again and again", "a secret for tests only ".repeat(3)],
    ["a long sentence", "the quick brown fox jumps over the lazy dog tonight"],
    ["words without blanks", "lecinemafrancaisestunartpopulairedepuistoujours"],
    ["words with digits", "Bobine2026Production2027Distribution"],
    ["the alphabet", "abcdefghijklmnopqrstuvwxyz0123456789"],
    ["an example of a document", "change-me-Zk3vQ0x8Rj2mT7wLpY5nB9dF4hG6sC1a"],
    ["the words of an example", "your_secret_key_your_secret_key_!"],
    ["a number counted on", "12345678901234567890123456789012"],
    ["too few random characters", "kQ3vZ0x8Rj2mT7wLpY5n"],
  ])("of %s is weak", (_case, secret) => {
    expect(estimatedBits(secret)).toBeLessThan(WANTED);
  });

  test.each([
    ["openssl rand -base64 48", () => randomBytes(48).toString("base64")],
    ["openssl rand -base64 32", () => randomBytes(32).toString("base64")],
    ["base64url of 32 bytes", () => randomBytes(32).toString("base64url")],
    ["openssl rand -hex 32", () => randomBytes(32).toString("hex")],
  ])("of %s is strong, whatever comes out", (_case, draw) => {
    for (let time = 0; time < 300; time += 1) expect(estimatedBits(draw())).toBeGreaterThanOrEqual(WANTED);
  });
});
