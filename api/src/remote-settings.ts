// What an operator sets of remotes, as the environment writes it (OPS-1).
import { createPublicKey } from "node:crypto";
import { z } from "zod";
import type { ErrorBudget } from "./domain/remotes/error-budget.ts";

/** `mfe-finance=<key>`, several with commas, also of one remote while its key changes; `*` is every remote without a key of its own. */
export const remoteKeys = z
  .string()
  .transform((text) =>
    text.split(",").map((one): [string, string] => {
      const [remote = "", ...key] = one.trim().split("=");
      return [remote, key.join("=")];
    }),
  )
  .refine(
    (all) => all.every(([remote, key]) => /^([a-z][a-z0-9-]*|[*])$/.test(remote) && isEd25519Key(key)),
    { error: "must be <remote>=<public Ed25519 key in base64>, several with commas between them" },
  )
  .transform((all) =>
    Object.fromEntries(
      [...Map.groupBy(all, ([remote]) => remote)].map(([remote, some]) => [
        remote,
        some.map(([, key]) => key),
      ]),
    ),
  )
  .default({});

function isEd25519Key(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519";
  } catch {
    return false;
  }
}

/** `20/10/3`: more than 20 % of at least 10 loads failed, for at least 3 people. */
export const errorBudget = z
  .string()
  .regex(/^(off|[1-9]\d?\/[1-9]\d{0,5}\/[1-9]\d{0,3})$/, {
    error: "must be <per cent>/<loads>/<people> such as 20/10/3, or off",
    abort: true,
  })
  .transform((text): ErrorBudget | null => {
    if (text === "off") return null;
    const [share = 0, loads = 0, people = 0] = text.split("/").map(Number);
    return { share, loads, people };
  })
  .default({ share: 20, loads: 10, people: 3 });
