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
import { sweepUploads, withUpload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { importBoxOffice } from "./import-box-office.ts";

const RULE = {
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
    const { request, reply, user, distributorId } = context;
    // The kind is part of the address; there is no other.
    if ((request.params as { kind?: string }).kind !== services.config.boxOfficeKind) throw errors.notFound();
    return await withUpload(request, reply, RULE, async (upload, signal) => {
      if (!looksLikeXml(upload.fileName, upload.contentType) || !startsLikeXml(upload.head))
        throw errors.upload(NOT_XML);
      return await importBoxOffice(
        services,
        { distributorId, userId: user.id, source: auditSourceOf(context) },
        upload,
        signal,
      );
    });
  });
}

/** The first sign of XML is `<`, after a byte order mark and blanks, in UTF-8, UTF-16 or any code page over ASCII. */
export function startsLikeXml(head: Uint8Array): boolean {
  const ignored = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00, 0x20, 0x09, 0x0a, 0x0d]);
  return head.find((byte) => !ignored.has(byte)) === 0x3c;
}
