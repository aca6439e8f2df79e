import { z } from "zod";
import { booksPolicy } from "./books.policy.ts";
import { moneySchema } from "./money.contract.ts";
import { defineRoute } from "./route.contract.ts";

/** DOMAIN §1.11: one row per group of cinemas, what it owes and what of it is past its due date. */
export const dashboardRowSchema = z.object({
  category: z.string(),
  kind: z.enum(["group", "default", "total"]),
  total: moneySchema,
  due: moneySchema,
});
export type DashboardRow = z.infer<typeof dashboardRowSchema>;

export const dashboardStats = defineRoute({
  method: "GET",
  path: "/banking/dashboard-stats/",
  summary:
    "Pending payments by group of cinemas: the latest dues first, then what is in default, then the total",
  access: booksPolicy.readDashboard,
  response: z.array(dashboardRowSchema),
});
