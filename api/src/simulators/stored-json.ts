// What a built-in simulator remembers, in one file of DATA_DIR: a restart must not lose a bank or a subscription.
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";

export interface StoredJson<T> {
  /** What was kept; undefined at the first start. */
  readonly known: T | undefined;
  /** Keeps what `snapshot` gives, soon; several changes at once are one writing. */
  changed(snapshot: () => T): void;
  /** Comes back when all is written. */
  flush(): Promise<void>;
}

/**
 * Opens the file. One that cannot be read is put aside, under the name `….broken`, and the simulator begins anew.
 * @param onProblem told of what could not be read or written; nothing is thrown
 */
export function openStoredJson<Shape extends z.ZodType>(
  file: string,
  shape: Shape,
  onProblem: (error: unknown) => void,
): StoredJson<z.output<Shape>> {
  let waiting: (() => z.output<Shape>) | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const snapshot = waiting;
    waiting = undefined;
    if (!snapshot) return;
    try {
      // The file appears whole, or stays as it was.
      await writeFile(`${file}.new`, JSON.stringify(snapshot()), { mode: 0o600 });
      await rename(`${file}.new`, file);
    } catch (error) {
      onProblem(error);
    }
  };
  return {
    known: readStored(file, shape, onProblem),
    changed: (snapshot) => {
      if (!waiting) writing = writing.then(write);
      waiting = snapshot;
    },
    flush: async () => {
      await writing;
    },
  };
}

function readStored<Shape extends z.ZodType>(
  file: string,
  shape: Shape,
  onProblem: (error: unknown) => void,
): z.output<Shape> | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return shape.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    onProblem(error);
    try {
      renameSync(file, `${file}.broken`);
    } catch (again) {
      onProblem(again);
    }
    return undefined;
  }
}
