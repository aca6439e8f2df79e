import type { NavEntry, Registry } from "@bobine/contract/registry";
import { matchPath } from "react-router-dom";
import { paths } from "../paths.ts";

export interface MenuLink {
  label: string;
  path: string;
  icon: string;
}

export interface MenuGroup {
  label: string;
  icon: string;
  items: MenuLink[];
}

/** The one screen of the host in the menu; the others come from the registry (FED-2). */
const HOST_ENTRIES: readonly NavEntry[] = [
  { label: "ACCUEIL", path: paths.dashboard(), order: 10, icon: "home" },
];

/** The side menu in order, complete even when remotes are down (UI-2). */
export function menuEntries(registry: Registry, isSuperAdmin: boolean): (MenuLink | MenuGroup)[] {
  const entries = [...HOST_ENTRIES, ...registry.remotes.flatMap((remote) => remote.nav)]
    .filter((entry) => isSuperAdmin || entry.superAdminOnly !== true)
    .sort((a, b) => a.order - b.order);
  const menu: (MenuLink | MenuGroup)[] = [];
  for (const { label, path, icon = "page", group } of entries) {
    const link = { label, path, icon };
    if (group === undefined) {
      menu.push(link);
      continue;
    }
    const existing = menu.find((item): item is MenuGroup => isGroup(item) && item.label === group);
    if (existing) existing.items.push(link);
    else menu.push({ label: group, icon, items: [link] });
  }
  return menu;
}

export const isGroup = (entry: MenuLink | MenuGroup): entry is MenuGroup => "items" in entry;

/** True when the address is the entry's screen or one below it. `/` is the dashboard. */
export const isCurrent = (path: string, pathname: string): boolean =>
  matchPath({ path, end: false }, pathname === "/" ? paths.dashboard() : pathname) !== null;
