import type { RemoteDoor } from "@bobine/shared-auth";
import { lazyPage, PlaceholderPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const BoxOfficePage = lazyPage(
  async () => (await import("./features/box-office/box-office.page.tsx")).BoxOfficePage,
);
const BankStatementsPage = lazyPage(
  async () => (await import("./features/bank-statements/bank-statements.page.tsx")).BankStatementsPage,
);

export const routes: RemoteDoor["routes"] = [
  { path: paths.bankStatements(), element: <BankStatementsPage /> },
  { path: paths.invoices(), element: <PlaceholderPage title="Factures émises" /> },
  { path: paths.boxOffice(":kind"), element: <BoxOfficePage /> },
];
