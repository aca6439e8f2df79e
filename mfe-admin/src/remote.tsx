import type { ExposedModule } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const ConsolePage = lazyPage(async () => (await import("./console.page.tsx")).ConsolePage);

const JobsPage = lazyPage(async () => (await import("./features/jobs/jobs.page.tsx")).JobsPage);

export const routes: ExposedModule["routes"] = [
  { path: paths.console(), element: <ConsolePage /> },
  { path: paths.jobs(), element: <JobsPage /> },
];
