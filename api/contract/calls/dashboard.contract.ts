import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { defineRoute, idSchema } from "./route.contract.ts";

/** DIST-6: one row per group of cinemas, what it owes and what of it is past its due date. */
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

/** How long after its due date what is owed has waited, in days. */
export const RECEIVABLE_AGES = ["not_due", "1_30", "31_60", "61_90", "over_90"] as const;
export type ReceivableAge = (typeof RECEIVABLE_AGES)[number];

/** Weeks of the figures about money that came in, the current one included. */
export const FIGURE_WEEKS = 12;
export const LATE_PAYERS = 10;

const tallySchema = z.object({ count: z.number().int(), amount: moneySchema });

export const dashboardFiguresSchema = z.object({
  /** Every age in its order, also those of nothing. Their sum is the total of the pending payments. */
  receivables: z.array(tallySchema.extend({ age: z.enum(RECEIVABLE_AGES) })),
  /** Invoices in default, which are in no age (DIST-6). */
  in_default: tallySchema,
  /** Transfers in euros by week from Monday, oldest first; what of them is lettered. */
  cash_in: z.array(tallySchema.extend({ week_start: civilDateSchema, lettered: moneySchema })),
  /** Who owes most past its due date. */
  late_payers: z.array(
    tallySchema.extend({
      cinema_id: idSchema,
      cinema_name: z.string(),
      /** Of the oldest of them. */
      days_late: z.number().int(),
    }),
  ),
  /** The transfers of those weeks, by who lettered them; `closed`: put aside by people without an invoice. */
  lettering: z.object({
    automatic: z.number().int(),
    by_hand: z.number().int(),
    closed: z.number().int(),
    open: z.number().int(),
  }),
});
export type DashboardFigures = z.infer<typeof dashboardFiguresSchema>;

export const dashboardFigures = defineRoute({
  method: "GET",
  path: "/banking/dashboard-figures/",
  summary:
    "Receivables by age, money that came in over twelve weeks, who pays late, and how much was lettered by itself",
  access: booksPolicy.readDashboard,
  response: dashboardFiguresSchema,
});
