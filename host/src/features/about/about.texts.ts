import type { StatusColor } from "@bobine/shared-ui";
import type { Standing } from "../../federation/remote-loader.ts";

export const TEXTS = {
  title: "À propos",
  composition: (id: string) => `Composition ${id}`,
  table: "Application et modules",
  name: "Module",
  host: "Application",
  version: "Version",
  build: "Build",
  state: "État",
  load: "Chargement",
  owner: "Équipe",
  deployed: "En ligne depuis",
  unknown: "–",
  empty: "Aucun module",
  milliseconds: (ms: string) => `${ms}\u00a0ms`,
} as const;

export const STATES: Record<Standing["state"], { label: string; color: StatusColor }> = {
  loaded: { label: "Chargé", color: "green" },
  idle: { label: "Non chargé", color: "gray" },
  loading: { label: "En cours de chargement", color: "blue" },
  degraded: { label: "Dégradé", color: "orange" },
  failed: { label: "Indisponible", color: "red" },
};
