import type { Configuration } from "webpack";

type Mode = "development" | "production";
/** As webpack's command line asks for it. */
type ConfigurationFor = (env: unknown, argv: { mode?: Mode }) => Configuration;

/** The webpack configuration of the shell. */
export function hostConfig(options: { dir: string }): ConfigurationFor;

/**
 * The webpack configuration of a remote: one container, one module (`./remote` = `src/remote.tsx`). `dir` is its folder, with `package.json` and
 * `remote.config.json`, `name` what the registry calls it (`mfe-finance`).
 */
export function remoteConfig(options: { dir: string; name: string }): ConfigurationFor;
