import { expect, test } from "vitest";
import { localOriginOf } from "./deliver-events.ts";

test.each([
  ["0.0.0.0", "IPv4", "http://127.0.0.1:3000"],
  ["::", "IPv6", "http://127.0.0.1:3000"],
  ["192.0.2.7", "IPv4", "http://192.0.2.7:3000"],
  ["::1", "IPv6", "http://[::1]:3000"],
])("a server that listens at %s (%s) is reached at %s", (address, family, origin) => {
  expect(localOriginOf({ address, family, port: 3000 })).toBe(origin);
});
