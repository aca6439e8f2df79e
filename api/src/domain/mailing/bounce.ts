import { isOfMailbox } from "./smtp-answers.ts";

/** What a server says later of an address to which it could not deliver. */
export interface BouncedRecipient {
  readonly address: string;
  readonly action: "failed" | "delayed";
  /** RFC 3463, like "5.1.1". */
  readonly status: string;
  readonly diagnostic: string;
}

/**
 * Whether a notification says that the mailbox takes nothing: not what a policy refuses, a server that was away, nor one that relays for
 * nobody (MAIL-14).
 */
export const isOfBouncedMailbox = ({ status, diagnostic }: BouncedRecipient): boolean =>
  isOfMailbox(diagnostic) && isOfMailbox(status) && /^(?:5|4\.[12])\./.test(status);

/** What a notification that blames no mailbox says, with its code or its status in front. */
export const answerOfBounce = ({ status, diagnostic }: BouncedRecipient): string =>
  /^(?:5\d\d(?!\d)|4\d\d[ -]4\.|[45]\.\d)/.test(diagnostic) ? diagnostic : `${status} ${diagnostic}`.trim();

export interface Bounce {
  /** The key that our Message-ID carries. */
  readonly messageKey: string;
  readonly recipients: readonly BouncedRecipient[];
}

const MAX_LENGTH = 1_000_000;
const MAX_RECIPIENTS = 100;
const MAX_DIAGNOSTIC = 500;
const KEY = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const ADDRESS = /^[^\s\p{Cc},;<>"@]{1,64}@[^\s\p{Cc},;<>"@]{1,255}$/u;

/**
 * Reads a delivery status notification (RFC 3464), its parts in clear, base64 or quoted-printable; and, of those that have no status
 * part, what Exim and qmail write: their form is known, and an answering machine does not write it.
 * @param text a whole message; what exceeds a million characters is not read
 * @param domain of our Message-IDs, like "@exemple.fr"
 * @returns null for any other message, and for a notification that does not name a mail of ours
 */
export function readBounce(text: string, domain: string): Bounce | null {
  const lines = inClear(text.slice(0, MAX_LENGTH).split(/\r?\n/));
  const status = lines.findIndex((line) => /^content-type:\s*message\/delivery-status\b/i.test(line));
  if (status === -1) return readPlainBounce(lines, domain);
  const recipients: BouncedRecipient[] = [];
  // The part's own header, then a group about the message, then one group for each recipient.
  for (const group of groupsOf(lines, status)) {
    const recipient = recipientOf(group);
    if (recipient !== null && recipients.length < MAX_RECIPIENTS) recipients.push(recipient);
  }
  const messageKey = messageKeyOf(lines.slice(status), domain);
  return messageKey === null || recipients.length === 0 ? null : { messageKey, recipients };
}

/** The groups of fields up to the end of the part, their folded lines joined. */
function groupsOf(lines: readonly string[], from: number): Map<string, string>[] {
  const groups: Map<string, string>[] = [new Map()];
  let last = "";
  for (const line of lines.slice(from)) {
    if (line.startsWith("--")) break;
    const group = groups.at(-1);
    if (group === undefined) break;
    const colon = line.indexOf(":");
    if (line.trim() === "") groups.push(new Map());
    else if (/^[ \t]/.test(line)) {
      const value = group.get(last) ?? "";
      if (value.length < MAX_DIAGNOSTIC) group.set(last, `${value} ${line.trim()}`);
    } else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase();
      group.set(last, line.slice(colon + 1).trim());
    }
  }
  return groups;
}

function recipientOf(group: ReadonlyMap<string, string>): BouncedRecipient | null {
  const action = group.get("action")?.toLowerCase();
  const status = /^[45]\.\d{1,3}\.\d{1,3}/.exec(group.get("status") ?? "")?.[0];
  // What we wrote to comes first: the final address may be where a forward led.
  const named = group.get("original-recipient") ?? group.get("final-recipient") ?? "";
  const address = addressOf(named.slice(named.indexOf(";") + 1));
  if ((action !== "failed" && action !== "delayed") || status === undefined || address === null) return null;
  const diagnostic = (group.get("diagnostic-code") ?? "").replace(/^[\w-]+\s*;\s*/, "");
  return { address, action, status, diagnostic: oneLine(diagnostic) };
}

