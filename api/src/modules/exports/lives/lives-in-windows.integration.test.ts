// The same lives with books that are read a few rows at a time: what is shown of one must not depend on what is read with it.
import { vi } from "vitest";
import { byExtent } from "../../../../../tooling/extent.mjs";
import { testSomeLives } from "./lives.testing.ts";

vi.mock("../window-rows.ts", () => ({ WINDOW_ROWS: 7, BATCH: 4 }));

testSomeLives({ count: byExtent("short-lives", { part: 1, ci: 30, all: 300 }), steps: 70 });
