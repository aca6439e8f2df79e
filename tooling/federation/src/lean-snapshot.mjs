// In the place of the part of the federation runtime that reads manifests: remotes are registered with the address of their entry.
import { PluginSystem } from "@module-federation/runtime-core/dist/utils/hooks/pluginSystem.js";

export class SnapshotHandler {
  hooks = new PluginSystem({});
  manifestCache = new Map();
}

export const getGlobalRemoteInfo = () => ({});
