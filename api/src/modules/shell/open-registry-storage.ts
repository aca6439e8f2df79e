import { fileURLToPath } from "node:url";
import type { Config } from "../../config.ts";
import { folderRegistryStorage } from "./folder-registry-storage.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { s3RegistryStorage } from "./s3-registry-storage.ts";

/** The storage that REGISTRY_URL names. */
export function openRegistryStorage({
  registryUrl,
  s3,
}: Pick<Config, "registryUrl" | "s3">): RegistryStorage {
  if (registryUrl.startsWith("file:")) return folderRegistryStorage(fileURLToPath(registryUrl));
  // readConfig refuses an s3: address without access.
  if (s3 === null) throw new Error("an s3: registry needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  return s3RegistryStorage(registryUrl, s3);
}
