/** What a server says later of an address to which it could not deliver. */
export interface BouncedRecipient {
  readonly address: string;
  readonly action: "failed" | "delayed";
  /** RFC 3463, like "5.1.1". */
  readonly status: string;
  readonly diagnostic: string;
}

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
 * Reads a delivery status notification (RFC 3464), whose status part is in clear as 7-bit text, as that RFC asks.
 * @param text a whole message; what exceeds a million characters is not read
 * @param domain of our Message-IDs, like "@exemple.fr"
 * @returns null for any other message, and for a notification that does not name a mail of ours
 */
export function readBounce(text: string, domain: string): Bounce | null {
  const lines = text.slice(0, MAX_LENGTH).split(/\r?\n/);
  const status = lines.findIndex((line) => /^content-type:\s*message\/delivery-status\b/i.test(line));
  if (status === -1) return null;
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
  const address = named
    .slice(named.indexOf(";") + 1)
    .trim()
    .replace(/^<(.*)>$/, "$1")
    .toLowerCase();
  if ((action !== "failed" && action !== "delayed") || status === undefined || !ADDRESS.test(address))
    return null;
  const diagnostic = (group.get("diagnostic-code") ?? "").replace(/^[\w-]+\s*;\s*/, "");
  return {
    address,
    action,
    status,
    diagnostic: diagnostic.replaceAll(/\p{Cc}/gu, " ").slice(0, MAX_DIAGNOSTIC),
  };
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
