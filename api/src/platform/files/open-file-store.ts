import type { Config } from "../../config.ts";
import type { FileStore } from "../../services.ts";
import { folderFileStore } from "./folder-file-store.ts";
import { s3FileStore } from "./s3-file-store.ts";

/** The store that FILES_URL names. */
export function openFileStore({ filesUrl, s3 }: Pick<Config, "filesUrl" | "s3">): FileStore {
  if (filesUrl.startsWith("file:")) return folderFileStore(filesUrl);
  // readConfig refuses an s3: address without access.
  if (s3 === null) throw new Error("an s3: store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  return s3FileStore(filesUrl, s3);
}
