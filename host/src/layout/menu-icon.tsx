import {
  IconBuildingBank,
  IconCreditCard,
  IconFileImport,
  IconFileInvoice,
  IconHistory,
  IconHome,
  IconListCheck,
  IconMovie,
  IconReportAnalytics,
  IconSettings,
  IconSquare,
  IconUserCircle,
} from "@tabler/icons-react";

const ICONS: Record<string, typeof IconHome> = {
  home: IconHome,
  account: IconUserCircle,
  cinema: IconMovie,
  declarations: IconReportAnalytics,
  invoice: IconFileInvoice,
  bank: IconBuildingBank,
  import: IconFileImport,
  logs: IconHistory,
  checklist: IconListCheck,
  plan: IconCreditCard,
  admin: IconSettings,
};

/** The drawing of a menu entry, by the name that the registry gives it. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? IconSquare;
  return <Icon size={19} stroke={1.6} aria-hidden />;
}
