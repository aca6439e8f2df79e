import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { errors } from "../errors.ts";
import { installErrorHandler } from "./error-handler.ts";

const UNEXPECTED = "Une erreur est survenue. Nos équipes ont été prévenues.";
const UNAVAILABLE = "Le service est momentanément indisponible. Réessayez dans quelques instants.";

/** What the caller gets when a call fails with `error`. */
async function answerOf(error: unknown) {
  const app = Fastify();
  installErrorHandler(app);
  app.get("/", () => Promise.reject(error));
  const answer = await app.inject("/");
  await app.close();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json<unknown>(),
    text: answer.payload,
  };
}
const withCode = (code: string, message = "select secret from app_user") =>
  Object.assign(new Error(message), { code });

describe("an error of the catalogue", () => {
  test.each([
    [errors.notFound(), 404, { detail: "Élément introuvable.", code: "not_found" }],
    [errors.field("email", "Trop long"), 400, { email: ["Trop long"] }],
    [errors.upload("Fichier illisible."), 400, { error: "Fichier illisible.", code: "invalid_file" }],
    [errors.tooMany(1), 429, { detail: "Trop de tentatives. Réessayez dans 1 seconde.", code: "throttled" }],
    [
      errors.tooMany(90),
      429,
      { detail: "Trop de tentatives. Réessayez dans 90 secondes.", code: "throttled" },
    ],
    [
      errors.tooMany(86_400),
      429,
      { detail: "Trop de tentatives. Réessayez dans 86\u202f400 secondes.", code: "throttled" },
    ],
  ])("%s goes as it is", async (error, status, body) => {
    const answer = await answerOf(error);
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("carries its headers", async () => {
    expect((await answerOf(errors.tooMany(90))).headers["retry-after"]).toBe("90");
  });
});

test.each([
  ["a bug", new TypeError("undefined is not a function, at /srv/bobine/secret.ts")],
  ["wrong SQL", withCode("42601")],
  ["a query that breaks the protocol", Object.assign(withCode("08P01"), { severity: "ERROR" })],
  ["a broken rule of the database", withCode("23505", "duplicate key: camille@lumen-films.example")],
  ["an error that says it is the server's", Object.assign(new Error("secret"), { statusCode: 502 })],
])("%s stays inside: 500 and one French sentence", async (_case, error) => {
  const answer = await answerOf(error);
  expect([answer.status, answer.body]).toEqual([500, { detail: UNEXPECTED, code: "error" }]);
});

test.each([
  ["the database restarts", withCode("57P01")],
  ["the database is not there", withCode("ECONNREFUSED")],
  ["the database has no session left", withCode("53300")],
  ["a pooler ends the session (OPS-6)", Object.assign(withCode("08P01"), { severity: "FATAL" })],
  ["the disk of the database is full", withCode("53100")],
  ["our own disk is full", withCode("ENOSPC")],
  ["this process has no file left to open", withCode("EMFILE")],
  ["nothing leads to the database", withCode("EHOSTUNREACH")],
  ["its session had broken off", new Error("Client has encountered a connection error and is not queryable")],
  ["its session broke off", new Error("Connection terminated unexpectedly")],
  ["all of our sessions are taken", new Error("timeout exceeded when trying to connect")],
  ["a lock was not to be had", withCode("55P03")],
  ["a statement took too long", withCode("57014")],
  ["a transaction idled for too long", withCode("25P03")],
  ["three tries met other transactions", withCode("40001")],
  ["three tries met deadlocks", withCode("40P01")],
  ["work of ours is over its time", new DOMException("The operation timed out", "TimeoutError")],
])("when %s, the caller is told to come back", async (_case, error) => {
  const answer = await answerOf(error);
  expect([answer.status, answer.body]).toEqual([503, { detail: UNAVAILABLE, code: "unavailable" }]);
  expect(answer.headers["retry-after"]).toBe("5");
});

test.each([
  ["a NUL in a text", withCode("22021"), 400],
  ["a character that PostgreSQL does not have", withCode("22P05"), 400],
  ["half a character in JSON", withCode("22P02"), 400],
  ["a number that no column holds", withCode("22003"), 400],
  ["a body that is too long", withCode("FST_ERR_CTP_BODY_TOO_LARGE"), 413],
  ["a type of body that nothing reads", withCode("FST_ERR_CTP_INVALID_MEDIA_TYPE"), 415],
  ["a refusal of the framework", Object.assign(new Error("secret"), { statusCode: 400 }), 400],
])("%s is the caller's, told in French", async (_case, error, status) => {
  const answer = await answerOf(error);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    detail: expect.stringMatching(/^(La requête|Le fichier|Format)/),
    code: expect.any(String),
  });
  expect(answer.text).not.toContain("secret");
});
