// Of a remote's own tests (`bobine-remote test`): files ending in `.test.tsx` have a document, those in `.test.ts` none.
import { createRequire } from "node:module";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const ofRemote = createRequire(join(process.cwd(), "package.json"));

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", environment: "node", include: ["src/**/*.test.ts"] } },
      {
        resolve: { dedupe: ["react", "react-dom"] },
        test: {
          name: "screens",
          environment: "jsdom",
          include: ["src/**/*.test.tsx"],
          setupFiles: [ofRemote.resolve("@bobine/shared-ui/setup")],
          css: false,
          // Their modules import styles.
          server: { deps: { inline: [/@mantine\//, /mantine-/, /@bobine\//] } },
        },
      },
    ],
  },
});
