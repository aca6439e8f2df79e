import { randomUUID } from "node:crypto";
import { registryRemoteSchema } from "@bobine/contract/registry";
import { z } from "zod";
import { HOST } from "./host-seals.ts";
import { emptyPointer, type RemotePointer, remotePointerSchema } from "./remote-pointer.ts";
import type { RegistryStorage } from "./registry-storage.ts";

const POINTER = "registry.json";
/** No remote can have this name. */
const LEDGER = "_ledger/";
/** Each lost attempt means that somebody else's change was made. */
const ATTEMPTS = 50;

/** Who did what to which remote, and why. */
const decisionSchema = z.object({
  who: z.string(),
  action: z.string(),
  remote: z.string(),
  build: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()).default({}),
  /** The id of the call that asked; builds of before leave it out. */
  request: z.string().optional(),
});
export type Decision = z.infer<typeof decisionSchema>;

const pointersSchema = z.record(z.string(), remotePointerSchema);
export type Pointers = Readonly<Record<string, RemotePointer>>;

/** One line of the ledger: the decision, and where every pointer stood after it. */
const ledgerEntrySchema = decisionSchema.extend({
  id: z.string(),
  sequence: z.number().int().positive(),
  at: z.string(),
  remotes: pointersSchema,
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

const stateSchema = z.object({
  schemaVersion: z.literal(2),
  sequence: z.number().int().nonnegative(),
  remotes: pointersSchema,
});
/** What the first version of the product kept: the live builds, each with its whole metadata. */
const firstStateSchema = z.object({ schemaVersion: z.literal(1), remotes: z.array(registryRemoteSchema) });

/** What the registry said at one moment. */
export interface State {
  readonly sequence: number;
  /** The host's is among them (FED-31). */
  readonly remotes: Pointers;
}

/** What a change makes of a pointer, given all of them; `undefined` leaves everything as it is and writes nothing. */
export type Change = (
  pointer: RemotePointer,
  all: Pointers,
) => Promise<{ pointer: RemotePointer; decision: Decision } | undefined>;

export interface RegistryLedger {
  /** Of remotes. */
  pointers(): Promise<Pointers>;
  /** What is decided about the host (FED-31). */
  hostPointer(): Promise<RemotePointer>;
  read(): Promise<State>;
  /**
   * Decides about one remote and writes the decision down, whatever others do at the same time: `change` is asked again when
   * somebody was faster, so it never decides on an old state.
   * @param known a state that was read a moment ago, which saves reading it: what is decided on one that is old is not taken
   * @returns whether something was written
   */
  change(remote: string, at: Date, change: Change, known?: State): Promise<boolean>;
  /** Every decision, oldest first. */
  entries(): Promise<LedgerEntry[]>;
}

/**
 * The registry's memory. A decision is one new object under the next number, made by one single operation that refuses a
 * number which is taken: that is the commit, the compare and the audit line at once. So no decision is lost, none is half
 * made, and none lacks its line, wherever a process is killed. `registry.json` only saves readers the walk through all of
 * them; a reader walks the rest of the way itself.
 */
export function registryLedger(storage: RegistryStorage): RegistryLedger {
  const keyOf = (sequence: number): string => `${LEDGER}${String(sequence).padStart(10, "0")}.json`;

  async function read(): Promise<State> {
    let state = parseState(await storage.read(POINTER));
    for (;;) {
      const content = await storage.read(keyOf(state.sequence + 1));
      if (content === undefined) return state;
      const { sequence, remotes } = ledgerEntrySchema.parse(JSON.parse(text(content)));
      state = { sequence, remotes };
    }
  }

  /** An answer may be lost on the way and the attempt made again: a number that is taken may be taken by this entry. */
  async function isMine(key: string, content: Uint8Array): Promise<boolean> {
    if (await storage.create(key, content)) return true;
    const there = await storage.read(key);
    return there !== undefined && Buffer.from(there).equals(content);
  }

  return {
    pointers: async () => remotesIn(await read()),
    hostPointer: async () => hostIn(await read()),
    read,

    async change(remote, at, change, known) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const isKnown = attempt === 0 && known !== undefined;
        const state = isKnown ? known : await read();
        const before = Object.hasOwn(state.remotes, remote) ? state.remotes[remote] : undefined;
        const made = await change(before ?? emptyPointer, remotesIn(state));
        // Only what is written now is proof that the state was not old.
        if (made === undefined && isKnown) continue;
        if (made === undefined) return false;
        const next = { sequence: state.sequence + 1, remotes: { ...state.remotes, [remote]: made.pointer } };
        const entry: LedgerEntry = { id: randomUUID(), ...made.decision, at: at.toISOString(), ...next };
        if (!(await isMine(keyOf(next.sequence), bytes(entry)))) continue;
        // Decided already: readers walk to it, and the next decision writes this anew.
        await storage.write(POINTER, bytes({ schemaVersion: 2, ...next })).catch(() => undefined);
        return true;
      }
      throw new Error("the registry is changed all the time by others: try again");
    },

    async entries() {
      const keys = (await storage.list(LEDGER)).map(({ key }) => key).sort();
      const contents = await Promise.all(keys.map((key) => storage.read(key)));
      return contents.flatMap((content) =>
        content === undefined ? [] : [ledgerEntrySchema.parse(JSON.parse(text(content)))],
      );
    },
  };
}

/** The pointers of remotes. */
export function remotesIn({ remotes }: State): Pointers {
  const { [HOST]: _host, ...others } = remotes;
  return others;
}

/** What is decided about the host. */
export const hostIn = ({ remotes }: State): RemotePointer => remotes[HOST] ?? emptyPointer;

function parseState(content: Uint8Array | undefined): State {
  if (content === undefined) return { sequence: 0, remotes: {} };
  const json: unknown = JSON.parse(text(content));
  const first = firstStateSchema.safeParse(json);
  if (!first.success) return stateSchema.parse(json);
  const remotes = first.data.remotes.map(({ name, build, deployedAt }): [string, RemotePointer] => [
    name,
    {
      ...emptyPointer,
      live: { build, deployedAt },
      builds: { [build]: { state: "live", since: deployedAt } },
      // Each start made live what it found on the disk.
      disk: build,
    },
  ]);
  return { sequence: 0, remotes: Object.fromEntries(remotes) };
}

const text = (content: Uint8Array): string => new TextDecoder().decode(content);
/** One line, so that the ledger's files together are JSON lines. */
const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value)}\n`);
