import { createRoot } from "react-dom/client";
import { BobineProvider } from "../bobine-provider.tsx";
import { ExamplesPage } from "./examples.page.tsx";
import { type ExampleFile, entryOf } from "./gallery-entries.ts";
import { GalleryShell } from "./gallery-shell.tsx";

/**
 * Every component of shared-ui with its examples. The address `?examples` is the page of the examples alone: the gallery shows it
 * in a frame, which is as wide as one wants and so meets the layout of that width.
 */
export function startGallery(files: readonly ExampleFile[]): void {
  const entries = files.map(entryOf).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const isFrame = new URLSearchParams(location.search).has("examples");
  const root = document.createElement("div");
  document.body.append(root);
  createRoot(root).render(
    <BobineProvider>
      {isFrame ? <ExamplesPage entries={entries} /> : <GalleryShell entries={entries} />}
    </BobineProvider>,
  );
}
