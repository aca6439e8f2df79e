import {
  BOX_OFFICE_MAX_BYTES,
  BOX_OFFICE_TOO_LARGE,
  looksLikeXml,
  NO_FILE,
  NOT_XML,
  uploadBoxOffice,
} from "@bobine/contract/box-office";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { sweepUploads, type Upload, withUpload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { importBoxOffice } from "./import-box-office.ts";

export const REPORT_UPLOAD = {
  field: "xml_file",
  maxBytes: BOX_OFFICE_MAX_BYTES,
  tooLarge: BOX_OFFICE_TOO_LARGE,
  missing: NO_FILE,
};

/** The weekly box-office report (UI-10). */
export function mountBoxOffice(app: FastifyInstance, services: Services): void {
  app.addHook("onReady", async () => {
    // By the clock of the file system, which dates the folders: the one of services may stand elsewhere.
    await sweepUploads(new Date()).catch((error: unknown) =>
      services.log.warn({ err: error }, "old uploads could not be removed"),
    );
  });

  mountRoute(app, services, uploadBoxOffice, async (context) => {
    const { request, reply, user, distributorId, query } = context;
    // The kind is part of the address; there is no other.
    if ((request.params as { kind?: string }).kind !== services.config.boxOfficeKind) throw errors.notFound();
    return await withUpload(request, reply, REPORT_UPLOAD, async (upload, signal) => {
      refuseOtherFiles(upload);
      const importer = {
        distributorId,
        userId: user.id,
        source: auditSourceOf(context),
        asksAboutUnfinished: query.unfinished === "ask",
      };
      return await importBoxOffice(services, importer, upload, signal);
    });
  });
}

/** @throws 400 for what is no XML by its name or type, or does not begin like it (API-6) */
export function refuseOtherFiles(upload: Upload): void {
  if (!looksLikeXml(upload.fileName, upload.contentType) || !startsLikeXml(upload.head))
    throw errors.upload(NOT_XML);
}

/** The first sign of XML is `<`, after a byte order mark and blanks, in UTF-8, UTF-16 or any code page over ASCII. */
export function startsLikeXml(head: Uint8Array): boolean {
  const ignored = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00, 0x20, 0x09, 0x0a, 0x0d]);
  return head.find((byte) => !ignored.has(byte)) === 0x3c;
}
