import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { RemoteBuild } from "@bobine/contract/registry";
import { ENCODINGS } from "./file-encodings.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { BuildRefusal, MANIFEST, parseManifest } from "./remote-build.ts";

/** Files whose content never changes under their key: of builds, and of hosts with their pages. */
export const UNCHANGING_FILE = /^(?:([a-z][a-z0-9-]*)\/([a-f0-9]{12,64})|_host-files|_host-pages)\/(.+)$/;

/**
 * What the manifests of builds say of their files.
 * @param read of the registry
 */
export function publishedFiles(read: RegistryStorage["read"]) {
  async function manifestOf(remote: string, build: string): Promise<RemoteBuild | undefined> {
    const content = await read(`${remote}/${build}/${MANIFEST}`);
    return content === undefined ? undefined : parseManifest(content);
  }

  /** Whether the content is what was published under this key. */
  async function isSound(key: string, content: Uint8Array): Promise<boolean> {
    const [, remote, build, file = ""] = UNCHANGING_FILE.exec(key) ?? [];
    // The names of a host's files tell their content, and nothing here says how.
    if (remote === undefined || build === undefined) return true;
    try {
      if (file === MANIFEST) return parseManifest(content).build === build;
      const manifest = await manifestOf(remote, build);
      const [plain, bytes] = unpacked(file, content);
      return manifest?.integrity[plain] === `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
    } catch (error) {
      if (error instanceof BuildRefusal || isOfZlib(error)) return false;
      throw error;
    }
  }

  /** A build whose manifest is there is whole. */
  async function isPublished(key: string): Promise<boolean> {
    const [, remote, build] = UNCHANGING_FILE.exec(key) ?? [];
    return remote !== undefined && build !== undefined && (await manifestOf(remote, build)) !== undefined;
  }

  return { isSound, isPublished };
}

const UNPACK: Readonly<Record<string, (content: Uint8Array) => Uint8Array>> = {
  br: (content) => brotliDecompressSync(content),
  gzip: (content) => gunzipSync(content),
};

/** The file that a compressed form is of, and its bytes. */
export function unpacked(file: string, content: Uint8Array): readonly [string, Uint8Array] {
  const form = ENCODINGS.find(([, ending]) => file.endsWith(ending));
  if (form === undefined) return [file, content];
  const [coding, ending] = form;
  return [file.slice(0, -ending.length), UNPACK[coding]?.(content) ?? content];
}

const isOfZlib = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(Z_|ERR_)/.test(String(error.code));
