// `npm run remotes -- …`: which build of which remote browsers get; for an operator, also while the product runs.
import { userInfo } from "node:os";
import { resolve } from "node:path";
import { ConfigError, readConfig } from "../config.ts";
import { openRegistryStorage } from "../modules/shell/open-registry-storage.ts";
import { registryStore } from "../modules/shell/registry-store.ts";
import { BuildRefusal } from "../modules/shell/remote-build.ts";
import { RegistryRefusal } from "../modules/shell/remote-pointer.ts";
import { runRemotesCommand, UsageError } from "./remotes-commands.ts";

/** A container may run under a number that has no name. */
function operator(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

try {
  // Nothing here signs anything: no secret is made.
  const config = readConfig(process.env, () => "");
  process.exitCode = await runRemotesCommand(process.argv.slice(2), {
    store: registryStore(openRegistryStorage(config)),
    who: operator(),
    now: new Date(),
    print: (line) => console.log(line),
    // npm runs this from the product's folder; the paths are the operator's.
    pathOf: (path) => resolve(process.env["INIT_CWD"] ?? process.cwd(), path),
  });
} catch (error) {
  const isTold =
    error instanceof ConfigError ||
    error instanceof RegistryRefusal ||
    error instanceof BuildRefusal ||
    error instanceof UsageError;
  console.error(isTold ? error.message : error);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
