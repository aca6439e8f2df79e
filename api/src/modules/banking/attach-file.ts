import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  OPERATION_FILE_EXTENSIONS,
  OPERATION_FILES_MAX,
  type OperationFile,
} from "@bobine/contract/operation-files";
import { mayDeleteComment } from "@bobine/contract/policy/comments";
import type { Person } from "@bobine/contract/policy/people";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { isAttachable } from "../../domain/attached-file.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Upload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { type FiledLine, operationFilesRepository as repository } from "./operation-files.repository.ts";

/** Who attaches or removes, for which distributor. */
export interface FileAuthor {
  readonly distributorId: number;
  readonly user: Person & { readonly id: number };
  readonly source: AuditSource;
}

const KINDS = OPERATION_FILE_EXTENSIONS.filter((one) => one !== "jpeg")
  .map((one) => one.toUpperCase())
  .join(", ");
const fileErrors = {
  otherName: () => errors.upload(`Choisissez un fichier de ces formats\u00a0: ${KINDS}.`),
  otherContent: () =>
    errors.upload(
      "Le contenu de ce fichier n’est pas celui que son nom annonce. Vérifiez-le, puis réessayez.",
    ),
  tooMany: () =>
    errors.conflict(
      `Cette opération a déjà ${OPERATION_FILES_MAX} pièces jointes\u00a0: supprimez d’abord celles qui ne servent plus.`,
      "too_many_files",
    ),
  notYours: () =>
    errors.forbidden("Seul qui a ajouté une pièce jointe ou un administrateur peut la supprimer."),
} as const;

const detailsOf = (line: FiledLine, file: { readonly fileName: string; readonly size: number }) => ({
  file_name: file.fileName,
  file_size: file.size,
  transaction_id: line.id,
  transaction_label: line.label,
  transaction_date: line.transaction_date,
  transaction_amount: line.amount,
});

/**
 * Attaches a file to an operation (COM-7). Its bytes are stored before the row that names them: should we die between, nothing names
 * them, and the same file can be sent again. The same file twice is there once.
 * @throws 404, 400 for what may not be attached, 409 for too many
 */
export async function attachFile(
  services: Pick<Services, "pool" | "files" | "clock">,
  { distributorId, user, source }: FileAuthor,
  transactionId: number,
  upload: Upload,
): Promise<OperationFile> {
  const scope = { kind: "distributor", distributorId } as const;
  /** @returns the file that is there already */
  const checkRoom = async (tx: Tx): Promise<number | undefined> => {
    const same = await repository.same(tx, transactionId, upload.sha256);
    if (same === undefined && (await repository.count(tx, transactionId)) >= OPERATION_FILES_MAX)
      throw fileErrors.tooMany();
    return same;
  };
  // Nobody fills the store with what will not be there.
  await inTransaction(services.pool, scope, async (tx) => {
    if (!(await repository.line(tx, distributorId, transactionId))) throw errors.notFound();
    await checkRoom(tx);
  });
  const content = await readFile(upload.path);
  const answer = isAttachable(upload.fileName, content);
  if (answer === "other-name") throw fileErrors.otherName();
  if (answer === "other-content") throw fileErrors.otherContent();
  const storageKey = `operation-files/${distributorId}/${randomUUID()}`;
  await services.files.put(storageKey, content, "application/octet-stream");
  const { file, isNew } = await inTransaction(services.pool, scope, async (tx) => {
    const line = await repository.lockLine(tx, distributorId, transactionId);
    if (!line) throw errors.notFound();
    const same = await checkRoom(tx);
    if (same !== undefined) return { file: await repository.one(tx, same, user.id), isNew: false };
    const { fileName, size, sha256 } = upload;
    const at = services.clock.now();
    const added = { transactionId, fileName, size, sha256, storageKey, userId: user.id, at };
    const id = await repository.insert(tx, distributorId, added);
    await writeAudit(tx, source, "other", { event: "Pièce jointe ajoutée", ...detailsOf(line, upload) });
    return { file: await repository.one(tx, id, user.id), isNew: true };
  });
  if (!isNew) await services.files.remove(storageKey);
  return file;
}

/** Removes a file of an operation with its bytes (COM-7). @throws 404, 403 for another's */
export async function removeFile(
  tx: Tx,
  files: Services["files"],
  { distributorId, user, source }: FileAuthor,
  id: number,
): Promise<void> {
  const found = await repository.find(tx, distributorId, id);
  const line = found && (await repository.lockLine(tx, distributorId, found.transaction_id));
  if (!found || !line) throw errors.notFound();
  if (!mayDeleteComment(user, { is_own: found.added_by === user.id })) throw fileErrors.notYours();
  if (!(await repository.remove(tx, id))) throw errors.notFound();
  await writeAudit(tx, source, "other", {
    event: "Pièce jointe supprimée",
    ...detailsOf(line, { fileName: found.file_name, size: found.size }),
  });
  // Last: a store that is away leaves all as it was.
  await files.remove(found.storage_key);
}
