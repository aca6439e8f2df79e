import { z } from "zod";
import { accountsPolicy } from "../rules/accounts.policy.ts";
import { emailSchema, linkRequestedSchema } from "./auth.contract.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { defineRoute } from "./route.contract.ts";

/** One line of text: what strangers write goes into a mail, and into the console. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, FIELD_MESSAGES.maxLength)
    .regex(/^\P{Cc}*$/u, FIELD_MESSAGES.format);

export const registrationSchema = z.strictObject({
  email: emailSchema,
  first_name: line(150).optional(),
  last_name: line(150).optional(),
  company: line(200).optional(),
});
export type Registration = z.output<typeof registrationSchema>;

export const register = defineRoute({
  method: "POST",
  path: "/auth/register/",
  summary:
    "Asks for an account: the link that is mailed makes the distributor and signs in. Answers the same for known and unknown addresses",
  access: accountsPolicy.register,
  body: registrationSchema,
  response: linkRequestedSchema,
});
