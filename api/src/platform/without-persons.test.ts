import { expect, test } from "vitest";
import { withoutPersons } from "./without-persons.ts";

test.each([
  ["550 <zoe@passeur.example> refused", "550 <(adresse)> refused"],
  ["à hélène.dupré@cinéma-le-rex.fr, demain", "à (adresse), demain"],
  ["IBAN FR7630006000011234567890189 inconnu", "IBAN (iban) inconnu"],
  ["FR76 3000 6000 0112 3456 7890 189", "(iban)"],
  ["SIRET 73282932000074", "SIRET (numéro)"],
  ["appelez le 06 12 34 56 78", "appelez le (numéro)"],
  ["GET /auth/verify?token=abc.def&x=1", "GET /auth/verify?token=…&x=1"],
  ["Authorization: Bearer abc", "Authorization: Bearer …"],
  ["jwt eyJhbGciOi.eyJzdWIi.sig_na", "jwt (jeton)"],
])("%s", (text, kept) => {
  expect(withoutPersons(text)).toBe(kept);
});

test.each([
  "at run (file:///srv/bobine/node_modules/.pnpm/fastify@5.12.8/node_modules/fastify/lib/reply.js:12:3)",
  "invoice 123456 cannot be drawn",
  "connect ECONNREFUSED 127.0.0.1:5432",
  "3b9b2a60-3f2f-4f58-9a52-0d7f2b0f8a11 at 2026-11-21T14:21:03.000Z",
])("leaves what says where a fault is: %s", (text) => {
  expect(withoutPersons(text)).toBe(text);
});
