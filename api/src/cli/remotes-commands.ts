import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import { openRegistryStorage } from "../modules/shell/open-registry-storage.ts";
import { HOST } from "../modules/shell/host-seals.ts";
import { RegistryRefusal, TAB_LIFE_DAYS } from "../modules/shell/remote-pointer.ts";
import type { Obstacle } from "../modules/shell/deployability.ts";
import type { By } from "../modules/shell/registry-decision.ts";
import { registryStore, type RegistryStore } from "../modules/shell/registry-store.ts";
import { publicPartOf, signatureOf } from "../modules/shell/build-signature.ts";
import { BuildRefusal, readBuild, readHostBuild, SIGNATURE_FILE } from "../modules/shell/remote-build.ts";
import { wholeBuild } from "../modules/shell/whole-build.ts";
import { describePointer } from "./describe-pointer.ts";
import { type Area, operatorPath, type Say, UsageError, usageOf } from "./area.ts";

const HELP = `remotes list                                          what is live, what pages fall back to, canaries
remotes log [remote]                                  every decision: who, when, what, why
remotes publish <folder> [--promote]                  copies a built remote in; live only with --promote
remotes sign <folder> --key <file>                    signs a built remote with a private key, before it is published
remotes promote <remote> <build>                      live for everybody, after its pages opened in a browser (CHROMIUM_PATH); --no-smoke --reason "…" does without
remotes rollback <remote> --from <build> --reason "…"   from a bad build back to the one before; --to <build> to another
remotes retire <remote> --reason "…"                  takes a remote out of the pages; what it claimed is free
remotes canary <remote> <build> --share 10            for a share of the users, in per cent
remotes canary <remote> <build> --distributor 12      for distributors, by id; may be repeated
remotes canary <remote> --end                         everybody gets the live build again
remotes can-i-deploy <remote> <build>                 whether every live host can run it
remotes can-i-deploy host <folder or build>           whether a host can run every live remote
remotes promote | rollback | canary | log host …      the same of the host; publish takes its folder, too
remotes retire host --reason "…"                      ends its promotion and its trial: each server gives the host on its disk, unless that was rolled back from
remotes prune [--keep 5] [--older-than 30]            removes old builds that no open tab can ask for (days)
A build may be named by its first characters. promote, rollback and canary: --reason "…" is kept in the log; --force (with a reason) overrules the check of hosts.`;

export const remotesArea: Area = {
  help: HELP,
  async run(args, print, complain) {
    // Nothing here signs anything: no secret is made.
    const config = readConfig(process.env, () => "");
    try {
      return await runRemotesCommand(args, {
        store: registryStore(openRegistryStorage(config), config.remoteKeys, config.secretKey),
        who: operator(),
        now: new Date(),
        print,
        smoke: (remote, build) =>
          openPages({
            url: config.publicUrl,
            name: remote,
            build,
            browser: process.env["CHROMIUM_PATH"] || undefined,
          }),
        pathOf: operatorPath,
      });
    } catch (error) {
      if (!(error instanceof RegistryRefusal || error instanceof BuildRefusal)) throw error;
      complain(error.message);
      return 1;
    }
  },
};

/** What needs a browser is the kit's: teams promote with it, too. An installation without its folder promotes as before. */
const KIT = new URL("../../../tooling/federation/src/smoke.mjs", import.meta.url);
interface SmokeKit {
  readonly smokeTest: (asked: {
    readonly url: string;
    readonly name: string;
    readonly build: string;
    readonly browser: string | undefined;
  }) => Promise<object>;
  readonly told: (smoke: object) => Told;
}
async function openPages(asked: Parameters<SmokeKit["smokeTest"]>[0]): Promise<Told> {
  if (!existsSync(KIT))
    return { line: "The kit is not here: its pages were not opened before it goes live.", isRefused: false };
  const { smokeTest, told } = (await import(KIT.href)) as SmokeKit;
  return told(await smokeTest(asked));
}

