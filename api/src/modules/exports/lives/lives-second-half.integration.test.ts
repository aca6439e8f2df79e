import { testLives } from "./lives.testing.ts";

testLives({ half: 1, isCampaign: process.env["BOBINE_CAMPAIGN"] === "long-lives" });
