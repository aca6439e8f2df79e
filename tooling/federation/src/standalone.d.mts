export interface StandaloneOptions {
  /** The remote's folder. */
  dir: string;
  /** Its name in the registry, `mfe-…`. */
  name: string;
  mode: "development" | "production";
  port?: number;
  /** Address of a running product; without one, calls are answered from the contract. */
  api?: string;
}

/** Serves a remote alone, without the host and without the other remotes. */
export function serveStandalone(
  options: StandaloneOptions,
): Promise<{ url: string; stop: () => Promise<void> }>;
