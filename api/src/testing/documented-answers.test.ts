import { currentUser, login } from "@bobine/contract/auth";
import { downloadInvoiceFile } from "@bobine/contract/invoices";
import { deleteScreen } from "@bobine/contract/screens";
import { expect, test } from "vitest";
import { undocumentedIn } from "./documented-answers.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const user = {
  id: 1,
  first_name: "Camille",
  last_name: "",
  email: "c@films.example",
  company: "Films",
  job_role: "",
  system_role: "distributor_staff",
  distributor_id: 12,
};
const json = (status: number, body: unknown) => ({ status, type: JSON_TYPE, text: JSON.stringify(body) });

test.each([
  ["an answer of the schema", currentUser, json(200, user)],
  ["a documented error", currentUser, json(401, { detail: "Reconnectez-vous.", code: "token_not_valid" })],
  ["field errors", login, json(400, { email: ["Ce champ est obligatoire"] })],
  ["nothing, where there is nothing to say", deleteScreen, { status: 204, type: "", text: "" }],
  ["a document", downloadInvoiceFile, { status: 200, type: "application/pdf", text: "%PDF" }],
])("%s is as documented", async (_name, route, answer) => {
  expect(await undocumentedIn(route, answer)).toBeUndefined();
});

test.each([
  ["a status that no client expects", currentUser, json(418, {}), "the status 418 is not in its document"],
  ["a missing field", currentUser, json(200, { ...user, email: undefined }), "required property 'email'"],
  ["a field too many", currentUser, json(200, { ...user, iban: "FR76" }), "additional properties"],
  ["a value of another type", currentUser, json(200, { ...user, id: "1" }), "must be integer"],
  ["an error without its code", currentUser, json(401, { detail: "Non." }), "required property 'code'"],
  ["a body where none is", deleteScreen, json(204, {}), "it has a body"],
  [
    "another type of content",
    currentUser,
    { ...json(200, user), type: "text/html" },
    "the type « text/html »",
  ],
])("%s is not", async (_name, route, answer, message) => {
  expect(await undocumentedIn(route, answer)).toContain(message);
});
