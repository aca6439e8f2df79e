import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { ChainEnd } from "./verify-audit.ts";
import { must } from "../../domain/must.ts";

const lineSchema = z.object({
  at: z.iso.datetime(),
  /** Chain → number and hash of its last link. */
  ends: z.record(z.string().regex(/^\d+$/), z.tuple([z.number().int(), z.string().regex(/^[\da-f]{64}$/)])),
  mac: z.string(),
});

/** The file of checkpoints is not ours, or was changed. */
export class CheckpointProblem extends Error {
  override readonly name = "CheckpointProblem";
}

/**
 * The ends of all chains as the last line of the file has them; none when there is no file yet.
 * @throws {CheckpointProblem} when that line does not have the seal of this installation
 */
export function lastCheckpoint(file: string, secret: string): readonly ChainEnd[] {
  if (!existsSync(file)) return [];
  const last = must(readFileSync(file, "utf8").trimEnd().split("\n").at(-1), "last line");
  if (last === "") return [];
  const line = parsed(last);
  if (!line || !hasSeal(line, secret))
    throw new CheckpointProblem(
      `The last line of ${file} is not a checkpoint of this installation (or SECRET_KEY has changed).`,
    );
  return Object.entries(line.ends).map(([chain, [number, hash]]) => ({ chain: Number(chain), number, hash }));
}

/** Adds a line: who keeps the file where the database's owner cannot write can prove all entries up to it. */
export function appendCheckpoint(file: string, secret: string, at: Date, ends: readonly ChainEnd[]): void {
  const content = {
    at: at.toISOString(),
    ends: Object.fromEntries(ends.map(({ chain, number, hash }) => [chain, [number, hash] as const])),
  };
  appendFileSync(file, `${JSON.stringify({ ...content, mac: seal(content, secret) })}\n`, { mode: 0o600 });
}

function parsed(line: string): z.infer<typeof lineSchema> | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

type Content = { readonly at: string; readonly ends: Record<string, readonly [number, string]> };

const seal = ({ at, ends }: Content, secret: string): string =>
  createHmac("sha256", `audit-checkpoint:${secret}`)
    .update(JSON.stringify([at, ends]))
    .digest("hex");

function hasSeal(line: z.infer<typeof lineSchema>, secret: string): boolean {
  const [given, expected] = [Buffer.from(line.mac), Buffer.from(seal(line, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
