// What mail servers of before `npm run ops` pipe bounces to: `npm run ops -- bounces record`.
import { operatorCommand } from "./operator-commands.ts";

process.exitCode = await operatorCommand(["bounces", "record", ...process.argv.slice(2)], {
  say: (line) => console.log(line),
  complain: (problem) => console.error(problem),
});
