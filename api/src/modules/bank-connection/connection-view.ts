import type { BankConnection, BankConnectionStatus } from "@bobine/contract/bank-connection";
import { civilDateInParis, frenchDate } from "@bobine/contract/civil-date";
import type { BankConnectionRow } from "./bank-connection.repository.ts";

type Standing = Omit<BankConnection, "banks">;

const NOT_CONNECTED = "Aucune banque connectée.";
/** What became of an access that the aggregator no longer knows. */
export const GONE = "La connexion à la banque n’existe plus. Reconnectez votre compte.";
export const RECONNECT = "La banque demande une nouvelle authentification. Reconnectez votre compte.";
/** Ours, of an access beside others that the aggregator no longer knows: it stays until its person connects the bank again, or ends it (AGG-8). */
export const LOST = -404;
const AWAITED =
  "Le service bancaire n’a pas encore confirmé la connexion. Elle se terminera d’elle-même dès qu’il répondra.";
export const SYNC_UNDER_WAY = "Synchronisation en cours";
/** AGG-3 */
const CONNECTED = new Set([0, -2, -3, 1003, 1007, 1009]);
const ACTIONS: Readonly<Record<number, string>> = {
  402: "La banque refuse les identifiants. Reconnectez votre compte.",
  429: "Votre banque attend une action de votre part sur son site.",
  430: "Votre banque demande de changer le mot de passe. Changez-le sur son site, puis reconnectez votre compte.",
  1010: RECONNECT,
  [LOST]: GONE,
};
const WARNINGS: Readonly<Record<number, string>> = {
  1005: "Cette banque n’est plus prise en charge. Importez vos relevés par fichier.",
  1007: "L’accès à cette banque est suspendu pour le moment. Il reprendra de lui-même.",
  1099: "Cette banque change de système. Reconnectez votre compte si l’accès ne reprend pas.",
  1100: "Le compte professionnel est verrouillé. Déverrouillez-le sur le site de votre banque.",
};
const SILENT_BANK =
  "La banque ne répond pas depuis plus de 48 heures. Importez vos relevés par fichier en attendant.";
const SILENCE_MS = 48 * 3_600_000;
/** AGG-3: the warning before the end of the strong authentication. */
const WARNING_MS = 15 * 86_400_000;

/** The person has something to do at the bank before anything can be read. */
export const needsPerson = (status: number | null): boolean => status !== null && status in ACTIONS;
/** It is read, or will be without anybody's help. */
export const isConnected = (status: number | null): boolean => status !== null && CONNECTED.has(status);
/** The statuses of an item that wait for the person. */
export const PERSON_STATUSES: readonly number[] = Object.keys(ACTIONS).map(Number);
export const personMessage = (status: number, ofBank: string): string =>
  status === 429 && ofBank !== "" ? ofBank : (ACTIONS[status] ?? RECONNECT);

/** Whether the access ends soon enough to be renewed now. */
export const endsSoon = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) - now.getTime() < WARNING_MS;

/** How much a bank of several needs its person. */
const URGENCY: readonly BankConnectionStatus[] = ["action_required", "warning", "syncing", "connected"];

/** All banks of a distributor as people see them (AGG-3, AGG-8). */
export function connectionsView(rows: readonly BankConnectionRow[], now: Date): BankConnection {
  const banks = rows
    .filter(({ item_id, awaited_item_id }) => item_id !== null || awaited_item_id !== null)
    .map((row) => ({ id: row.id, ibans: row.synced_ibans ?? [], view: connectionView(row, now) }));
  const [leading, other] = banks
    .map(({ view }) => view)
    .toSorted((a, b) => URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status));
  const listed = { banks: banks.map(({ id, ibans, view }) => ({ id, ...view, ibans })) };
  if (!leading || !other) return { ...(leading ?? connectionView(rows[0], now)), ...listed };
  const { bank_name, message } = leading;
  return {
    ...leading,
    is_connected: banks.some(({ view }) => view.is_connected),
    message: message === "" || bank_name === null ? message : `${bank_name}\u00a0: ${message}`,
    ...listed,
  };
}

/** A connection as people see it (AGG-3). */
export function connectionView(row: BankConnectionRow | undefined, now: Date): Standing {
  const sync: BankConnection["sync"] = {
    state: row?.sync_state ?? "idle",
    requested_at: row?.sync_requested_at ?? null,
    lines_read: row?.sync_lines_read ?? 0,
    error: row?.sync_error ?? null,
    stats: row?.sync_stats ?? null,
  };
  if (row?.item_id === null && row.awaited_item_id !== null)
    return {
      is_connected: false,
      bank_name: null,
      status: "warning",
      message: AWAITED,
      last_sync_at: row.last_sync_at,
      expires_at: null,
      sync,
    };
  if (!row || row.item_id === null || row.item_status === null) {
    return {
      is_connected: false,
      bank_name: null,
      status: "not_connected",
      message: NOT_CONNECTED,
      last_sync_at: row?.last_sync_at ?? null,
      expires_at: null,
      sync,
    };
  }
  const { status, message } = standing(row, row.item_status, now);
  return {
    is_connected: isConnected(row.item_status),
    bank_name: row.bank_name,
    status,
    message,
    last_sync_at: row.last_sync_at,
    expires_at: row.expires_at,
    sync,
  };
}

function standing(
  row: BankConnectionRow,
  item: number,
  now: Date,
): { readonly status: BankConnectionStatus; readonly message: string } {
  if (needsPerson(item)) return { status: "action_required", message: personMessage(item, row.item_message) };
  if (item === -2 || item === -3 || row.sync_state === "queued" || row.sync_state === "running")
    return { status: "syncing", message: SYNC_UNDER_WAY };
  const warning = WARNINGS[item];
  if (warning !== undefined) return { status: "warning", message: warning };
  if (!isConnected(item)) return { status: "warning", message: row.item_message || RECONNECT };
  const silentFor = row.status_since === null ? 0 : now.getTime() - Date.parse(row.status_since);
  if (item === 1003 && silentFor > SILENCE_MS) return { status: "warning", message: SILENT_BANK };
  if (row.expires_at !== null && endsSoon(row.expires_at, now)) {
    const day = frenchDate(civilDateInParis(new Date(row.expires_at)));
    return {
      status: "warning",
      message: `La connexion à la banque prend fin le ${day}. Reconnectez votre compte avant cette date.`,
    };
  }
  return { status: "connected", message: "" };
}
