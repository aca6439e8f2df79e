import { z } from "zod";
import { accountsPolicy } from "../rules/accounts.policy.ts";
import { emailSchema, linkRequestedSchema } from "./auth.contract.ts";
import { line } from "../rules/line.ts";
import { defineRoute } from "./route.contract.ts";

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
