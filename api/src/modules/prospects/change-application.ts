import type { Application, DocumentKind } from "@bobine/contract/prospects";
import { readFile } from "node:fs/promises";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Upload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { DOCUMENT_LABELS, DOCUMENTS_MAX } from "@bobine/contract/prospects";
import { changeFile } from "../company/change-file.ts";
import { reopenApplication } from "../company/company.repository.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { prospectsRepository as repository } from "./prospects.repository.ts";

type Notifying = Pick<Services, "jobs" | "config">;
type Source = AuditSource & { readonly distributorId: number };

/**
 * The file of a prospect, or of one that was refused: it is looked at again. A validated one's is closed.
 * @throws 404, 409
 */
async function openFile(tx: Tx, id: number): Promise<void> {
  const distributor = await repository.lock(tx, id);
  if (!distributor) throw errors.notFound();
  if (distributor.validation_status === "validated") throw prospectErrors.closed();
  await reopenApplication(tx, id);
}

/** Says whose account the IBAN is. @throws 409 once validated */
export async function changeIbanHolder(
  tx: Tx,
  services: Notifying,
  source: Source,
  holder: string,
): Promise<Application> {
  const id = source.distributorId;
  await changeFile(tx, services, id, async () => {
    await openFile(tx, id);
    const before = await repository.setIbanHolder(tx, id, holder);
    if (before !== undefined)
      await writeAudit(tx, source, "other", {
        changed_fields: ["iban_holder"],
        old_value: before,
        new_value: holder,
      });
  });
  return repository.application(tx, id);
}

/** Takes a document back. @throws 404, 409 once validated */
export async function removeDocument(
  tx: Tx,
  services: Notifying,
  source: Source,
  documentId: number,
): Promise<Application> {
  const id = source.distributorId;
  if (!(await repository.document(tx, documentId))) throw errors.notFound();
  await changeFile(tx, services, id, async () => {
    await openFile(tx, id);
    const removed = await repository.deleteDocument(tx, id, documentId);
    if (!removed) throw errors.notFound();
    // Its bytes stay in the store, as those of invoices do: nobody can ask for them any more.
    await writeAudit(tx, source, "other", {
      file_name: removed.file_name,
      comment: "Document retiré du dossier",
    });
  });
  return repository.application(tx, id);
}

/**
 * Adds a PDF to the file. The bytes are stored before the row that names them: should we die between, nothing names them, and the
 * same file can be sent again. The same file twice is kept once of each kind.
 * @throws 400 no PDF, 409 too many documents, or validated
 */
export async function addDocument(
  services: Notifying & Pick<Services, "pool" | "files" | "clock">,
  source: Source & { readonly actorId: number },
  kind: DocumentKind,
  upload: Upload,
): Promise<Application> {
  const id = source.distributorId;
  if (!startsLikePdf(upload.head)) throw prospectErrors.notPdf();
  const scope = { kind: "distributor", distributorId: id } as const;
  const isStored = (tx: Tx) => repository.hasDocument(tx, id, kind, upload.sha256);
  const checkRoom = async (tx: Tx): Promise<void> => {
    await openFile(tx, id);
    if (!(await isStored(tx)) && (await repository.documentCount(tx, id)) >= DOCUMENTS_MAX)
      throw prospectErrors.tooManyDocuments();
  };
  // Nobody fills the store with what will not be kept.
  await inTransaction(services.pool, scope, checkRoom);
  const storage_key = `prospects/${id}/${upload.sha256.toString("hex")}.pdf`;
  await services.files.put(storage_key, await readFile(upload.path), "application/pdf");
  const add = async (tx: Tx): Promise<void> => {
    await checkRoom(tx);
    const added = await repository.insertDocument(tx, id, {
      kind,
      file_name: upload.fileName,
      size: upload.size,
      sha256: upload.sha256,
      storage_key,
      uploadedBy: source.actorId,
      at: services.clock.now(),
    });
    if (added > 0)
      await writeAudit(tx, source, "other", {
        file_name: upload.fileName,
        file_size: upload.size,
        comment: `Document ajouté au dossier\u00a0: ${DOCUMENT_LABELS[kind]}`,
      });
  };
  return inTransaction(services.pool, scope, async (tx) => {
    await changeFile(tx, services, id, () => add(tx));
    return repository.application(tx, id);
  });
}

/** `%PDF-`, at the very start. */
const startsLikePdf = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, 5)).toString("latin1") === "%PDF-";
