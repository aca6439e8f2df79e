import {
  addApplicationDocument,
  decideProspect as decideProspectRoute,
  DOCUMENT_MAX_BYTES,
  listProspects,
  readApplication,
  readProspectDocument,
  removeApplicationDocument,
  updateApplication,
} from "@bobine/contract/prospects";
import type { FastifyInstance } from "fastify";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { withUpload } from "../../http/receive-upload.ts";
import { sendStoredFile } from "../../http/send-stored-file.ts";
import type { Services } from "../../services.ts";
import { scopeOfAnyDistributor } from "../../access/distributor-meant.ts";
import { documentHeaders } from "../invoices/document-headers.ts";
import { addDocument, changeIbanHolder, removeDocument } from "./change-application.ts";
import { decideProspect } from "./decide-prospect.ts";
import { prospectsRepository as repository } from "./prospects.repository.ts";

const UPLOAD = {
  field: "file",
  maxBytes: DOCUMENT_MAX_BYTES,
  tooLarge: "Ce document dépasse 5 Mo. Envoyez un PDF plus léger.",
  missing: "Choisissez un document PDF.",
  nameless: "document.pdf",
};
/** Files are kept, and each costs room: a person sends a handful. */
const UPLOAD_LIMIT = { max: 30, timeWindow: "15 minutes" };

/** Another of the same SIREN was validated at the same moment: the second look finds it, and says which. */
async function againOnClash<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint === "distributor_siren") return await work();
    throw error;
  }
}

export function mountProspects(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listProspects, async ({ transaction }) => transaction(repository.waiting));

  mountRoute(app, services, decideProspectRoute, async (context) => {
    const { params, body, user, transaction } = context;
    // The log of the distributor that is decided on, whichever is chosen beside the console.
    const source = { ...auditSourceOf(context), distributorId: params.id };
    const made = { ...body, by: user.id, at: services.clock.now() };
    return againOnClash(() => transaction((tx) => decideProspect(tx, services.jobs, source, made)));
  });

  mountRoute(app, services, readApplication, async ({ transaction, distributorId }) =>
    transaction((tx) => repository.application(tx, distributorId)),
  );
  mountRoute(app, services, updateApplication, async (context) => {
    const source = { ...auditSourceOf(context), distributorId: context.distributorId };
    return context.transaction((tx) => changeIbanHolder(tx, services, source, context.body.iban_holder));
  });
  mountRoute(
    app,
    services,
    addApplicationDocument,
    async (context) => {
      const { request, reply, params, user, distributorId } = context;
      const source = { ...auditSourceOf(context), actorId: user.id, distributorId };
      return withUpload(request, reply, UPLOAD, (upload) =>
        addDocument(services, source, params.kind, upload),
      );
    },
    { rateLimit: UPLOAD_LIMIT },
  );
  mountRoute(app, services, removeApplicationDocument, async (context) => {
    const source = { ...auditSourceOf(context), distributorId: context.distributorId };
    return context.transaction((tx) => removeDocument(tx, services, source, context.params.id));
  });

  mountRoute(app, services, readProspectDocument, async (context) => {
    const { params, request, reply } = context;
    const file = await inTransaction(services.pool, scopeOfAnyDistributor(context), (tx) =>
      repository.document(tx, params.id),
    );
    if (!file) throw errors.notFound();
    return sendStoredFile(request, reply, services.files, file, (head) => {
      const headers = documentHeaders({ file_name: file.file_name, content_type: "application/pdf" }, head);
      // A stranger wrote it: saved, never shown in a page of ours.
      const disposition = headers?.["content-disposition"]?.replace(/^inline/, "attachment");
      return headers && disposition ? { ...headers, "content-disposition": disposition } : headers;
    });
  });
}
