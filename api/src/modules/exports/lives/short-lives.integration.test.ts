import { testShortLives } from "./lives.testing.ts";

testShortLives({ count: 300, steps: 5 });
