import { z } from "zod";
import { validationStatusSchema } from "./distributors.contract.ts";
import { distributorsPolicy } from "../rules/distributors.policy.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";

/** What an applicant shows: the extract of the trade register, and the bank's own statement of whose account the IBAN is. */
export const DOCUMENT_KINDS = ["kbis", "rib", "other"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const DOCUMENT_LABELS: Readonly<Record<DocumentKind, string>> = {
  kbis: "Extrait Kbis",
  rib: "RIB",
  other: "Autre document",
};
export const DOCUMENT_MAX_BYTES = 5 * 1024 * 1024;
export const DOCUMENTS_MAX = 6;

export const prospectDocumentSchema = z.object({
  id: idSchema,
  kind: z.enum(DOCUMENT_KINDS),
  file_name: z.string(),
  size: z.number().int(),
  created_at: instantSchema,
});
export type ProspectDocument = z.infer<typeof prospectDocumentSchema>;

/** `ask`: the file needs something more; it stays in the queue. */
export const DECISIONS = ["validate", "refuse", "ask"] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a validation looks at; also what the screens say is missing. */
export const FILE_PARTS = [
  "name",
  "address",
  "post_code",
  "city",
  "siren",
  "prefix_vat",
  "iban",
  "iban_holder",
] as const;
export type FilePart = (typeof FILE_PARTS)[number] | "kbis" | "rib";
export const FILE_PART_LABELS: Readonly<Record<FilePart, string>> = {
  name: "nom de la société",
  address: "adresse",
  post_code: "code postal",
  city: "ville",
  siren: "SIREN",
  prefix_vat: "n° de TVA",
  iban: "IBAN",
  iban_holder: "titulaire du compte bancaire",
  kbis: "extrait Kbis",
  rib: "RIB",
};

/** What a file lacks, in the order of the form. */
export const missingOfFile = (
  company: Readonly<Record<(typeof FILE_PARTS)[number], string>>,
  documents: readonly Pick<ProspectDocument, "kind">[],
): FilePart[] => [
  ...FILE_PARTS.filter((part) => company[part].trim() === ""),
  ...(["kbis", "rib"] as const).filter((kind) => !documents.some((document) => document.kind === kind)),
];

const filePartSchema = z.enum([...FILE_PARTS, "kbis", "rib"]);

export const applicationSchema = z.object({
  validation_status: validationStatusSchema,
  iban_holder: z.string(),
  documents: z.array(prospectDocumentSchema),
  missing: z.array(filePartSchema),
  /** The last decision; null until there is one. */
  decision: z
    .object({ decision: z.enum(DECISIONS), reason: z.string(), decided_at: instantSchema })
    .nullable(),
  /** Bobine has asked for more, and the file is not complete since: its people's turn (DIST-7). */
  is_asked: z.boolean().optional(),
});
export type Application = z.infer<typeof applicationSchema>;

export const prospectSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string(),
  post_code: z.string(),
  city: z.string(),
  phone: z.string(),
  siren: z.string(),
  vat_number: z.string(),
  iban: z.string(),
  iban_holder: z.string(),
  validation_status: validationStatusSchema,
  created_at: instantSchema,
  applicant: z.object({ name: z.string(), email: z.string() }).nullable(),
  documents: z.array(prospectDocumentSchema),
  missing: z.array(filePartSchema),
  decision: z
    .object({
      decision: z.enum(DECISIONS),
      reason: z.string(),
      decided_at: instantSchema,
      decided_by: z.string().nullable(),
    })
    .nullable(),
  /** Its file is another one than the last decision was made on. */
  is_changed: z.boolean().optional(),
  /** Of a validated distributor, what its own people say that it is: it is decided on, and in effect once it is confirmed. */
  proposed: z
    .object({
      siren: z.string(),
      vat_number: z.string(),
      requested_by: z.string().nullable(),
      requested_at: instantSchema,
    })
    .nullable(),
  /** Who else named the same SIREN, or the proposed one: of those that have it, one at most is validated. */
  same_siren: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      validation_status: validationStatusSchema,
      /** A validated distributor for which it waits to be checked, too: whoever is confirmed first has it. */
      is_proposed: z.boolean(),
    }),
  ),
  /** Moves with all that is shown here: a decision says on what it was made. */
  version: z.string(),
});
export type Prospect = z.infer<typeof prospectSchema>;

