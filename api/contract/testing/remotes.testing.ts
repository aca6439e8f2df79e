import { remoteKeySchema, remoteStateSchema, remoteTokenSchema } from "../calls/remotes.contract.ts";
import { builderOf } from "./builder.testing.ts";

export const aRemoteState = builderOf(remoteStateSchema, {
  name: "mfe-finance",
  owner: "Équipe Finance",
  live: { build: "b9305913d1bb", since: "2026-11-28T09:00:00.000Z", by: "operator" },
  previous: "4c1f07a9e2d3",
  canary: null,
  retired_at: null,
  builds: [
    { build: "b9305913d1bb", published_at: "2026-11-28T08:00:00.000Z", state: "live" },
    { build: "4c1f07a9e2d3", published_at: "2026-11-20T08:00:00.000Z", state: "live" },
  ],
  health: [],
});

export const aRemoteToken = builderOf(remoteTokenSchema, {
  id: 3,
  team: "Équipe Planning",
  remotes: ["mfe-planning"],
  rights: ["publish", "promote"],
  created_at: "2026-11-28T09:00:00.000Z",
  created_by: "Alex Admin",
  last_used_at: null,
});

export const aRemoteKey = builderOf(remoteKeySchema, {
  id: 5,
  team: "Équipe Planning",
  remotes: ["mfe-planning"],
  fingerprint: "0f1e2d3c4b5a",
  created_at: "2026-11-28T09:00:00.000Z",
  created_by: "Alex Admin",
});
