import { z } from "zod";

/** What the bank tells of a line in fields of their own, beside its label (BANK-29); what it does not tell is absent. */
export const lineEvidenceSchema = z.object({
  /** Who paid, or was paid. */
  party_name: z.string().optional(),
  party_iban: z.string().optional(),
  /** The payer's own identifier of the transfer. */
  end_to_end_id: z.string().optional(),
  /** What was quoted in a field for it: a structured reference, the number of a document. */
  references: z.array(z.string()).optional(),
  payment_type: z.string().optional(),
});

/** Where a line comes from: for people who look at it (BANK-37). */
export const lineOriginSchema = z.object({
  /** Empty while the distributor has one account. */
  account_label: z.string(),
  /** Null of a line whose source told nothing beside the label. */
  evidence: lineEvidenceSchema.nullable(),
});
export type LineOrigin = z.output<typeof lineOriginSchema>;