/** A container may run under a number that has no name. */
function operator(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

export interface RemotesContext {
  readonly store: RegistryStore;
  /** The operator, for the ledger. */
  readonly who: string;
  readonly now: Date;
  readonly print: Say;
  /** Opens the pages of a published build in a browser (FED-29): what it says, and whether the build is refused. */
  readonly smoke?: ((remote: string, build: string) => Promise<Told>) | undefined;
  /** The absolute path of a folder as the operator wrote it. */
  readonly pathOf: (path: string) => string;
}

const KEEP = 5;
const OLDER_THAN_DAYS = 30;

/**
 * @param args what follows `npm run ops -- remotes`
 * @returns the exit code: 1 for « no » to can-i-deploy
 * @throws UsageError for a wrong command line; RegistryRefusal for what the registry's state forbids
 */
export async function runRemotesCommand(args: readonly string[], context: RemotesContext): Promise<number> {
  const { positionals, values } = parse(args);
  const [command = "", ...names] = positionals;
  const reason = values.reason?.trim();
  const given: Given = {
    names,
    values,
    by: { who: context.who, now: context.now, ...(reason ? { reason } : {}) },
    force: { force: values.force === true },
  };
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined) throw new UsageError(usageOf(HELP));
  // An option of another command means that something else was wanted: `promote … --share 10` is not for everybody.
  const foreign = Object.keys(values).find((option) => OPTIONS[command]?.includes(option) !== true);
  if (foreign !== undefined) throw new UsageError(`${command} takes no --${foreign}.\n${usageOf(HELP)}`);
  return (await run(given, context)) ?? 0;
}

/** What a smoke test says in one line. */
interface Told {
  readonly line: string;
  readonly isRefused: boolean;
}

type Values = ReturnType<typeof parse>["values"];
interface Given {
  readonly names: readonly string[];
  readonly values: Values;
  readonly by: By;
  readonly force: { readonly force: boolean };
}
type Command = (given: Given, context: RemotesContext) => Promise<number | undefined>;

const DECISION = ["force", "reason"];
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  sign: ["key"],
  publish: ["promote", "no-smoke", ...DECISION],
  promote: ["no-smoke", ...DECISION],
  rollback: ["from", "to", ...DECISION],
  retire: ["reason"],
  canary: ["share", "distributor", "end", ...DECISION],
  prune: ["keep", "older-than", "reason"],
};

