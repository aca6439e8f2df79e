import type { ExposedModule } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const CinemasPage = lazyPage(async () => (await import("./features/cinemas/cinemas.page.tsx")).CinemasPage);

export const routes: ExposedModule["routes"] = [
  { path: paths.cinemas(), element: <CinemasPage /> },
  { path: `${paths.cinemas()}/:cinemaId`, element: <CinemasPage /> },
];
