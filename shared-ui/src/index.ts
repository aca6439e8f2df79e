export { BobineProvider } from "./bobine-provider.tsx";
export { ConfirmDialog, type ConfirmDialogProps } from "./confirm.dialog.tsx";
export { DataTable } from "./data-table.tsx";
export type { DataColumn, DataTableProps, Sort } from "./data-table-props.ts";
export { Dialog } from "./dialog.tsx";
export { EmptyState } from "./empty-state.tsx";
export { ErrorBoundary } from "./error-boundary.tsx";
export { ErrorCard, type ErrorCardProps } from "./error-card.tsx";
export { FileUpload, type FileUploadProps, UploadProgress } from "./file-upload.tsx";
export {
  compareFrench,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatFileSize,
  formatInteger,
  formatMoney,
  searchable,
} from "./format.ts";
export { FrenchDate } from "./french-date.tsx";
export { rememberFocus } from "./focus-place.ts";
export { lazyPage, PageLoadError } from "./lazy-page.tsx";
export { LinkedOption, linkedFirst } from "./linked-option.tsx";
export { Money, type MoneyProps } from "./money.tsx";
export { Notice, type NoticeProps } from "./notice.tsx";
export {
  dismissLasting,
  notifyAnswerable,
  notifyError,
  notifyFailure,
  notifyLasting,
  notifySuccess,
} from "./notify.ts";
export { PageHeader, type PageHeaderProps } from "./page-header.tsx";
export { PageLoading } from "./page-loading.tsx";
export { Pager, type PagerProps } from "./pager.tsx";
export { Panel, PanelContext } from "./panel.tsx";
export { PlaceholderPage } from "./placeholder.page.tsx";
export { RestoredDraft } from "./restored-draft.tsx";
export { StatusBadge, type StatusColor } from "./status-badge.tsx";
export { Surface } from "./surface.tsx";
