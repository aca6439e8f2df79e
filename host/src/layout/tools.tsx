import { notifyError } from "@bobine/shared-ui";
import { type ComponentType, useEffect, useState } from "react";

type Tool = "search" | "help";
type ToolDialog = ComponentType<{ close: () => void }>;

/** Their code comes with the first use: the first load carries nothing of them but the keys. */
const LOADERS: Record<Tool, () => Promise<ToolDialog>> = {
  search: async () => (await import("../features/search/search.dialog.tsx")).SearchDialog,
  help: async () => (await import("../features/help/help.dialog.tsx")).HelpDialog,
};

let show: ((tool: Tool) => void) | undefined;

/** Opens the search over everything, from wherever its button is. */
export const openSearch = (): void => show?.("search");

/** The tool of a key press: Ctrl K (⌘K) searches, also while one types; « ? » helps, where it is not text. */
export function toolOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  target,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target">): Tool | undefined {
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey) return "search";
  if (key !== "?" || ctrlKey || metaKey) return undefined;
  const isText =
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable=true]") !== null;
  return isText ? undefined : "help";
}

/** Search and help, over any screen. Not over another dialog, which waits for its answer. */
export function Tools() {
  const [opened, setOpened] = useState<{ Dialog: ToolDialog }>();
  useEffect(() => {
    const open = (tool: Tool): void => {
      LOADERS[tool]().then(
        (Dialog) => setOpened({ Dialog }),
        () => notifyError("Cette fenêtre n’a pas pu être chargée. Vérifiez votre connexion et réessayez."),
      );
    };
    const onKey = (event: KeyboardEvent): void => {
      const tool = toolOf(event);
      if (!tool || event.defaultPrevented || event.isComposing) return;
      // The browser would open its own bar.
      event.preventDefault();
      if (!event.repeat && !document.querySelector("[role=dialog]")) open(tool);
    };
    show = open;
    window.addEventListener("keydown", onKey);
    return () => {
      show = undefined;
      window.removeEventListener("keydown", onKey);
    };
  }, []);
  return opened ? <opened.Dialog close={() => setOpened(undefined)} /> : null;
}
