import { isIPv4, isIPv6 } from "node:net";
import { must } from "../../domain/must.ts";

/** Where a session was opened, as its person recognises it; what would tell more is not kept. */
export interface SessionOrigin {
  readonly device: string;
  readonly network: string;
}

/** The first that fits: a browser also names those that it descends from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** « Chrome sur Linux »; empty when the browser says nothing that is known. */
export function deviceOf(userAgent: string): string {
  const named = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (system === undefined) return browser ?? "";
  return `${browser ?? "Navigateur"} sur ${system}`;
}

/** An address without the part that stands for one machine: `203.0.113.x`, `2001:db8:1::`. */
export function networkOf(address: string): string {
  const inner = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(inner)) return inner.replace(/\d+$/, "x");
  if (!isIPv6(inner)) return "";
  const [head = "", tail] = must(inner.split("%", 1)[0], "address").split("::");
  const groups = head === "" ? [] : head.split(":");
  // What `::` leaves out are zeros; the last groups of the address are of no interest.
  const zeros = tail === undefined ? [] : ["0", "0", "0"];
  return `${[...groups, ...zeros].slice(0, 3).join(":")}::`.replace(/^(?:0:)*0::$|(?::0)+::$/, "::");
}
