import type { ExposedModule } from "@bobine/shared-auth";
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

const RemindersPage = lazyPage(
  async () => (await import("./features/reminders/reminders.page.tsx")).RemindersPage,
);

const AgedBalancePage = lazyPage(
  async () => (await import("./features/aged-balance/aged-balance.page.tsx")).AgedBalancePage,
);

const ClientAccountPage = lazyPage(
  async () => (await import("./features/client-account/client-account.page.tsx")).ClientAccountPage,
);

const VatPage = lazyPage(async () => (await import("./features/vat/vat.page.tsx")).VatPage);

const DashboardPanel = lazyPage(
  async () => (await import("./features/dashboard/dashboard.panel.tsx")).DashboardPanel,
);
const BankAccountPage = lazyPage(
  async () => (await import("./features/bank-connection/bank-account.page.tsx")).BankAccountPage,
);
const BankConnectionCard = lazyPage(
  async () => (await import("./features/bank-connection/bank-connection.card.tsx")).BankConnectionCard,
);

/** Placed by the host on « Accueil », and by the account page. */
export const panels: ExposedModule["panels"] = {
  dashboard: DashboardPanel,
  "bank-connection": BankConnectionCard,
};

export const routes: ExposedModule["routes"] = [
  { path: paths.invoices(), element: <InvoicesPage /> },
  { path: paths.reminders(), element: <RemindersPage /> },
  { path: `${paths.invoices()}/:invoiceId`, element: <InvoicesPage /> },
  { path: paths.agedBalance(), element: <AgedBalancePage /> },
  { path: `${paths.agedBalance()}/:account`, element: <ClientAccountPage /> },
  { path: paths.originalStatement(), element: <OriginalStatementPage /> },
  { path: paths.exports(), element: <ExportsPage /> },
  { path: paths.vat(), element: <VatPage /> },
  { path: paths.userActions(), element: <UserActionsPage /> },
  { path: paths.bankConnection(), element: <BankAccountPage /> },
];
