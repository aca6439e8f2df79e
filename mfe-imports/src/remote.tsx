import type { ExposedModule } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const BoxOfficePage = lazyPage(
  async () => (await import("./features/box-office/box-office.page.tsx")).BoxOfficePage,
);
const BankStatementsPage = lazyPage(
  async () => (await import("./features/bank-statements/bank-statements.page.tsx")).BankStatementsPage,
);
const IssuedInvoicesPage = lazyPage(
  async () => (await import("./features/issued-invoices/issued-invoices.page.tsx")).IssuedInvoicesPage,
);
const ReportsPage = lazyPage(
  async () => (await import("./features/declarations/reports.page.tsx")).ReportsPage,
);
const ReportPage = lazyPage(async () => (await import("./features/declarations/report.page.tsx")).ReportPage);

export const routes: ExposedModule["routes"] = [
  { path: paths.bankStatements(), element: <BankStatementsPage /> },
  { path: paths.invoices(), element: <IssuedInvoicesPage /> },
  { path: paths.reports(), element: <ReportsPage /> },
  { path: `${paths.reports()}/:reportId`, element: <ReportPage /> },
  { path: paths.boxOffice(":kind"), element: <BoxOfficePage /> },
];
