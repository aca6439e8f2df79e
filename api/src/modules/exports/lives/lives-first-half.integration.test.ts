import { testLives } from "./lives.testing.ts";

testLives({ half: 0, isCampaign: process.env["BOBINE_CAMPAIGN"] === "long-lives" });
