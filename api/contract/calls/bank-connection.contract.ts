import { z } from "zod";
import { BANKS, BOOKS } from "../rules/invalidated.ts";
import { bankConnectionPolicy } from "../rules/bank-connection.policy.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { detailErrorSchema, uploadErrorSchema } from "./errors.contract.ts";
import { defineRoute, noBodySchema, writtenIdSchema } from "./route.contract.ts";

/** How a connection stands (AGG-3, in fewer words): `action_required` is for the person, at the bank. */
export const BANK_CONNECTION_STATUSES = [
  "not_connected",
  "connected",
  "syncing",
  "warning",
  "action_required",
] as const;
export const bankConnectionStatusSchema = z.enum(BANK_CONNECTION_STATUSES);
export type BankConnectionStatus = z.infer<typeof bankConnectionStatusSchema>;

/** What a synchronisation brought. */
export const syncStatsSchema = z.object({
  imported: z.number().int(),
  duplicates: z.number().int(),
  updated: z.number().int(),
  removed: z.number().int(),
  auto_reconciled: z.number().int(),
  user_actions_created: z.number().int(),
  unmatched: z.number().int(),
});
export type SyncStats = z.infer<typeof syncStatsSchema>;

/** One bank, or all of a distributor's together. */
const standingSchema = z.object({
  is_connected: z.boolean(),
  bank_name: z.string().nullable(),
  status: bankConnectionStatusSchema,
  /** In French, for people; empty when there is nothing to say. */
  message: z.string(),
  last_sync_at: instantSchema.nullable(),
  /** Until when the bank lets us read without a new authentication (180 days). */
  expires_at: instantSchema.nullable(),
  /** Synchronisation under way or last one. */
  sync: z.object({
    state: z.enum(["idle", "queued", "running", "failed"]),
    requested_at: instantSchema.nullable(),
    /** Lines read from the bank so far, while it runs. */
    lines_read: z.number().int(),
    /** Why the last one failed, in French. */
    error: z.string().nullable(),
    stats: syncStatsSchema.nullable(),
  }),
});
export const connectedBankSchema = standingSchema.extend({
  id: z.number().int(),
  /** Of the accounts that it reads, empty for one without; none before the first synchronisation, and while another access reads them. */
  ibans: z.array(z.string()),
});
export type ConnectedBank = z.infer<typeof connectedBankSchema>;

/** Of several banks (AGG-8) the outer fields are those of the one that needs a person most; connected is whoever has one that is. */
export const bankConnectionSchema = standingSchema.extend({ banks: z.array(connectedBankSchema) });
export type BankConnection = z.infer<typeof bankConnectionSchema>;

/** Which bank is meant, of several; without it all of them. */
const ofBankSchema = z.object({
  connection_id: writtenIdSchema("Choisissez une banque de la liste, celle-ci n’existe pas.").optional(),
});

export const connectionStatus = defineRoute({
  method: "GET",
  path: "/banking/connection-status/",
  summary: "The connection to the bank, and its synchronisation",
  access: bankConnectionPolicy.read,
  response: bankConnectionSchema,
});
export const startBankConnection = defineRoute({
  method: "POST",
  path: "/banking/start-bridge-connection/",
  summary: "Opens a session with the bank aggregator: the browser goes to `redirect_url`",
  access: bankConnectionPolicy.connect,
  /** Which access is renewed, or whether it is for a further bank; without either, the only one when its access ends. */
  query: ofBankSchema.extend({ is_further: z.enum(["true", "false"]).optional() }),
  body: noBodySchema,
  response: z.object({ redirect_url: z.url() }),
  failures: { 400: uploadErrorSchema },
});
/** The result that the browser brings back to /account/bank, as `?result=`. */
export const CONNECTION_RESULTS = ["connected", "refused", "invalid", "unavailable"] as const;
export type ConnectionResult = (typeof CONNECTION_RESULTS)[number];

const longText = z.string().max(500).optional();
export const bankConnectionCallback = defineRoute({
  method: "GET",
  path: "/banking/bridge-callback/",
  summary: "Where the bank aggregator sends the browser back; redirects to /account/bank with the result",
  access: bankConnectionPolicy.comeBack,
  // Whatever comes is answered by a redirection: a person looks at it.
  query: z.object({
    context: longText,
    success: longText,
    item_id: longText,
    user_uuid: longText,
    step: longText,
  }),
  status: 303,
});
export const syncTransactions = defineRoute({
  method: "POST",
  path: "/banking/sync-transactions/",
  invalidates: [...BOOKS, ...BANKS, "/banking/connection-status/"],
  summary: "Starts a synchronisation, or joins the one under way; connection-status tells how it goes",
  access: bankConnectionPolicy.synchronise,
  query: ofBankSchema,
  body: noBodySchema,
  response: z.object({ status: z.enum(["started", "joined"]), message: z.string() }),
  failures: { 400: uploadErrorSchema },
});
export const disconnectBank = defineRoute({
  method: "POST",
  path: "/banking/disconnect-bridge/",
  invalidates: ["/banking/connection-status/", "/onboarding/distributor/first-steps/"],
  summary: "Ends the connection to a bank, or to all; the lines stay. Twice is the same as once",
  access: bankConnectionPolicy.disconnect,
  query: ofBankSchema,
  body: noBodySchema,
  response: z.object({ message: z.string() }),
});
export const bankWebhook = defineRoute({
  method: "POST",
  path: "/banking/bridge-webhook/",
  summary: "Events of the bank aggregator, proved by the header BridgeApi-Signature",
  access: bankConnectionPolicy.receiveEvents,
  signed: "by-provider",
  failures: { 401: detailErrorSchema },
  response: z.object({ received: z.literal(true) }),
});
