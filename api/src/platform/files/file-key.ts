/** Segments of plain characters: no way out of the folder, no hidden name, nothing that an address would escape. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** @throws RangeError when it is no key of the file store */
export function checkFileKey(key: string): string {
  if (!KEY.test(key) || key.includes("..")) throw new RangeError("not a file key");
  return key;
}
