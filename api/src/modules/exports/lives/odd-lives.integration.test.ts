import { testLives } from "./lives.testing.ts";

testLives({ nth: 1, of: 2, isCampaign: process.env["BOBINE_CAMPAIGN"] === "long-lives" });
