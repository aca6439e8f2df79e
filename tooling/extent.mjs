// How much of a test runs that draws its cases, or sweeps over many of them: a part in each `npm test`, what a merge is worth where
// `.ci/run` runs (BOBINE_EXTENT=ci), and all of it in its campaign (`npm run campaign <name>`). What each of them is: runner/campaigns.mjs.

/**
 * @param {string} campaign its name
 * @returns {"part" | "ci" | "all"}
 */
export function extentOf(campaign) {
  if (process.env.BOBINE_CAMPAIGN === campaign) return "all";
  return process.env.BOBINE_EXTENT === "ci" ? "ci" : "part";
}

/**
 * What the extent of a campaign is worth.
 *
 * @template T
 * @param {string} campaign
 * @param {{ part: T, ci: T, all?: T }} worth `all` where it is more than `ci`
 * @returns {T}
 */
export function byExtent(campaign, { part, ci, all = ci }) {
  return { part, ci, all }[extentOf(campaign)];
}