/** Notifications without a status part: Exim names the addresses in a field, qmail in paragraphs (its QSBMF). */
function readPlainBounce(lines: readonly string[], domain: string): Bounce | null {
  const end = lines.indexOf("");
  if (end === -1) return null;
  const header = lines
    .slice(0, end)
    .join("\n")
    .replaceAll(/\n[ \t]+/g, " ");
  const body = lines.slice(end + 1);
  const failed = /^x-failed-recipients:(.*)$/im.exec(header)?.[1];
  const recipients = failed === undefined ? ofQmail(body) : ofExim(failed, body);
  // The notification's own identifier is in its header; the mail's is in what it returns.
  const messageKey = messageKeyOf(body, domain);
  return messageKey === null || recipients.length === 0
    ? null
    : { messageKey, recipients: recipients.slice(0, MAX_RECIPIENTS) };
}

function ofExim(field: string, body: readonly string[]): BouncedRecipient[] {
  const reason = body.find((line) => ENHANCED.test(line) || SMTP_REFUSAL.test(line)) ?? "";
  return field.split(",").flatMap((text) => {
    const address = addressOf(text);
    return address === null ? [] : [failedFor(address, reason)];
  });
}

function ofQmail(body: readonly string[]): BouncedRecipient[] {
  const paragraphs = body
    .join("\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim());
  if (!paragraphs[0]?.startsWith("Hi. This is the")) return [];
  const last = paragraphs.findIndex((paragraph) => paragraph.startsWith("---"));
  return paragraphs.slice(1, last === -1 ? 1 : last).flatMap((paragraph) => {
    const [, named = "", reason = ""] = /^(<[^>\n]+>):\n([\s\S]*)$/.exec(paragraph) ?? [];
    const address = addressOf(named);
    return address === null ? [] : [failedFor(address, reason)];
  });
}

const ENHANCED = /\b5\.\d{1,3}\.\d{1,3}\b/;
const SMTP_REFUSAL = /\b5\d\d[ -]/;

const failedFor = (address: string, reason: string): BouncedRecipient => ({
  address,
  action: "failed",
  status: ENHANCED.exec(reason)?.[0] ?? "5.0.0",
  diagnostic: oneLine(reason.trim()),
});

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ").slice(0, MAX_DIAGNOSTIC);

function addressOf(text: string): string | null {
  const address = text
    .trim()
    .replace(/^<(.*)>$/, "$1")
    .toLowerCase();
  return ADDRESS.test(address) ? address : null;
}

/** The lines of a message, those of parts in base64 or quoted-printable decoded. */
function inClear(lines: readonly string[]): string[] {
  const clear: string[] = [];
  let encoding = "";
  let isHeader = true;
  let coded: string[] = [];
  const flush = (): void => {
    if (coded.length > 0) clear.push(...decoded(coded, encoding));
    coded = [];
  };
  for (const line of lines) {
    const isBoundary = /^--\S/.test(line);
    if (isBoundary) {
      flush();
      [encoding, isHeader] = ["", true];
      clear.push(line);
    } else if (isHeader || encoding === "") {
      clear.push(line);
      if (!isHeader) continue;
      encoding =
        /^content-transfer-encoding:\s*"?(base64|quoted-printable)\b/i.exec(line)?.[1]?.toLowerCase() ??
        encoding;
      if (line === "") isHeader = false;
    } else coded.push(line);
  }
  flush();
  return clear;
}

function decoded(lines: readonly string[], encoding: string): string[] {
  const text =
    encoding === "base64"
      ? Buffer.from(lines.join(""), "base64").toString("latin1")
      : lines
          .join("\n")
          .replaceAll(/=[ \t]*\n/g, "")
          .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return text.split(/\r?\n/);
}

/** From the returned message or its headers, which follow the status. */
function messageKeyOf(lines: readonly string[], domain: string): string | null {
  for (const [index, line] of lines.entries()) {
    if (!/^message-id:/i.test(line)) continue;
    const value = line.slice("message-id:".length).trim() || (lines[index + 1] ?? "").trim();
    if (!value.toLowerCase().endsWith(`${domain.toLowerCase()}>`)) return null;
    const key = value.slice(1, -domain.length - 1).toLowerCase();
    return value.startsWith("<") && new RegExp(`^${KEY}$`).test(key) ? key : null;
  }
  return null;
}
