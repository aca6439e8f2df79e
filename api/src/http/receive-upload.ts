import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RouteContract } from "@bobine/contract/route";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, errors } from "../errors.ts";
import { readFields } from "./field-errors.ts";
import { claimWithFile } from "./idempotency.ts";
import { isTooDeep } from "./json-body.ts";
import { must } from "../domain/must.ts";

/** A received file, on disk for the time of the request. */
export interface Upload {
  readonly path: string;
  /** As the client calls it, without its folders; at most 200 characters, its extension among them. */
  readonly fileName: string;
  /** What the client says that it is: a hint. */
  readonly contentType: string;
  readonly size: number;
  readonly sha256: Buffer;
  /** Its first bytes, 512 at most. */
  readonly head: Buffer;
}

/** With what the form says beside the file. */
export interface UploadWithFields extends Upload {
  readonly fields: Fields;
}

type Fields = readonly (readonly [name: string, value: unknown])[];

export interface UploadRule {
  /** Name of the multipart field. */
  readonly field: string;
  readonly maxBytes: number;
  /** What the `{error}` of the 413 and 400 answers says. */
  readonly tooLarge: string;
  readonly missing: string;
  /** What a file is called whose name says nothing. */
  readonly nameless?: string;
}

const PREFIX = "bobine-upload-";
const HEAD_BYTES = 512;
const MAX_NAME = 200;
/** Names and borders of the parts around the file. */
const MULTIPART_OVERHEAD = 1024 * 1024;
/** One file; a form may say a little beside it. */
const LIMITS = { files: 1, fields: 5, parts: 7 };
const DEAD_AFTER_MS = 3_600_000;
/** Of one person, received or worked on: a screen sends one at a time, and each is on a disk that everybody's are on. */
const MOST_EACH = 20;
const uploadsOf = new Map<number, number>();

/**
 * Writes the file of a multipart request to a temporary file as it arrives and hands it to `work`; whatever happens, the
 * temporary file is gone at the end. `signal` aborts when the client goes away.
 * @throws 400 `missing` without the file, or with a second one, 413 `tooLarge` above the limit, 429 beside many others of the same person
 */
export async function withUpload<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  rule: UploadRule,
  work: (upload: UploadWithFields, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const person = request.signedIn?.id;
  if (person === undefined) return await withReceived(request, reply, rule, work);
  const others = uploadsOf.get(person) ?? 0;
  if (others >= MOST_EACH) throw errors.tooManyWaiting();
  uploadsOf.set(person, others + 1);
  try {
    return await withReceived(request, reply, rule, work);
  } finally {
    const left = (uploadsOf.get(person) ?? 1) - 1;
    if (left > 0) uploadsOf.set(person, left);
    else uploadsOf.delete(person);
  }
}

