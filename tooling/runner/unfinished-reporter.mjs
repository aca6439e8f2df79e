// A reporter of vitest that says what has begun and has not ended: a step that is stopped leaves no other report.

import { writeFileSync } from "node:fs";

/** Writes each file that runs, and its latest test, as a line of the file that BOBINE_UNFINISHED names. */
export default class UnfinishedReporter {
  #running = new Map();

  onTestModuleStart({ moduleId }) {
    this.#set(moduleId, "");
  }

  onTestCaseReady({ module, fullName }) {
    this.#set(module.moduleId, ` › ${fullName}`);
  }

  onTestModuleEnd({ moduleId }) {
    this.#running.delete(moduleId);
    this.#write();
  }

  #set(moduleId, test) {
    this.#running.set(moduleId, `${moduleId}${test}, since ${new Date().toISOString()}`);
    this.#write();
  }

  #write() {
    writeFileSync(process.env.BOBINE_UNFINISHED, [...this.#running.values()].join("\n"));
  }
}
