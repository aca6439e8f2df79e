import { createCipheriv, createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { byExtent } from "../../tooling/extent.mjs";
import { estimatedBits } from "./secret-strength.ts";

const WANTED = 112;

const drawn = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

const hash = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest("hex");

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
    ["a pangram in disguise", "7h3qu1ckbr0wnf0xjump50v3r7h3l4zyd0g"],
    ["a pangram in disguise with marks and both cases", "Th3_Qu!ck_8r0wn_F0x_Jump$_0v3r_Th3_L@zy_D0g"],
    ["a French pangram in disguise", "P0rt3zC3V13uxWh1skyAuJug3Bl0ndQu1Fum3"],
    ["a French pangram", "voixambigueduncoeurquiauzephyrprefere"],
    ["a pangram backwards", "godyzalehtrevospmujxofnworbkciuqeht"],
    ["π", "3.14159265358979323846264338327950288419716939937510"],
    ["later digits of π", "58209749445923078164062862089986280348253421170679"],
    ["π in hexadecimal", "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89"],
    ["e", "2.71828182845904523536028747135266249775724709369995"],
    ["√2", "1,41421356237309504880168872420969807856967187537694"],
    ["√2 without its first digits", "4142135623730950488016887242096980785696718"],
    ["φ", "1.61803398874989484820458683436563811772030917980576"],
    ["ln 2", "0.69314718055994530941723212145817656807550013436026"],
    ["the hash of nothing", hash("sha256", "")],
    ["the hash of nothing in capitals", hash("sha256", "").toUpperCase()],
    ["the hash of nothing in base 64", createHash("sha256").update("").digest("base64")],
    ["a hash of « password »", hash("md5", "password")],
    ["another hash of « password »", hash("sha1", "password")],
    ["two hashes of words", hash("md5", "secret") + hash("md5", "admin")],
    ["the UUID of nothing", "00000000-0000-0000-0000-000000000000"],
    ["the last UUID", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    ["a UUID of documents", "123e4567-e89b-12d3-a456-426614174000"],
    ["a UUID of documents without dashes", "550e8400e29b41d4a716446655440000"],
    ["the alphabet of base 64", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"],
    ["the alphabet backwards", "zyxwvutsrqponmlkjihgfedcba9876543210"],
    ["letters and digits that take turns", "1A2b3C4d5E6f7G8h9I0j1K2l3M4n5O6p7Q8r9S0t"],
    ["words of hexadecimal digits", "deadbeefcafebabefeedfacebaadf00dc0ffee00badc0ffe"],
    ["text in base 64", Buffer.from("bobine is the best of all products").toString("base64")],
    ["text in hexadecimal", Buffer.from("a secret that nobody will guess").toString("hex")],
    ["a few bytes in base 64", Buffer.alloc(32, "\u0001\u0002\u0003").toString("base64")],
    ["squares", "149162536496481100121144169196225256289324361"],
    ["primes", "2357111317192329313741434753596167717379838997"],
    ["Fibonacci’s numbers", "1123581321345589144233377610987159725844181"],
    ["an example of tokens", "your-256-bit-secret-your-256-bit-secret"],
    ["too few random characters", "kQ3vZ0x8Rj2mT7wLpY"],
  ])("of %s is weak", (_case, secret) => {
    expect(estimatedBits(secret)).toBeLessThan(WANTED);
  });

  test.each([
    ["openssl rand -base64 48", () => randomBytes(48).toString("base64")],
    ["openssl rand -base64 32", () => randomBytes(32).toString("base64")],
    ["base64url of 32 bytes", () => randomBytes(32).toString("base64url")],
    ["openssl rand -hex 32", () => randomBytes(32).toString("hex")],
    ["openssl rand -hex 20", () => randomBytes(20).toString("hex")],
    ["two UUIDs", () => `${randomUUID()}${randomUUID()}`],
    [
      "a password manager",
      () => drawn("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%&*+-=?@_", 40),
    ],
    ["lower case and digits", () => drawn("abcdefghijklmnopqrstuvwxyz0123456789", 36)],
  ])("of %s is strong, whatever comes out", (_case, draw) => {
    for (let time = 0; time < 50; time += 1) expect(estimatedBits(draw())).toBeGreaterThanOrEqual(WANTED);
  });

  // The shortest key that is enough, so that repeats which a draw brings by chance weigh most.
  test.each(
    Array.from({ length: byExtent("secrets", { part: 2, ci: 25, all: 250 }) }, (_, seed) => seed + 1),
  )("of 32 hexadecimal digits is strong: of 4,000 that were drawn none is refused (part %i)", (seed) => {
    const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, seed), Buffer.alloc(16));
    const digits = cipher.update(Buffer.alloc(4000 * 16)).toString("hex");
    const refused: string[] = [];
    for (let at = 0; at < digits.length; at += 32) {
      const key = digits.slice(at, at + 32);
      if (estimatedBits(key) < WANTED) refused.push(key);
    }
    expect(refused).toEqual([]);
  });
});
