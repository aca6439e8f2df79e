#!/usr/bin/env node
// `bobine-remote <command>` in the folder of a remote.
import { CommandRefusal } from "./command-refusal.mjs";
import { COMMANDS } from "./commands.mjs";

const [name = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command === undefined) {
  console.error("bobine-remote <command>, in the folder of a remote:");
  for (const { usage, does } of Object.values(COMMANDS)) console.error(`  ${usage.padEnd(52)} ${does}`);
  process.exitCode = 2;
} else
  try {
    process.exitCode = await command.run(args);
  } catch (error) {
    if (!(error instanceof CommandRefusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
