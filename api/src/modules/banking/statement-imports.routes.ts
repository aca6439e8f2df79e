import {
  downloadStatement,
  IMPORTS_PAGE_SIZE,
  listStatementImports,
  previewStatementAgain,
  takeBackStatement as takeBackContract,
} from "@bobine/contract/statement-imports";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { mountPages } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { savedAs } from "../../http/saved-as.ts";
import { sendStoredFile } from "../../http/send-stored-file.ts";
import type { Services } from "../../services.ts";
import { storeStatement, storageKeyOf, withStoredFile } from "./store-statement.ts";
import { requesterOf } from "./requester.ts";
import { statementImportsRepository as repository } from "./statement-imports.repository.ts";
import { takeBackStatement } from "./take-back-statement.ts";

/** Statements that were imported: their list, their files, and the way back (BANK-31, BANK-34). */
export function mountStatementImports(app: FastifyInstance, services: Services): void {
  mountPages(
    app,
    services,
    listStatementImports,
    IMPORTS_PAGE_SIZE,
    async (tx, { distributorId }, page, size) => ({
      rows: await repository.page(tx, distributorId, page, size),
      count: await repository.count(tx, distributorId),
    }),
  );

  mountRoute(
    app,
    services,
    downloadStatement,
    async ({ params, distributorId, transaction, request, reply }) => {
      const file = await transaction((tx) => repository.file(tx, distributorId, params.id));
      if (!file) throw errors.notFound();
      const stored = {
        storage_key: storageKeyOf(distributorId, file.id),
        size: file.file_size,
        sha256: file.sha256,
      };
      return await sendStoredFile(request, reply, services.files, stored, () => savedAs(file.file_name));
    },
  );

  mountRoute(app, services, takeBackContract, async (context) =>
    context.transaction((tx) => takeBackStatement(tx, services, requesterOf(context), context.params.id)),
  );

  mountRoute(app, services, previewStatementAgain, async ({ params, user, distributorId, transaction }) => {
    const file = await transaction((tx) => repository.file(tx, distributorId, params.id));
    if (!file) throw errors.notFound();
    const owner = { distributorId, userId: user.id, layouts: file.layouts };
    const { id } = await withStoredFile(services, distributorId, file, (upload) =>
      storeStatement(services, owner, upload),
    );
    return { preview: id };
  });
}
