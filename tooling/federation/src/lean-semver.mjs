// In the place of the federation runtime's semver: what it takes and what the gate takes are one function (FED-3).
import { satisfies } from "../../../api/contract/federation/semver-range.ts";

/** The runtime compares two versions by `<=`, which no build asks for. */
export const satisfy = (version, range) =>
  range.startsWith("<=") ? satisfies(range.slice(2), `>=${version}`) : satisfies(version, range);
