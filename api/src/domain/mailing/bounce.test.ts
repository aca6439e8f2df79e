import { expect, test } from "vitest";
import { readBounce } from "./bounce.ts";

const KEY = "0b7c9a52-6f0e-4b3a-9d51-2f8f1f0c7a11";
const DOMAIN = "@distribution.test";

const aBounce = (group: readonly string[], messageId = `Message-ID: <${KEY}${DOMAIN}>`) =>
  [
    "From: MAILER-DAEMON@mx.test",
    "Message-ID: <notification@mx.test>",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    "",
    "--B",
    "Content-Type: text/plain",
    "",
    "Your message could not be delivered.",
    "--B",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.test",
    "",
    ...group,
    "",
    "--B",
    "Content-Type: message/rfc822",
    "",
    messageId,
    "Subject: Facture",
    "--B--",
  ].join("\r\n");

const failed = (address: string) => [
  `Final-Recipient: rfc822; ${address}`,
  "Action: failed",
  "Status: 5.1.1",
];

test.each([
  {
    server: "Postfix",
    group: [
      "Final-Recipient: rfc822; cine@salle.test",
      "Original-Recipient: rfc822;cine@salle.test",
      "Action: failed",
      "Status: 5.1.1",
      "Diagnostic-Code: smtp; 550 5.1.1 <cine@salle.test>:",
      "    User unknown",
    ],
    diagnostic: "550 5.1.1 <cine@salle.test>: User unknown",
  },
  {
    server: "Exim",
    group: ["Action: failed", "Final-Recipient: rfc822;cine@salle.test", "Status: 5.0.0"],
    diagnostic: "",
  },
  {
    server: "Exchange",
    group: [
      "Final-Recipient: rfc822;Cine@Salle.test",
      "Action: failed",
      "Status: 5.1.10",
      "Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound",
    ],
    diagnostic: "550 5.1.10 RESOLVER.ADR.RecipientNotFound",
  },
])("a bounce of $server names its mail, its address and why", ({ group, diagnostic }) => {
  const bounce = readBounce(aBounce(group), DOMAIN);
  expect(bounce?.messageKey).toBe(KEY);
  expect(bounce?.recipients).toMatchObject([{ address: "cine@salle.test", action: "failed", diagnostic }]);
});

test("a forwarded mail bounces for the address that was written to", () => {
  const group = ["Original-Recipient: rfc822;cine@salle.test", ...failed("autre@ailleurs.test")];
  expect(readBounce(aBounce(group), DOMAIN)?.recipients[0]?.address).toBe("cine@salle.test");
});

/** The same notification, the bodies of its parts encoded by `encode`. */
const encoded = (encoding: string, encode: (body: string) => string) =>
  aBounce(failed("cine@salle.test"))
    .split(/(?<=\r\n)(?=--B)/)
    .map((part) => {
      const [head = "", body] = part.split(/\r\n\r\n([\s\S]*)/);
      return !part.startsWith("--B\r\n") || body === undefined
        ? part
        : `${head}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encode(body)}\r\n`;
    })
    .join("");

test.each([
  ["base64", (body: string) => Buffer.from(body).toString("base64").replaceAll(/.{76}/g, "$&\r\n")],
  [
    "quoted-printable",
    (body: string) =>
      body.replaceAll("=", "=3D").replaceAll("Recipient", "Reci=\r\npient").replaceAll("@", "=40"),
  ],
])("a bounce whose parts are in %s is read", (encoding, encode) => {
  expect(encoded(encoding, encode)).not.toContain("Final-Recipient: rfc822; cine@salle.test");
  expect(readBounce(encoded(encoding, encode), DOMAIN)).toMatchObject({
    messageKey: KEY,
    recipients: [{ address: "cine@salle.test", action: "failed", status: "5.1.1" }],
  });
});

const returned = [`Message-ID: <${KEY}${DOMAIN}>`, "Subject: Facture"];
test.each([
  {
    server: "Exim",
    text: [
      "From: Mail Delivery System <Mailer-Daemon@mx.test>",
      "Message-Id: <E1abc@mx.test>",
      "X-Failed-Recipients: cine@salle.test,",
      "  autre@salle.test",
      "",
      "A message that you sent could not be delivered to one or more of its recipients.",
      "  cine@salle.test",
      "    550 5.1.1 Unknown user",
      "------ This is a copy of the message, including all the headers. ------",
      "",
      ...returned,
    ],
    addresses: ["cine@salle.test", "autre@salle.test"],
    diagnostic: "550 5.1.1 Unknown user",
  },
  {
    server: "qmail",
    text: [
      "From: MAILER-DAEMON@mx.test",
      "Message-ID: <1@mx.test>",
      "",
      "Hi. This is the qmail-send program at mx.test.",
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "",
      "<cine@salle.test>:",
      "Sorry, no mailbox here by that name. (#5.1.1)",
      "",
      "--- Below this line is a copy of the message.",
      "",
      ...returned,
    ],
    addresses: ["cine@salle.test"],
    diagnostic: "Sorry, no mailbox here by that name. (#5.1.1)",
  },
])("a bounce of $server without a status part is read", ({ text, addresses, diagnostic }) => {
  const bounce = readBounce(text.join("\r\n"), DOMAIN);
  expect(bounce?.messageKey).toBe(KEY);
  expect(bounce?.recipients).toEqual(
    addresses.map((address) => ({ address, action: "failed", status: "5.1.1", diagnostic })),
  );
});

test("an answering machine that quotes the mail is no bounce", () => {
  const text = [
    "From: cine@salle.test",
    `In-Reply-To: <${KEY}${DOMAIN}>`,
    "Auto-Submitted: auto-replied",
    "",
    "Je suis absent, 550 jours.",
    "",
    "<cine@salle.test>:",
    "Bonjour",
    "",
    ...returned,
  ];
  expect(readBounce(text.join("\r\n"), DOMAIN)).toBeNull();
});

test("a delay is told apart from a failure", () => {
  const group = ["Final-Recipient: rfc822; cine@salle.test", "Action: delayed", "Status: 4.4.1"];
  expect(readBounce(aBounce(group), DOMAIN)?.recipients).toMatchObject([
    { action: "delayed", status: "4.4.1" },
  ]);
});

test.each([
  ["an ordinary message", "Subject: Bonjour\r\n\r\nMerci"],
  ["nothing", ""],
  [
    "a delivery that went well",
    aBounce(["Final-Recipient: rfc822; a@b.test", "Action: delivered", "Status: 2.0.0"]),
  ],
  ["a mail of another domain", aBounce(failed("a@b.test"), `Message-ID: <${KEY}@ailleurs.test>`)],
  ["an identifier that is not ours", aBounce(failed("a@b.test"), `Message-ID: <un${DOMAIN}>`)],
  ["no identifier", aBounce(failed("a@b.test"), "To: a@b.test")],
  ["an address that is none", aBounce(failed("a@b.test,c@d.test"))],
  ["a status beyond what is read", `${"x".repeat(1_000_000)}\r\n${aBounce(failed("a@b.test"))}`],
])("%s is no bounce of ours", (_what, text) => {
  expect(readBounce(text, DOMAIN)).toBeNull();
});

test("a notification of thousands of addresses is cut", () => {
  const groups = Array.from({ length: 3000 }, (_, i) => [...failed(`a${i}@b.test`), ""]).flat();
  expect(readBounce(aBounce(groups), DOMAIN)?.recipients).toHaveLength(100);
});