/** Several lines of text; no other control character. */
const reasonSchema = z
  .string()
  .trim()
  .max(2000, FIELD_MESSAGES.maxLength)
  .regex(/^[\P{Cc}\n\r\t]*$/u, FIELD_MESSAGES.format);

export const listProspects = defineRoute({
  method: "GET",
  path: "/onboarding/admin/prospects/",
  summary:
    "Distributors that wait for a validation, or whose SIREN does, then those that were refused, oldest first",
  access: distributorsPolicy.decideProspects,
  response: z.array(prospectSchema),
});
export const decideProspect = defineRoute({
  method: "POST",
  path: "/onboarding/admin/prospects/:id/decision/",
  // The distributor that is chosen may be this one.
  invalidates: [
    "/onboarding/admin/prospects/",
    "/onboarding/admin/distributors/",
    "/onboarding/distributor/",
  ],
  summary:
    "Validates or refuses a prospect, or the SIREN that a validated distributor proposes, or asks a prospect for more; it is mailed with the reason. The same decision again changes nothing",
  access: distributorsPolicy.decideProspects,
  params: idParamsSchema,
  body: z
    .strictObject({
      decision: z.enum(DECISIONS),
      reason: reasonSchema.default(""),
      version: z.string().max(64),
    })
    .refine(({ decision, reason }) => decision === "validate" || reason !== "", {
      path: ["reason"],
      message: FIELD_MESSAGES.required,
    }),
  response: prospectSchema,
});
export const readApplication = defineRoute({
  method: "GET",
  path: "/onboarding/distributor/application/",
  summary: "What the validation of the distributor waits for, and what was decided",
  access: distributorsPolicy.readOwn,
  beforeProfile: true,
  response: applicationSchema,
});
export const updateApplication = defineRoute({
  method: "PATCH",
  path: "/onboarding/distributor/application/",
  invalidates: ["/onboarding/distributor/profile/", "/onboarding/distributor/first-steps/"],
  summary: "Says whose account the IBAN is",
  access: distributorsPolicy.apply,
  beforeProfile: true,
  body: z.strictObject({
    iban_holder: z
      .string()
      .trim()
      .max(200, FIELD_MESSAGES.maxLength)
      .regex(/^\P{Cc}*$/u, FIELD_MESSAGES.format),
  }),
  response: applicationSchema,
});
export const addApplicationDocument = defineRoute({
  method: "POST",
  path: "/onboarding/distributor/application/documents/:kind/",
  invalidates: ["/onboarding/distributor/profile/", "/onboarding/distributor/first-steps/"],
  summary: "Adds a PDF to the file of a prospect",
  access: distributorsPolicy.apply,
  beforeProfile: true,
  params: z.object({ kind: z.enum(DOCUMENT_KINDS) }),
  upload: "file",
  status: 201,
  response: applicationSchema,
});
export const removeApplicationDocument = defineRoute({
  method: "DELETE",
  path: "/onboarding/distributor/application/documents/:id/",
  invalidates: ["/onboarding/distributor/profile/", "/onboarding/distributor/first-steps/"],
  summary: "Takes a document back, while nothing is decided",
  access: distributorsPolicy.apply,
  beforeProfile: true,
  params: idParamsSchema,
  response: applicationSchema,
});
export const readProspectDocument = defineRoute({
  method: "GET",
  path: "/onboarding/prospect-documents/:id/",
  summary: "A document of a prospect's file, for its own people and for super admins",
  access: distributorsPolicy.readDocuments,
  params: idParamsSchema,
  binary: "application/pdf",
});
