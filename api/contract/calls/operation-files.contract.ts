import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";

/** COM-7: what may be attached to an operation, how large, and how many. */
export const OPERATION_FILE_EXTENSIONS = [
  "pdf",
  "png",
  "jpg",
  "jpeg",
  "eml",
  "msg",
  "txt",
  "xlsx",
  "csv",
] as const;
export const OPERATION_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const OPERATION_FILES_MAX = 20;

/** A file that somebody attached to an operation. */
export const operationFileSchema = z.object({
  id: idSchema,
  file_name: z.string(),
  size: z.number().int(),
  /** Null: somebody of Bobine. */
  added_by: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  is_own: z.boolean(),
  created_at: instantSchema,
});
export type OperationFile = z.infer<typeof operationFileSchema>;

const FILES = "/banking/transactions/:id/files/";
/** What shows the files of an operation or counts them. */
const COUNTED = ["/banking/transactions/", "/user-actions/"] as const;

export const listOperationFiles = defineRoute({
  method: "GET",
  path: FILES,
  summary: "The files that people attached to an operation, oldest first",
  access: booksPolicy.readBankLines,
  params: idParamsSchema,
  response: z.object({ results: z.array(operationFileSchema) }),
});

export const addOperationFile = defineRoute({
  method: "POST",
  path: FILES,
  invalidates: COUNTED,
  summary:
    "Attaches a file to an operation: PDF, PNG, JPEG, EML, MSG, TXT, XLSX or CSV of up to 10 MB, 20 of them at most; the same file is there once",
  access: booksPolicy.decideUserActions,
  params: idParamsSchema,
  upload: "file",
  response: operationFileSchema,
  status: 201,
});

export const downloadOperationFile = defineRoute({
  method: "GET",
  path: "/banking/operation-files/:id/",
  summary: "A file of an operation, as it came; to be saved, never shown",
  access: booksPolicy.readBankLines,
  params: idParamsSchema,
  binary: "application/octet-stream",
  ranged: true,
});

export const removeOperationFile = defineRoute({
  method: "DELETE",
  path: "/banking/operation-files/:id/",
  invalidates: COUNTED,
  summary: "Removes a file with its bytes: one's own, or any for an administrator",
  access: booksPolicy.decideUserActions,
  params: idParamsSchema,
  status: 204,
});
