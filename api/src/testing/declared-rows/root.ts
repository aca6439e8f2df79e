import { fileURLToPath } from "node:url";

/** The folder that the places of queries are relative to. */
export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
