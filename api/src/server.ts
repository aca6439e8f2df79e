// The process: configuration, database, jobs, HTTP; and its orderly end.
import { enableCompileCache } from "node:module";

enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
const { run } = await import("./run.ts");
await run();
