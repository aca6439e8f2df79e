import { expect, test } from "vitest";
import { smtpServerOf } from "./smtp-address.ts";

test.each<[string, boolean | undefined, string]>([
  ["smtp://bobine:secret@mail.exemple.fr:587", true, "a password over the network"],
  ["smtp://bobine:secret@mail.exemple.fr", true, "also without a port"],
  ["smtp://bobine:secret@mail.exemple.fr?requireTLS=false", false, "unless the operator says otherwise"],
  ["smtp://bobine:secret@mail.exemple.fr?ignoreTLS=true", undefined, "or wants none at all"],
  ["smtp://mail.exemple.fr:25", undefined, "no password: TLS if it is offered"],
  ["smtp://mail.exemple.fr:25?requireTLS=true", true, "or always, when asked for"],
  ["smtp://bobine:secret@localhost:1025", undefined, "this machine"],
  ["smtp://bobine:secret@127.0.0.1:1025", undefined, "this machine by its number"],
  ["smtp://bobine:secret@localhost.exemple.fr", true, "a stranger that is named alike"],
  ["smtps://bobine:secret@mail.exemple.fr", undefined, "TLS from the first byte"],
])("%s: requires TLS %s: %s", (url, requires, _why) => {
  const server = smtpServerOf(url);
  expect([server.requireTLS, server.secure]).toEqual([requires, url.startsWith("smtps:")]);
});

test("the account is read from the address, its signs decoded", () => {
  expect(smtpServerOf("smtps://bobine%40exemple.fr:mot%20de%20passe@mail.exemple.fr").auth).toMatchObject({
    user: "bobine@exemple.fr",
    pass: "mot de passe",
  });
});
