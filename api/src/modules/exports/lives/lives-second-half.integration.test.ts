import { testLives } from "./lives.testing.ts";

testLives({ half: 1 });
