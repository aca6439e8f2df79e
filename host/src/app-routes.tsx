import { lazyPage } from "@bobine/shared-ui";
import type { RouteObject } from "react-router-dom";
import { CrashPage } from "./crash.page.tsx";
import { DashboardPage } from "./dashboard.page.tsx";
import { HostOutlet } from "./federation/host-outlet.tsx";
import { RemoteOutlet } from "./federation/remote-outlet.tsx";
import { Brand } from "./layout/brand.tsx";
import { Shell } from "./layout/shell.tsx";
import { paths } from "./paths.ts";
import { PublicOnly, RouteGuard } from "./route-guard.tsx";

// A user sees one of these pages at a time: none is in the first load of the others.
const AboutPage = lazyPage(async () => (await import("./features/about/about.page.tsx")).AboutPage);
const SignInPage = lazyPage(async () => (await import("./features/sign-in/sign-in.page.tsx")).SignInPage);
const VerifyPage = lazyPage(async () => (await import("./features/sign-in/verify.page.tsx")).VerifyPage);

/** UI-1: the host's own screens, whose addresses `claims.ts` of the API keeps from remotes; every other one is asked of the registry. */
export const appRoutes: RouteObject[] = [
  {
    element: <HostOutlet isFrame />,
    errorElement: <CrashPage />,
    children: [
      {
        path: paths.signIn(),
        element: (
          <PublicOnly>
            <SignInPage brand={<Brand />} />
          </PublicOnly>
        ),
      },
      { path: paths.verify(), element: <VerifyPage brand={<Brand />} /> },
      {
        element: (
          <RouteGuard>
            <Shell />
          </RouteGuard>
        ),
        children: [
          {
            element: <HostOutlet />,
            children: [
              { path: "/", element: <DashboardPage /> },
              { path: paths.dashboard(), element: <DashboardPage /> },
              { path: paths.about(), element: <AboutPage /> },
            ],
          },
          { path: "*", element: <RemoteOutlet /> },
        ],
      },
    ],
  },
];
