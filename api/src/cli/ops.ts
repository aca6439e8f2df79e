// The entry point of `npm run ops`: what operators do, also while the product runs.
import { operatorCommand } from "./operator-commands.ts";

process.exitCode = await operatorCommand(process.argv.slice(2), {
  say: (line) => console.log(line),
  complain: (problem) => console.error(problem),
});
