import { createHash } from "node:crypto";
import { z } from "zod";

/**
 * A line of an archive of the audit log (SEC-28): JSON with these names, one line an entry, oldest first. Who has the file and knows SHA-256 can
 * follow the chain without the product: the hash of a link is that of the hash before it, of the entry's id (eight bytes, the highest first) and of
 * the SHA-256 of what the entry says.
 */
export interface ArchivedEntry {
  readonly id: number;
  /** Of its link in the chain of its distributor, from 1. */
  readonly number: number;
  /** Of that link, hexadecimal. */
  readonly hash: string;
  /** The name of who did it as it was when it was archived; null is the system. No part of what the chain proves. */
  readonly actor: string | null;
  /** All that it says as the text that its digest is of: a JSON array in the order of `audit_digest` (migration 081). */
  readonly says: string;
}

export interface SaidByEntry {
  readonly distributor_id: number | null;
  readonly actor_id: number | null;
  /** As it was called then: files are never migrated. */
  readonly action_type: string;
  readonly action_details: Record<string, unknown>;
  readonly request_id: string;
  readonly ui_build: string;
  /** ISO 8601, UTC, with microseconds. */
  readonly created_at: string;
}

const id = z.number().int().positive();
const lineSchema = z.strictObject({
  id,
  number: id,
  hash: z.string().regex(/^[\da-f]{64}$/),
  actor: z.string().nullable(),
  says: z.string(),
});
const saidSchema = z.tuple([
  id.nullable(),
  id.nullable(),
  z.string(),
  z.record(z.string(), z.unknown()),
  z.string(),
  z.string(),
  z.iso.datetime({ local: true }),
]);

/** @returns with its line feed */
export const archiveLine = ({ id, number, hash, actor, says }: ArchivedEntry): string =>
  `${JSON.stringify({ id, number, hash, actor, says })}\n`;

/** @throws when it is no line of an archive */
export const parseArchiveLine = (line: string): ArchivedEntry => lineSchema.parse(JSON.parse(line));

/** @throws when it is not what an entry says */
export function parseSaid(says: string): SaidByEntry {
  const [distributor_id, actor_id, action_type, action_details, request_id, ui_build, made] =
    saidSchema.parse(JSON.parse(says));
  return {
    distributor_id,
    actor_id,
    action_type,
    action_details,
    request_id,
    ui_build,
    created_at: `${made}Z`,
  };
}

/** Hexadecimal. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");
