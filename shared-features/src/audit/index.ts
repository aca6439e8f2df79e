// What the log of a distributor and the console's own both show (UI-18).
export { type ArchiveFile, AuditArchives } from "./audit-archives.tsx";
export type { AuditLinks } from "./audit-details.dialog.tsx";
export { AuditEntries } from "./audit-entries.tsx";
export { AUDIT_ADDRESS, AuditFilters } from "./audit-filters.tsx";
