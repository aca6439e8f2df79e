import { isDeepStrictEqual } from "node:util";
import type { RemoteBuild } from "@bobine/contract/registry";
import { buildManifests, saveSignature } from "./build-manifests.ts";
import { checkSignature, type RemoteKeys } from "./build-signature.ts";
import { eachOf } from "./each-of.ts";
import { compressedForms } from "./file-encodings.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { BuildRefusal, type CheckedBuild, checkFiles, MANIFEST, parseManifest } from "./remote-build.ts";
import { RegistryRefusal } from "./remote-pointer.ts";

/** A build without its manifest that has not moved for so long is what a killed command left. */
const LEFT_OVER_MS = 24 * 3_600_000;
/** A build of fifteen files with their compressed forms is one round of a bucket that answers late. */
const WRITTEN_AT_ONCE = 48;
const PUBLISH_AGAIN = "publish the build again";
const BUILD_KEY = /^([a-z][a-z0-9-]*)\/([a-f0-9]{12,64})\/(.+)$/;

export interface StoredBuild {
  readonly remote: string;
  readonly build: string;
  readonly publishedAt: Date;
}

export type RegistryBuilds = ReturnType<typeof registryBuilds>;

/**
 * The builds in the storage, each under its own hash: they never change once they are there.
 * @param keys whose signatures are asked for (FED-21): whoever may write into the storage may not therefore make what users run
 */
export function registryBuilds(storage: RegistryStorage, keys: RemoteKeys = {}) {
  const { manifestOf, forget } = buildManifests(storage, keys);

  /**
   * Whether the stored build is whole.
   * @throws BuildRefusal when it is another one under the same name: browsers have kept its files
   */
  async function isThere({ build }: CheckedBuild, manifest: Uint8Array): Promise<boolean> {
    try {
      const known = parseManifest(manifest);
      if (isDeepStrictEqual(known, build)) {
        await checkFiles(
          known,
          (name) => storage.read(`${build.name}/${build.build}/${name}`),
          PUBLISH_AGAIN,
        );
        return true;
      }
    } catch (error) {
      if (error instanceof BuildRefusal) return false;
      throw error;
    }
    throw new BuildRefusal(
      `${build.name} ${build.build} is there already, and is another one: build the remote again`,
    );
  }

  /** @throws RegistryRefusal when there is no such build */
  async function described(remote: string, build: string): Promise<RemoteBuild> {
    const manifest = await manifestOf(remote, build);
    if (manifest === undefined)
      throw new RegistryRefusal(
        `there is no build ${build} of ${remote}: publish it first`,
        `Il n’y a pas de build ${build} de ${remote}\u00a0: publiez-le d’abord.`,
      );
    return manifest;
  }

  return {
    manifestOf,
    described,

    /** Every build whose files are there, sorted by remote and hash. */
    async all(): Promise<StoredBuild[]> {
      const objects = (await storage.list("")).sort((a, b) => (a.key < b.key ? -1 : 1));
      return objects.flatMap(({ key, modified }) => {
        const [, remote = "", build = "", file] = BUILD_KEY.exec(key) ?? [];
        return file === MANIFEST ? [{ remote, build, publishedAt: modified }] : [];
      });
    },

    /**
     * Copies a checked build in, its manifest last: before that there is no build.
     * @param mend compare what is there already, and write again what was damaged
     * @returns the fingerprint of the key that signed it; undefined when no signature is asked for
     * @throws BuildRefusal when it is not signed by whom it must be
     */
    async save(checked: CheckedBuild, mend: boolean): Promise<string | undefined> {
      const { build, manifest, files, signature } = checked;
      const signedBy = checkSignature(keys, build.name, manifest, signature);
      const place = `${build.name}/${build.build}`;
      const there = await storage.read(`${place}/${MANIFEST}`);
      if (signature !== undefined) await saveSignature(storage, place, signature, signedBy !== undefined);
      if (there !== undefined && (!mend || (await isThere(checked, there)))) return signedBy;
      const forms = await Promise.all(
        [...files].map(
          async ([name, content]): Promise<[string, Uint8Array][]> => [
            [name, content],
            ...(await compressedForms(name, content)),
          ],
        ),
      );
      await eachOf(forms.flat(), WRITTEN_AT_ONCE, ([name, content]) =>
        storage.write(`${place}/${name}`, content),
      );
      if (there === undefined) await storage.create(`${place}/${MANIFEST}`, manifest);
      else await storage.write(`${place}/${MANIFEST}`, manifest);
      return signedBy;
    },

    /** @throws when the build is not there whole, as it was published */
    async checkStored(remote: string, build: string): Promise<RemoteBuild> {
      const manifest = await described(remote, build);
      await checkFiles(manifest, (name) => storage.read(`${remote}/${build}/${name}`), PUBLISH_AGAIN);
      return manifest;
    },

    /** The manifest first: without it the rest is no build. */
    async remove(remote: string, build: string): Promise<void> {
      const place = `${remote}/${build}/`;
      forget(remote, build);
      await storage.remove(`${place}${MANIFEST}`);
      for (const { key } of await storage.list(place)) await storage.remove(key);
    },

    /** Removes what killed commands left. */
    async removeLeftOvers(now: Date): Promise<void> {
      const places = new Map<string, { whole: boolean; newest: number }>();
      const objects = await storage.list("");
      for (const { key, modified } of objects) {
        const [, remote, build, file] = BUILD_KEY.exec(key) ?? [];
        if (remote === undefined) continue;
        const place = places.get(`${remote}/${build}/`) ?? { whole: false, newest: 0 };
        places.set(`${remote}/${build}/`, {
          whole: place.whole || file === MANIFEST,
          newest: Math.max(place.newest, modified.getTime()),
        });
      }
      for (const [place, { whole, newest }] of places) {
        if (whole || now.getTime() - newest < LEFT_OVER_MS) continue;
        for (const { key } of objects) if (key.startsWith(place)) await storage.remove(key);
      }
      await storage.removeUnfinished(new Date(now.getTime() - LEFT_OVER_MS));
    },
  };
}
