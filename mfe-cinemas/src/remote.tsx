import type { RemoteDoor } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const CinemasPage = lazyPage(async () => (await import("./features/cinemas/cinemas.page.tsx")).CinemasPage);

export const routes: RemoteDoor["routes"] = [
  { path: paths.cinemas(), element: <CinemasPage /> },
  { path: `${paths.cinemas()}/:cinemaId`, element: <CinemasPage /> },
];
