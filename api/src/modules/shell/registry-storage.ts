/** One object of a registry. */
export interface StoredObject {
  readonly key: string;
  readonly modified: Date;
  /** Bytes. */
  readonly size: number;
}

/**
 * Where a registry is kept: few operations, so that a folder and a bucket do the same. Keys are relative, with `/`
 * (`mfe-finance/0123456789ab/remoteEntry.js`). An object is there whole or not at all.
 */
export interface RegistryStorage {
  /** The address, without credentials, for messages. */
  readonly address: string;
  /** The folder whose files a web server may send as they are; null when they must be read from here. */
  readonly folder: string | null;
  /** @returns undefined when there is none */
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, content: Uint8Array): Promise<void>;
  /** Writes what does not exist yet. Of several at once exactly one is told `true`; nothing is overwritten. */
  create(key: string, content: Uint8Array): Promise<boolean>;
  /** @param prefix ends with `/`, or is empty for everything */
  list(prefix: string): Promise<StoredObject[]>;
  /** Removes what killed writes left and nobody has touched since `before`; a storage whose writes leave nothing does nothing. */
  removeUnfinished(before: Date): Promise<void>;
  /** Does nothing when there is none. */
  remove(key: string): Promise<void>;
}

/** Plain segments: no way out of the registry, no hidden name. */
const KEY = /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/;

export const isKey = (key: string): boolean => KEY.test(key) && !key.includes("..");

/** @throws RangeError for what is no key */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new RangeError(`not a key of a registry: ${key}`);
  return key;
}
