// Where the files of a run of tests lie: databases, uploads, profiles of browsers. Nothing of them outlives the run.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
const PREFIX = "bobine-tests-";
/** Three times what all integration tests have there at once. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Makes a folder in memory, where this machine has room for it: on a disk that others write too, PostgreSQL waits for each file of each test database.
 *
 * @param {NodeJS.ProcessEnv} env of the tests
 * @param {{ place?: string, neededBytes?: number }} [options] `place` of folders in memory
 * @returns {{ env: NodeJS.ProcessEnv, remove: () => void }} the same environment where there is no room, or somebody has said where temporary files go
 */
export function takeTestFolder(env, { place = IN_MEMORY, neededBytes = NEEDED_BYTES } = {}) {
  const nothing = { env, remove: () => undefined };
  if (env.TMPDIR !== undefined) return nothing;
  try {
    removeLeftovers(place);
    const { bavail, bsize } = statfsSync(place);
    if (Math.min(bavail * bsize, freemem()) < neededBytes) return nothing;
    const folder = join(place, `${PREFIX}${process.pid}`);
    const remove = () => rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    // The account of the embedded database goes through it.
    chmodSync(folder, 0o711);
    if (runsPrograms(folder)) return { env: { ...env, TMPDIR: folder }, remove };
    remove();
  } catch {
    // Another system, or a place that is not ours.
  }
  return nothing;
}

/** Of runs that were killed: memory is not emptied by a restart of the tests. */
function removeLeftovers(place) {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Containers mount it without: tests write programs that they start. */
function runsPrograms(folder) {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  try {
    execFileSync(program, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
}
