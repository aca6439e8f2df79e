// Two commands in one checkout prepare it one after the other.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, say } from "./process.mjs";

const LOCK = join(ROOT, ".cache/runner.lock");

/**
 * Waits until no other command prepares this checkout.
 *
 * @returns {Promise<() => void>} lets the next one in
 */
export async function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  const mine = `${LOCK}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  try {
    let told = false;
    while (!tryToLink(mine)) {
      const owner = readOwner();
      if (owner !== null && !isAlive(owner)) {
        removeLockOf(owner);
        continue;
      }
      if (!told) say(`waiting for another command in this checkout (process ${owner?.pid})…`);
      told = true;
      await sleep(200);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(LOCK, { force: true });
}

/** A link is made with its content or not at all, unlike a new file that is written afterwards. */
function tryToLink(mine) {
  try {
    linkSync(mine, LOCK);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function readOwner() {
  try {
    return JSON.parse(readFileSync(LOCK, "utf8"));
  } catch {
    return null; // gone in the meantime
  }
}

/** Of several that see the same dead owner one moves its lock away; a lock taken since is put back. */
function removeLockOf(owner) {
  const aside = `${LOCK}.dead.${process.pid}`;
  try {
    renameSync(LOCK, aside);
    const moved = JSON.parse(readFileSync(aside, "utf8"));
    if (moved.pid !== owner.pid || moved.started !== owner.started) linkSync(aside, LOCK);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === "ESRCH") return false;
  }
  // The number may belong to another program since.
  return startOf(pid) === started;
}

/** When a process started, in the kernel's ticks; null where there is no /proc. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
