import type { RemoteBuild } from "@bobine/contract/registry";
import { checkSignature, keysOf, type RemoteKeys } from "./build-signature.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { BuildRefusal, MANIFEST, parseManifest, SIGNATURE_FILE } from "./remote-build.ts";

/** What the builds in the storage say of themselves, each read and checked once, and again when the keys of its team have changed. */
export function buildManifests(storage: RegistryStorage, keys: RemoteKeys) {
  const manifests = new Map<
    string,
    { readonly manifest: RemoteBuild; readonly signers: readonly string[] }
  >();

  /** @throws BuildRefusal when it is damaged, or is not signed by whom it must be */
  async function manifestOf(remote: string, build: string): Promise<RemoteBuild | undefined> {
    const key = `${remote}/${build}/${MANIFEST}`;
    const signers = keysOf(keys, remote);
    const known = manifests.get(key);
    if (known?.signers === signers) return known.manifest;
    const content = await storage.read(key);
    if (content === undefined) return undefined;
    const manifest = parseManifest(content);
    if (signers.length > 0) {
      const signature = await storage.read(`${remote}/${build}/${SIGNATURE_FILE}`);
      checkSignature(keys, remote, content, signature);
      // What was signed as another build, or another remote's, is not this one.
      if (manifest.name !== remote || manifest.build !== build)
        throw new BuildRefusal(
          `${remote} ${build}: its ${MANIFEST} is that of ${manifest.name} ${manifest.build}`,
        );
    }
    manifests.set(key, { manifest, signers });
    return manifest;
  }

  return {
    manifestOf,
    /** The build is being removed. */
    forget: (remote: string, build: string): void => void manifests.delete(`${remote}/${build}/${MANIFEST}`),
  };
}

/** @param isChecked one that was not takes nothing's place */
export async function saveSignature(
  storage: RegistryStorage,
  place: string,
  signature: Uint8Array,
  isChecked: boolean,
): Promise<void> {
  const key = `${place}/${SIGNATURE_FILE}`;
  if (isChecked) await storage.write(key, signature);
  else await storage.create(key, signature);
}
