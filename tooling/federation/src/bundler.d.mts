import type { ModuleFederationPlugin as OfRspack } from "@module-federation/enhanced/rspack";
import type { ModuleFederationPlugin as OfWebpack } from "@module-federation/enhanced/webpack";

export interface RemoteOptions {
  /** The folder of the remote: `package.json` and `remote.config.json` are there. */
  dir: string;
  /** Its name in the registry, `mfe-…`. */
  name: string;
  /** The federation plugin of the bundler: of `@module-federation/enhanced/webpack` or `/rspack`. */
  ModuleFederationPlugin: typeof OfWebpack | typeof OfRspack;
}

/** A plugin of webpack and of rspack. */
export interface RemotePlugin {
  apply(compiler: object): void;
}

/**
 * What makes a remote of a build: names, container, what is borrowed from the host, hashes of chunks, and `remote.json`. Loaders, styles and minifiers
 * are those of the configuration that it stands in.
 */
export function bobineRemote(options: RemoteOptions): RemotePlugin;
