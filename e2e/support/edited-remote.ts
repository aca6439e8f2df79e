import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const TEXTS = "src/features/box-office/box-office.texts.ts";
const TITLE = /title: \(kind: string\) => `[^`]*`/;

/** The sources of mfe-imports for a test to edit: those of the product are left alone. */
export interface EditedRemote {
  readonly folder: string;
  /** What the heading of its report page is from now on. */
  setTitle(title: string): void;
  remove(): void;
}

export function editedRemote(): EditedRemote {
  // Inside the repository: the kit and what it builds with are found from there.
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache/edited-remote-"));
  for (const name of ["src", "package.json", "remote.config.json", "webpack.config.mjs", "tsconfig.json"])
    cpSync(join(ROOT, "mfe-imports", name), join(folder, name), { recursive: true });
  symlinkSync(realpathSync(join(ROOT, "mfe-imports/node_modules")), join(folder, "node_modules"));
  const texts = join(folder, TEXTS);
  const source = readFileSync(texts, "utf8");
  if (!TITLE.test(source)) throw new Error(`${TEXTS} has no title of the known form`);
  return {
    folder,
    setTitle: (title) => writeFileSync(texts, source.replace(TITLE, `title: (_kind: string) => "${title}"`)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
