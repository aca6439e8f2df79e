import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { estimatedBits } from "./secret-strength.ts";

const WANTED = 112;

const drawn = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

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
    ["a walk over the keys, in both cases", "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZ"],
    ["a walk over French keys", "azertyuiopqsdfghjklmwxcvbnAZERTYUIOPQSDFGHJKLM"],
    ["columns of keys", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/1QAZ2WSX"],
    ["columns of keys with shift", "Zaq12wsxCde34rfvBgt56yhnMju78ik,Lo90p;/"],
    ["a walk in changing case", "PoIuYtReZaMlKjHgFdSqNbVcXw0987654321"],
    ["a sentence in camel case", "LeCinemaFrancaisEstUnArtPopulaireDepuisToujours"],
    ["an English sentence in camel case", "TheQuickBrownFoxJumpsOverTheLazyDogAgainTonight"],
    ["a sentence with marks and digits", "J'aimeLesFilmsDeTruffautEtDeGodardDepuis1968!!"],
    ["a sentence in changing case", "lEcInEmAfRaNcAiSeStUnArTpOpUlAiReDePuIsToUjOuRs"],
    ["words in disguise", "C0rr3ctH0rs3B4tt3rySt4pl3C1n3m4Fr4nc31s1987!"],
    ["words in disguise with dashes", "Pr0duct10n-B0b1ne-S3cr3t-K3y-2026-Fr4nce-P4ris"],
    ["words in disguise with underscores", "L3_c1n3m4_fr4nc41s_3st_un_4rt_p0pul41r3_1987"],
    ["every second letter", "acegikmoqsuwybdfhjlnprtvxz13579acegikmoqsuwy"],
    ["half a key and the same in the other case", "kQ3vZ0x8Rj2mT7wLKq3Vz0X8rJ2Mt7Wl"],
    ["too few random characters", "kQ3vZ0x8Rj2mT7wLpY"],
  ])("of %s is weak", (_case, secret) => {
    expect(estimatedBits(secret)).toBeLessThan(WANTED);
  });

  test.each([
    ["openssl rand -base64 48", () => randomBytes(48).toString("base64")],
    ["openssl rand -base64 32", () => randomBytes(32).toString("base64")],
    ["base64url of 32 bytes", () => randomBytes(32).toString("base64url")],
    ["openssl rand -hex 32", () => randomBytes(32).toString("hex")],
    ["two UUIDs", () => `${randomUUID()}${randomUUID()}`],
    [
      "a password manager",
      () => drawn("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%&*+-=?@_", 40),
    ],
    ["lower case and digits", () => drawn("abcdefghijklmnopqrstuvwxyz0123456789", 36)],
  ])("of %s is strong, whatever comes out", (_case, draw) => {
    for (let time = 0; time < 50; time += 1) expect(estimatedBits(draw())).toBeGreaterThanOrEqual(WANTED);
  });
});
