import {
  addOperationFile,
  downloadOperationFile,
  listOperationFiles,
  OPERATION_FILE_MAX_BYTES,
  removeOperationFile,
} from "@bobine/contract/operation-files";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { withUpload } from "../../http/receive-upload.ts";
import { savedAs } from "../../http/saved-as.ts";
import { sendStoredFile } from "../../http/send-stored-file.ts";
import type { Services } from "../../services.ts";
import { attachFile, removeFile } from "./attach-file.ts";
import { operationFilesRepository as repository } from "./operation-files.repository.ts";

const UPLOAD = {
  field: "file",
  maxBytes: OPERATION_FILE_MAX_BYTES,
  tooLarge: "Le fichier dépasse 10 Mo. Réduisez-le, puis réessayez.",
  missing: "Choisissez un fichier à joindre.",
} as const;

/** Files that people attach to operations (COM-7). */
export function mountOperationFiles(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listOperationFiles, async ({ params, distributorId, user, transaction }) => ({
    results: await transaction(async (tx) => {
      if (!(await repository.line(tx, distributorId, params.id))) throw errors.notFound();
      return await repository.list(tx, params.id, user.id);
    }),
  }));

  mountRoute(app, services, addOperationFile, async (context) => {
    const { request, reply, params, distributorId, user } = context;
    const author = { distributorId, user, source: auditSourceOf(context) };
    return await withUpload(request, reply, UPLOAD, (upload) =>
      attachFile(services, author, params.id, upload),
    );
  });

  mountRoute(
    app,
    services,
    downloadOperationFile,
    async ({ params, distributorId, transaction, request, reply }) => {
      const file = await transaction((tx) => repository.find(tx, distributorId, params.id));
      if (!file) throw errors.notFound();
      return await sendStoredFile(request, reply, services.files, file, () => savedAs(file.file_name));
    },
  );

  mountRoute(app, services, removeOperationFile, async (context) => {
    const { params, distributorId, user, transaction } = context;
    const author = { distributorId, user, source: auditSourceOf(context) };
    await transaction((tx) => removeFile(tx, services.files, author, params.id));
    return undefined;
  });
}
