import { fileURLToPath } from "node:url";
import { type OwnerUrls, runApart } from "./run-apart.ts";

const MIGRATE = fileURLToPath(new URL("../cli/migrate.ts", import.meta.url));

/**
 * Prepares the database, as its owner.
 * @param urls a role of the web process that is null is not made
 * @param log told of each line that it prints
 * @throws {Error} with what it said, when it failed
 */
export const prepareApart = (urls: OwnerUrls, log: (line: string) => void): Promise<void> =>
  runApart([MIGRATE, "--prepare"], urls, { log });
