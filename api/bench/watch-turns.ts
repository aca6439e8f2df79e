// Loaded before a server (`node --import`): remembers the longest turn of its event loop in milliseconds of the processor, which, unlike those of the clock,
// other work on the machine does not lengthen. On SIGUSR2 it writes that to TURNS_FILE, and forgets it.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env["TURNS_FILE"];
// Not in threads, nor in what the server starts.
if (isMainThread && file !== undefined && process.argv[1]?.endsWith("server.ts")) {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const used = process.threadCpuUsage(before);
    longest = Math.max(longest, (used.user + used.system) / 1000);
    before = process.threadCpuUsage();
    setTimeout(look, 1).unref();
  };
  look();
  process.on("SIGUSR2", () => {
    writeFileSync(file, String(longest));
    longest = 0;
  });
}
