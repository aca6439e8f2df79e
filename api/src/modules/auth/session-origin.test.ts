import { expect, test } from "vitest";
import { deviceOf, networkOf } from "./session-origin.ts";

const KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)";
test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${KHTML} Chrome/142.0.0.0 Safari/537.36`, "Chrome sur Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    "Edge sur Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari sur macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
    "Chrome sur iPhone",
  ],
  ["Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", "Firefox sur Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/142.0.0.0 Safari/537.36`, "Chrome sur ChromeOS"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${KHTML} HeadlessChrome/142.0.0.0 Safari/537.36`, "Chrome sur Linux"],
  ["Mozilla/5.0 (Linux)", "Navigateur sur Linux"],
  ["curl/8.14.1", ""],
  ["", ""],
])("the browser %s is told as « %s »", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test.each([
  ["203.0.113.87", "203.0.113.x"],
  ["::ffff:203.0.113.87", "203.0.113.x"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::"],
  ["2001:db8::6", "2001:db8::"],
  ["fe80::1%eth0", "fe80::"],
  ["::1", "::"],
  ["not an address", ""],
])("of the address %s the network %s is kept", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
