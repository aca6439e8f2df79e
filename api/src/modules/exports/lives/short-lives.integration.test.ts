import { byExtent } from "../../../../../tooling/extent.mjs";
import { testShortLives } from "./lives.testing.ts";

testShortLives({ count: byExtent("short-lives", { part: 8, ci: 300, all: 3_000 }), steps: 5 });
