import { MAX_BUNDLE_MB } from "@bobine/contract/remotes";
import { z } from "zod";
import { errors } from "../../errors.ts";
import { type CheckedBuild, checkBuild } from "../shell/remote-build.ts";

const MOST_FILES = 500;
const LONGEST_NAME = 300;
const MOST_BYTES = MAX_BUNDLE_MB * 1024 * 1024;
/** Four characters of base64 hold three bytes; names and hashes lie beside. */
export const MOST_BUNDLE_BYTES = Math.ceil((MOST_BYTES * 4) / 3) + 1024 * 1024;
export const TOO_LARGE = `Un build a ${MAX_BUNDLE_MB} Mo au plus.`;
const NO_BUNDLE =
  'Envoyez un fichier JSON {\u00a0"files"\u00a0: {\u00a0nom\u00a0: contenu en base64\u00a0}\u00a0} de ce qui est dans dist.';

const bundleSchema = z.strictObject({ files: z.record(z.string(), z.base64()) });

/**
 * Reads a build as it is sent: `{ "files": { "remote.json": "<base64>", … } }`, all that lies in `dist`.
 * @param text of the file
 * @throws 400 when it is nothing of the kind, or has too many files, 413 when they are too large; BuildRefusal when the build is not sound
 */
export async function readBundle(text: string): Promise<CheckedBuild> {
  const files = new Map(
    Object.entries(parsed(text)).map(([name, base64]) => [name, Buffer.from(base64, "base64")]),
  );
  refuseTooMuch(files);
  return checkBuild([...files.keys()], async (name) => files.get(name));
}

function refuseTooMuch(files: ReadonlyMap<string, Buffer>): void {
  if (files.size > MOST_FILES) throw errors.upload(`Un build a ${MOST_FILES} fichiers au plus.`);
  if ([...files.keys()].some((name) => name.length > LONGEST_NAME))
    throw errors.upload(`Le nom d’un fichier a ${LONGEST_NAME} caractères au plus.`);
  const bytes = [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytes > MOST_BYTES) throw errors.upload(TOO_LARGE, 413, "too_large");
}

function parsed(text: string): Readonly<Record<string, string>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw errors.upload(NO_BUNDLE);
  }
  const bundle = bundleSchema.safeParse(json);
  if (!bundle.success) throw errors.upload(NO_BUNDLE);
  return bundle.data.files;
}
