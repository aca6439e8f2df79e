import { z } from "zod";
import { errors } from "../../errors.ts";
import { type CheckedBuild, checkBuild } from "../shell/remote-build.ts";

const MOST_FILES = 500;
const NO_BUNDLE =
  'Envoyez un fichier JSON {\u00a0"files"\u00a0: {\u00a0nom\u00a0: contenu en base64\u00a0}\u00a0} de ce qui est dans dist.';

const bundleSchema = z.strictObject({
  files: z.record(z.string().max(300), z.base64()).refine((files) => Object.keys(files).length <= MOST_FILES),
});

/**
 * Reads a build as it is sent: `{ "files": { "remote.json": "<base64>", … } }`, all that lies in `dist`.
 * @param text of the file
 * @throws 400 when it is nothing of the kind; BuildRefusal when the build is not sound
 */
export async function readBundle(text: string): Promise<CheckedBuild> {
  const files = new Map(
    Object.entries(parsed(text)).map(([name, base64]) => [name, Buffer.from(base64, "base64")]),
  );
  return checkBuild([...files.keys()], async (name) => files.get(name));
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
