import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { createLogger } from "./logger.ts";

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ log: createLogger("trace", { write: (line) => void lines.push(line) }) });
});
afterAll(() => app.close());

test.each([
  "/auth/verify?token=SECRET-OF-A-LINK",
  "/%61uth/verify?token=SECRET-OF-A-LINK",
  "/nowhere?x=1&token=SECRET-OF-A-LINK",
])("the log of %s holds the address and no token", async (url) => {
  lines.length = 0;
  await app.app.inject({
    url,
    headers: { authorization: "Bearer SECRET-OF-A-BEARER", cookie: "a=SECRET-OF-A-COOKIE" },
  });
  const log = lines.join("");
  expect(log).toContain(url.split("?")[0]);
  expect(log).not.toContain("SECRET");
});
