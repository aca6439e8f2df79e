import { createContext, type ReactNode, use } from "react";

/** Draws the part that a remote brings under a name; given by the host. */
export const PanelContext = createContext<(name: string) => ReactNode>(() => null);

/**
 * The place of a part that another remote brings, by its name among that remote's `panels`: remotes do not import each other (FED-14).
 * Nothing where no remote brings it, and in a remote that runs alone.
 */
export function Panel({ name }: { name: string }): ReactNode {
  return use(PanelContext)(name);
}
