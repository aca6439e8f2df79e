import { expect, test } from "vitest";
import { sendLinkMail } from "./send-link-mail.ts";

const MAIL = { to: "camille@lumen-films.example", subject: "Connexion", text: "", html: "" };
const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const LATER = Object.assign(new Error("451 greylisted"), { responseCode: 451 });
const NEVER = Object.assign(new Error("550 no such mailbox"), { responseCode: 550 });

/** A server that fails as told, then takes the mail. */
function mailerThatSays(...failures: Error[]) {
  let tries = 0;
  const send = async () => {
    tries += 1;
    const failure = failures[tries - 1];
    if (failure) throw failure;
  };
  return { send, tries: () => tries };
}

test.each([
  ["is there", [], 1],
  ["is away at first", [AWAY, AWAY], 3],
  ["asks to come later", [LATER], 2],
])("a mail server that %s gets the mail", async (_case, failures, tries) => {
  const mailer = mailerThatSays(...failures);
  await sendLinkMail(mailer, MAIL, [1, 1]);
  expect(mailer.tries()).toBe(tries);
});

test("one that stays away is given up", async () => {
  const mailer = mailerThatSays(AWAY, AWAY, AWAY);
  await expect(sendLinkMail(mailer, MAIL, [1, 1])).rejects.toBe(AWAY);
  expect(mailer.tries()).toBe(3);
});

test("a refusal for good is not asked again", async () => {
  const mailer = mailerThatSays(NEVER);
  await expect(sendLinkMail(mailer, MAIL, [1, 1])).rejects.toBe(NEVER);
  expect(mailer.tries()).toBe(1);
});
