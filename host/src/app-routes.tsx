import { PlaceholderPage } from "@bobine/shared-ui";
import { Outlet, type RouteObject } from "react-router-dom";
import { CrashPage } from "./crash.page.tsx";
import { DashboardPage } from "./dashboard.page.tsx";
import { RemoteOutlet } from "./federation/remote-outlet.tsx";
import { AccountPage } from "./features/account/account.page.tsx";
import { SignInPage } from "./features/sign-in/sign-in.page.tsx";
import { LogsPage } from "./features/audit/logs.page.tsx";
import { VerifyPage } from "./features/sign-in/verify.page.tsx";
import { Brand } from "./layout/brand.tsx";
import { Shell } from "./layout/shell.tsx";
import { paths } from "./paths.ts";
import { PublicOnly, RouteGuard } from "./route-guard.tsx";

/** SPEC §2.1: the host's own screens; every other address is asked of the registry. */
export const appRoutes: RouteObject[] = [
  {
    element: <Outlet />,
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
          { path: "/", element: <DashboardPage /> },
          { path: paths.dashboard(), element: <DashboardPage /> },
          { path: paths.account(), element: <AccountPage /> },
          { path: paths.bankAccount(), element: <PlaceholderPage title="Compte bancaire" /> },
          { path: paths.logs(), element: <LogsPage /> },
          { path: paths.plan(), element: <PlaceholderPage title="Plan d’abonnement" /> },
          { path: "*", element: <RemoteOutlet /> },
        ],
      },
    ],
  },
];