const COMMANDS: Readonly<Record<string, Command>> = {
  async list({ names }, { store, print }) {
    none("list", names);
    const pointers = Object.entries(await store.pointers()).sort(([a], [b]) => (a < b ? -1 : 1));
    const [builds, host] = await Promise.all([store.builds(), store.hostPointer()]);
    print(`Registry ${store.storage.address}`);
    if (host.live !== null) describePointer(HOST, host, print);
    for (const [name, pointer] of pointers) describePointer(name, pointer, print);
    for (const { remote, build, publishedAt } of builds)
      print(`Build ${remote} ${build}, published ${publishedAt.toISOString()}`);
    for (const { node, host, seenAt } of await store.hosts())
      print(`Host ${host.build} (contract ${host.contract}) on ${node}, seen ${seenAt}`);
    return 0;
  },

  async log({ names }, { store, print }) {
    const [remote] = names;
    if (names.length > 1) throw new UsageError(`log takes a remote, or nothing.\n${usageOf(HELP)}`);
    const entries = (await store.ledger()).filter((entry) => remote === undefined || entry.remote === remote);
    if (entries.length === 0 && remote !== undefined)
      throw new UsageError(`No decision is about ${remote}: see npm run ops -- remotes list.`);
    if (entries.length === 0) print("Nothing was decided yet.");
    for (const entry of entries) {
      const details = Object.keys(entry.details).length > 0 ? ` ${JSON.stringify(entry.details)}` : "";
      const why = entry.reason === "" ? "" : ` « ${entry.reason} »`;
      print(`${entry.at} ${entry.who} ${entry.action} ${entry.remote} ${entry.build}${details}${why}`);
    }
    return 0;
  },

  async publish({ names, values, by, force }, { store, print, pathOf, smoke }) {
    const [folder] = named(names, "the folder of a built remote");
    if (isHost(pathOf(folder))) {
      const { build } = await store.publishHost(pathOf(folder), by);
      print(`${HOST} ${build} is published.`);
      if (values.promote !== true) return 0;
      await store.promote(HOST, build, by, force);
      print(`${HOST} ${build} is live.`);
      return 0;
    }
    const { build: published, obstacles } = await store.publish(pathOf(folder), by);
    const { name, build } = published;
    print(`${name} ${build} is published.`);
    if (values.promote === true) {
      await smokeFirst(name, build, values, by, { smoke, print });
      await store.promote(name, build, by, force);
      print(`${name} ${build} is live.`);
      return 0;
    }
    // Nobody gets it yet: what would refuse its promotion is told now, and stops nothing.
    describeObstacles(obstacles, print);
    if (obstacles.length > 0) print("It could not be promoted now.");
    return 0;
  },

  async sign({ names, values }, { print, pathOf }) {
    const [folder] = named(names, "the folder of a built remote");
    if (values.key === undefined) throw new UsageError("sign takes --key: the file of a private key.");
    const pem = await readFile(pathOf(values.key), "utf8");
    const { build, manifest } = await readBuild(pathOf(folder));
    await writeFile(join(pathOf(folder), SIGNATURE_FILE), signatureOf(manifest, pem));
    print(`${build.name} ${build.build} is signed. Its installations need REMOTE_KEYS:`);
    print(`${build.name}=${publicPartOf(pem)}`);
    return 0;
  },

  async promote({ names, values, by, force }, { store, print, smoke }) {
    const [remote, build] = named(names, "a remote", "a build");
    const whole = await wholeBuild(store, remote, build);
    // It opens pages of a remote: the host has none of its own.
    if (remote !== HOST) await smokeFirst(remote, whole, values, by, { smoke, print });
    const moved = await store.promote(remote, whole, by, force);
    print(`${remote} ${whole} is live${moved ? "" : " already"}.`);
    return 0;
  },

  async rollback({ names, values, by, force }, { store, print }) {
    const [remote] = named(names, "a remote");
    if (values.from === undefined) {
      const pointer = remote === HOST ? await store.hostPointer() : (await store.pointers())[remote];
      const live = pointer?.live?.build;
      const example = live === undefined ? "" : `; ${live} is live`;
      throw new UsageError(`rollback takes --from: which build is bad${example}.`);
    }
    if (!by.reason) throw new UsageError("a rollback needs --reason");
    const from = await wholeBuild(store, remote, values.from);
    const to = values.to === undefined ? undefined : await wholeBuild(store, remote, values.to);
    print(`${remote} ${await store.rollback(remote, { from, to }, by, force)} is live again.`);
    return 0;
  },

  async retire({ names, by }, { store, print }) {
    const [remote] = named(names, "a remote");
    if (!by.reason) throw new UsageError("to retire needs --reason");
    await store.retire(remote, by);
    print(
      remote === HOST
        ? "Each server gives the host on its disk again, unless that was rolled back from; a trial that was running has ended."
        : `${remote} is retired: pages do not have it any more.`,
    );
    return 0;
  },

  async canary({ names, values, by, force }, { store, print }) {
    if (values.end === true) {
      const [remote] = named(names, "a remote");
      const other = ["share", "distributor", "force"].find((option) => option in values);
      if (other !== undefined) throw new UsageError(`--end goes with no --${other}.`);
      await store.endCanary(remote, by);
      print(`${remote} has no canary any more.`);
      return 0;
    }
    const [remote, build] = named(names, "a remote", "a build");
    const audience = {
      share: values.share === undefined ? undefined : numberOf("--share", values.share, 0, 100),
      distributors: values.distributor?.map((id) => numberOf("--distributor", id, 1, 2 ** 31 - 1, true)),
    };
    const whole = await wholeBuild(store, remote, build);
    await store.canary(remote, whole, audience, by, force);
    const isForNobody = audience.share === 0 && audience.distributors === undefined;
    print(
      isForNobody
        ? `${remote} ${whole} is given to nobody: its canary is at 0 %.`
        : `${remote} ${whole} is given to some users.`,
    );
    return 0;
  },

  async "can-i-deploy"({ names }, { store, print, pathOf }) {
    const [remote, build] = named(names, "a remote", "a build");
    if (remote === HOST) {
      const isKept = BUILD.test(build) && !isHost(pathOf(build));
      const host = isKept ? await wholeBuild(store, HOST, build) : await readHostBuild(pathOf(build));
      const obstacles = await store.canIDeployHost(host);
      for (const { remote: name, build: live, reasons } of obstacles)
        for (const reason of reasons) print(`${name} ${live}: ${reason}`);
      print(obstacles.length === 0 ? "Yes." : "No.");
      return obstacles.length === 0 ? 0 : 1;
    }
    const obstacles = await store.canIDeploy(remote, await wholeBuild(store, remote, build));
    describeObstacles(obstacles, print);
    const isUnknown = (await store.hosts()).length === 0;
    print(
      obstacles.length > 0
        ? "No."
        : isUnknown
          ? "Yes, but no host was ever served from this registry."
          : "Yes.",
    );
    return obstacles.length === 0 ? 0 : 1;
  },

  async prune({ names, values, by }, { store, print }) {
    none("prune", names);
    const keep = values.keep === undefined ? KEEP : numberOf("--keep", values.keep, 0, 1000, true);
    const olderThanDays =
      values["older-than"] === undefined
        ? OLDER_THAN_DAYS
        : numberOf("--older-than", values["older-than"], TAB_LIFE_DAYS, 3650);
    const removed = await store.prune(by, { keep, olderThanDays });
    for (const { remote, build } of removed) print(`${remote} ${build} is removed.`);
    print(removed.length === 1 ? "1 build removed." : `${removed.length} builds removed.`);
    return 0;
  },
};

