import { describe, expect, test } from "vitest";
import { isOfMailbox, isOfRelay, NOT_MADE, reasonText } from "./smtp-answers.ts";

test.each<[string, "mailbox" | "relay" | "neither"]>([
  ["550 5.1.1 <a@eden.example>: User unknown", "mailbox"],
  ["550 no such user here", "mailbox"],
  ["552 5.2.2 mailbox full", "mailbox"],
  ["550 5.1.1 User unknown in relay recipient table", "mailbox"],
  ["554 5.7.1 <a@eden.example>: Relay access denied", "relay"],
  ["550 relaying denied", "relay"],
  ["550-5.7.1 Unable to relay", "relay"],
  ["530 5.7.0 Authentication required", "relay"],
  ["550 5.7.1 Service unavailable, client host blocked", "neither"],
])("MAIL-14: « %s » is said of: %s", (answer, of) => {
  expect([isOfMailbox(answer), isOfRelay(answer)]).toEqual([of === "mailbox", of === "relay"]);
});

describe("MAIL-14: why a mail did not leave is told in French, with whose matter it is", () => {
  test.each<[string, RegExp]>([
    ["EAUTH Invalid login: 535 5.7.8 bad credentials", /refuse le compte.*l’exploitant/],
    ["EAUTH Invalid login: 454 4.7.0 temporary failure", /ne répond pas.*rien à faire/],
    ["EENVELOPE Mail command failed: 553 5.7.1 who are you", /refuse l’adresse d’expédition.*l’exploitant/],
    ["EENVELOPE Mail command failed: 451 4.3.0 later", /ne répond pas/],
    ["ETLS Error upgrading connection with STARTTLS", /connexion sécurisée.*l’exploitant/],
    ["ECONNECTION Connection closed unexpectedly", /coupe la connexion/],
    ["ESOCKET connect ECONNREFUSED 127.0.0.1:25", /ne répond pas/],
    ["the mail server closed the connection", /coupe la connexion/],
    ["554 5.7.1 Relay access denied", /refuse de transmettre.*l’exploitant/],
    ["552 5.3.4 Message size larger than allowed 1000", /plus lourd/],
  ])("%s", (problem, text) => {
    expect(reasonText(problem)).toMatch(text);
    expect(reasonText(problem)).not.toMatch(/\bE[A-Z]{3,}|\d{3}|command|connection/);
  });

  test("a server's own words stand where they are about the message", () => {
    expect(reasonText("554 5.7.1 content rejected")).toContain("«\u00a0554 5.7.1 content rejected\u00a0»");
    expect(reasonText("451 4.3.0 later")).toContain("«\u00a0451 4.3.0 later\u00a0»");
    expect(reasonText(NOT_MADE)).toBe(NOT_MADE);
  });
});
