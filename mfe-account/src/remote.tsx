import type { ExposedModule } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import { paths } from "./paths.ts";

const AccountPage = lazyPage(async () => (await import("./features/account/account.page.tsx")).AccountPage);
const ConfirmIbanPage = lazyPage(
  async () => (await import("./features/account/confirm-iban.page.tsx")).ConfirmIbanPage,
);
const InvoicingPage = lazyPage(
  async () => (await import("./features/invoicing/invoicing.page.tsx")).InvoicingPage,
);
const SecondFactorPage = lazyPage(
  async () => (await import("./features/account/second-factor.page.tsx")).SecondFactorPage,
);
const LogsPage = lazyPage(async () => (await import("./features/audit/logs.page.tsx")).LogsPage);
const SubscriptionPage = lazyPage(
  async () => (await import("./features/subscription/subscription.page.tsx")).SubscriptionPage,
);

export const routes: ExposedModule["routes"] = [
  { path: paths.account(), element: <AccountPage /> },
  { path: paths.invoicing(), element: <InvoicingPage /> },
  { path: paths.secondFactor(), element: <SecondFactorPage /> },
  { path: paths.confirmIban(), element: <ConfirmIbanPage /> },
  { path: paths.logs(), element: <LogsPage /> },
  { path: paths.plan(), element: <SubscriptionPage /> },
];
