import type { RemoteDoor } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const InvoicesPage = lazyPage(
  async () => (await import("./features/invoices/invoices.page.tsx")).InvoicesPage,
);
const UserActionsPage = lazyPage(
  async () => (await import("./features/user-actions/user-actions.page.tsx")).UserActionsPage,
);
const OriginalStatementPage = lazyPage(
  async () => (await import("./features/bank-statement/original-statement.page.tsx")).OriginalStatementPage,
);
const ExportsPage = lazyPage(async () => (await import("./features/exports/exports.page.tsx")).ExportsPage);

const DashboardPanel = lazyPage(
  async () => (await import("./features/dashboard/dashboard.panel.tsx")).DashboardPanel,
);

/** Placed by the host on its own pages. */
export const panels: RemoteDoor["panels"] = { dashboard: DashboardPanel };

export const routes: RemoteDoor["routes"] = [
  { path: paths.invoices(), element: <InvoicesPage /> },
  { path: `${paths.invoices()}/:invoiceId`, element: <InvoicesPage /> },
  { path: paths.originalStatement(), element: <OriginalStatementPage /> },
  { path: paths.exports(), element: <ExportsPage /> },
  { path: paths.userActions(), element: <UserActionsPage /> },
];