/** A build, or its first characters. */
const BUILD = /^[a-f0-9]{4,64}$/;

/** Whether a folder is that of a built host. */
const isHost = (folder: string): boolean => existsSync(join(folder, "host.json"));

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        promote: { type: "boolean" },
        key: { type: "string" },
        force: { type: "boolean" },
        "no-smoke": { type: "boolean" },
        reason: { type: "string" },
        share: { type: "string" },
        distributor: { type: "string", multiple: true },
        from: { type: "string" },
        to: { type: "string" },
        end: { type: "boolean" },
        keep: { type: "string" },
        "older-than": { type: "string" },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ""}\n${usageOf(HELP)}`);
  }
}

/** @throws RegistryRefusal with the page and the error, when one of its pages does not open */
async function smokeFirst(
  remote: string,
  build: string,
  values: Values,
  by: By,
  { smoke, print }: Pick<RemotesContext, "smoke" | "print">,
): Promise<void> {
  if (values["no-smoke"] === true) {
    if (!by.reason) throw new UsageError("--no-smoke needs --reason.");
    return;
  }
  if (smoke === undefined) return;
  const { line, isRefused } = await smoke(remote, build);
  if (isRefused) throw new RegistryRefusal(line, line);
  print(line);
}

/** The names in their places, all of them and no more. */
function named(names: readonly string[], first: string): [string];
function named(names: readonly string[], first: string, second: string): [string, string];
function named(names: readonly string[], ...wanted: readonly string[]): string[] {
  if (names.length !== wanted.length)
    throw new UsageError(`this command takes ${wanted.join(" and ")}.\n${usageOf(HELP)}`);
  return [...names];
}

/** A name here would be taken for a limit that the command does not have. */
function none(command: string, names: readonly string[]): void {
  if (names.length > 0)
    throw new UsageError(`${command} takes no name: it is for all remotes.\n${usageOf(HELP)}`);
}

function numberOf(option: string, text: string, least: number, most: number, whole = false): number {
  const value = Number(text);
  const isFit =
    /^\d+(\.\d+)?$/.test(text) && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (!isFit) throw new UsageError(`${option} is a${whole ? " whole" : ""} number from ${least} to ${most}.`);
  return value;
}

function describeObstacles(obstacles: readonly Obstacle[], print: Say): void {
  for (const { host, reasons } of obstacles)
    for (const reason of reasons) print(`${host.node} (host ${host.host.build}): ${reason}`);
}