const withReceived: typeof withUpload = async (request, reply, rule, work) => {
  if (!request.isMultipart()) throw errors.upload(rule.missing);
  if (Number(request.headers["content-length"] ?? 0) > rule.maxBytes + MULTIPART_OVERHEAD) {
    throw errors.upload(rule.tooLarge, 413, "too_large");
  }
  // One that went away while its rights were looked up says so no more, and its body never comes to an end.
  if (reply.raw.closed) throw interrupted();
  const gone = new AbortController();
  const leave = (): void => {
    if (!reply.raw.writableEnded) gone.abort(interrupted());
  };
  reply.raw.once("close", leave);
  const folder = await mkdtemp(join(tmpdir(), PREFIX)).catch(refuse);
  try {
    gone.signal.throwIfAborted();
    const fields: [name: string, value: unknown][] = [];
    const received = receive(request, rule, join(folder, "file"), fields);
    await request.countFrom?.(received);
    const upload = await received.catch((error: NodeJS.ErrnoException) => {
      // A full disk is ours; a body that breaks off or is no multipart is the sender's.
      if (error instanceof AppError) throw error;
      if (error.syscall !== undefined) return refuse(error);
      if (error.code === "FST_FILES_LIMIT") throw errors.upload("Envoyez un seul fichier.");
      if (error.code === "FST_FIELDS_LIMIT" || error.code === "FST_PARTS_LIMIT")
        throw errors.upload("Envoyez le fichier seul, sans autre champ.");
      throw interrupted();
    });
    if (!upload) throw errors.upload(rule.missing);
    gone.signal.throwIfAborted();
    const whole = { ...upload, fields };
    await claimWithFile(request, whole);
    return await work(whole, gone.signal);
  } finally {
    reply.raw.removeListener("close", leave);
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * What the form says beside the file in one of the route's `uploadFields`; undefined when it says nothing there.
 * @throws 400 with the field, when it is no JSON or not what the contract describes
 */
export function uploadField<R extends RouteContract, Name extends keyof R["uploadFields"] & string>(
  route: R,
  { fields }: Pick<UploadWithFields, "fields">,
  name: Name,
): z.output<NonNullable<R["uploadFields"]>[Name]> | undefined {
  const [, given] = fields.findLast(([field]) => field === name) ?? [];
  if (given === undefined || given === "") return undefined;
  const schema = z.object({ [name]: must(route.uploadFields?.[name], "field of the contract") });
  const result = readFields(schema, { [name]: typeof given === "string" ? jsonOf(given) : given });
  if ("wrong" in result) throw errors.fields(result.wrong);
  return result.data[name] as z.output<NonNullable<R["uploadFields"]>[Name]>;
}

/** What is no JSON fits no schema, and is told so. */
function jsonOf(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isTooDeep(json) ? undefined : json;
  } catch {
    return null;
  }
}

const interrupted = (): AppError =>
  errors.upload("L’envoi du fichier a été interrompu. Réessayez.", 400, "interrupted");

const FULL = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

function refuse(error: NodeJS.ErrnoException): never {
  throw FULL.has(error.code ?? "") ? errors.files.noSpaceForUpload(error) : error;
}

async function receive(
  request: FastifyRequest,
  rule: UploadRule,
  path: string,
  fields: [name: string, value: unknown][],
): Promise<Upload | undefined> {
  let upload: Upload | undefined;
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: rule.maxBytes } })) {
    if (part.type !== "file") {
      // A field may say that it is JSON.
      if (isTooDeep(part.value)) throw errors.badRequest();
      fields.push([part.fieldname, part.value]);
      continue;
    }
    if (part.fieldname !== rule.field || upload) {
      part.file.resume();
      continue;
    }
    const hash = createHash("sha256");
    const head: Buffer[] = [];
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
        size += chunk.length;
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(part.file, measure, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    if (part.file.truncated) throw errors.upload(rule.tooLarge, 413, "too_large");
    // Bytes (`application/octet-stream`) are a file also when no name comes with them, whatever the type says.
    const name = (part.filename as string | undefined) ?? "";
    // An empty file box of a form is sent as a file without a name and without bytes.
    if (name === "" && size === 0) continue;
    const fileName = safeFileName(name, rule.nameless);
    upload = {
      path,
      fileName,
      contentType: part.mimetype,
      size,
      sha256: hash.digest(),
      head: Buffer.concat(head),
    };
  }
  return upload;
}

/**
 * A name that fits a column and JSON: no folder, no NUL, no half of a character, and its extension even when it is long.
 * @param nameless for one of dots, blanks and folders alone
 */
export function safeFileName(name: string, nameless = "fichier"): string {
  const own = must(name.split(/[\\/]/).at(-1), "file name").replaceAll("\0", "").toWellFormed();
  if (/^[.\s\p{Cc}\p{Cf}]*$/u.test(own)) return nameless;
  if (own.length <= MAX_NAME) return own;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(own)?.[0] ?? "";
  return `${own.slice(0, MAX_NAME - extension.length).replace(/[\ud800-\udbff]$/, "")}${extension}`;
}

/** A file on this machine for as long as `work` lasts; `sweepUploads` removes what a killed process leaves of it. */
export async function withTemporaryFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX)).catch(refuse);
  try {
    return await work(join(folder, "file"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what a killed process left behind: no upload lasts an hour. */
export async function sweepUploads(now: Date): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const age = now.getTime() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? now.getTime());
    if (age > DEAD_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}
