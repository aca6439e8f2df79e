import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { ChosenLayout } from "@bobine/contract/statement-columns";
import { PREVIEW_STORED_HOURS } from "@bobine/contract/statement-previews";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type Upload, withTemporaryFile } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { bankingErrors } from "./banking.errors.ts";
import {
  type StoredStatement,
  storedStatementsRepository as repository,
} from "./stored-statements.repository.ts";

const HOUR_MS = 3_600_000;
/** An import that began in time ends in time. */
const GRACE_MS = HOUR_MS;
const SWEPT_AT_ONCE = 500;

/** What an import needs of a file. */
export type StatementUpload = Pick<Upload, "path" | "fileName" | "size" | "sha256">;

export const storageKeyOf = (distributorId: number, id: string): string =>
  `bank-statements/${distributorId}/${id}`;

/**
 * Stores a statement as it came (BANK-31). Its row comes first, so that nothing stays in the store that has no row.
 * @returns what is known of it
 */
export async function storeStatement(
  services: Pick<Services, "pool" | "files" | "clock">,
  {
    distributorId,
    userId,
    layouts = [],
  }: {
    readonly distributorId: number;
    readonly userId: number;
    readonly layouts?: readonly ChosenLayout[] | undefined;
  },
  { path, fileName, size, sha256 }: StatementUpload,
): Promise<StoredStatement> {
  const id = randomUUID();
  const at = services.clock.now();
  const expiresAt = new Date(at.getTime() + PREVIEW_STORED_HOURS * HOUR_MS);
  await inTransaction(services.pool, { kind: "distributor", distributorId }, (tx) =>
    repository.insert(tx, distributorId, { id, fileName, size, sha256, layouts, userId, at, expiresAt }),
  );
  await services.files.put(storageKeyOf(distributorId, id), await readFile(path), "application/octet-stream");
  return {
    id,
    file_name: fileName,
    file_size: size,
    sha256,
    layouts,
    expires_at: expiresAt.toISOString(),
    stats: null,
    is_taken_back: false,
  };
}

/** Hands a stored statement to `work` as a file on this machine, which is gone at the end. */
export async function withStoredFile<T>(
  { files }: Pick<Services, "files">,
  distributorId: number,
  { id, file_name, file_size, sha256 }: Pick<StoredStatement, "id" | "file_name" | "file_size" | "sha256">,
  work: (file: StatementUpload) => Promise<T>,
): Promise<T> {
  const content = await files.open(storageKeyOf(distributorId, id));
  return await withTemporaryFile(async (path) => {
    await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return await work({ path, fileName: file_name, size: file_size, sha256 });
  });
}

/** Removes a statement that nobody has imported; one that was is left as it is. A failure is for the log: the round tries again. */
export async function removeStoredStatement(
  services: Pick<Services, "pool" | "files" | "log">,
  distributorId: number,
  id: string,
): Promise<void> {
  const scope = { kind: "distributor", distributorId } as const;
  await inTransaction(services.pool, scope, async (tx) => {
    if (await repository.remove(tx, distributorId, id))
      await services.files.remove(storageKeyOf(distributorId, id));
  }).catch((error: unknown) => services.log.error({ err: error }, "a stored statement could not be removed"));
}

/**
 * The same for a person, who is told when it is not so, at once: an import that is saving it may take minutes.
 * @throws 404 when the distributor has no such statement, or has it no more; 409 when it is imported, or being saved
 */
export async function dropStoredStatement(
  tx: Tx,
  { files, clock }: Pick<Services, "files" | "clock">,
  distributorId: number,
  id: string,
): Promise<void> {
  const isFree = await repository.tryLock(tx, distributorId, id);
  const stored = await repository.find(tx, distributorId, id, clock.now());
  if (!stored || stored.is_taken_back) throw errors.notFound();
  if (!isFree) throw bankingErrors.statementBeingImported();
  if (!(await repository.remove(tx, distributorId, id))) throw bankingErrors.statementImported();
  await files.remove(storageKeyOf(distributorId, id));
}

/** Each hour: statements that nobody has imported in time go, with their row and their file (BANK-32). */
export async function removeExpiredStatements(
  services: Pick<Services, "pool" | "files" | "log" | "clock">,
): Promise<void> {
  const before = new Date(services.clock.now().getTime() - GRACE_MS);
  const expired = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    repository.expired(tx, before, SWEPT_AT_ONCE),
  );
  for (const { id, distributor_id } of expired) await removeStoredStatement(services, distributor_id, id);
}
