/**
 * @typedef {Record<string, Record<string, string>>} Exports package → exported name → what it is
 * @typedef {{ gone: string[], changed: string[], added: string[] }} Changes
 */

/**
 * @param {Exports} before
 * @param {Exports} after
 * @returns {Changes} each as « package name »
 */
export function changesOf(before, after) {
  const changes = { gone: [], changed: [], added: [] };
  for (const module of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[module] ?? {}, after[module] ?? {}];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (old[name] === now[name]) continue;
      const kind = Object.hasOwn(now, name) ? (Object.hasOwn(old, name) ? "changed" : "added") : "gone";
      changes[kind].push(`${module} ${name}`);
    }
  }
  return changes;
}

/**
 * Whether the number of the host contract says what changed (FED-20): a name that is gone kills live pages, what is new or has changed is
 * something that only newer remotes may count on.
 * @param {Changes} changes
 * @param {string} reported the contract of the report
 * @param {string} contract the contract of the sources
 * @returns {string | undefined} what to do, undefined when there is nothing to do
 */
export function missingRise({ gone, changed, added }, reported, contract) {
  const [first = 0, second = 0] = reported.split(".").map(Number);
  const [nowFirst = 0, nowSecond = 0] = contract.split(".").map(Number);
  if (nowFirst > first) return undefined;
  if (gone.length > 0)
    return `${gone.join(", ")}: gone. Remotes that are live may use it: keep it, or raise HOST_CONTRACT to ${first + 1}.0.0`;
  if (changed.length + added.length === 0 || (nowFirst === first && nowSecond > second)) return undefined;
  const what = [...changed.map((name) => `${name} has changed`), ...added.map((name) => `${name} is new`)];
  return `${what.join(", ")}: raise HOST_CONTRACT to ${first}.${second + 1}.0, or to ${first + 1}.0.0 when remotes that are live would break`;
}
