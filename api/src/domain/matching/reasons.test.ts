import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { isOfAmounts, say } from "./reasons.ts";

test("reasons that speak of amounts are known from those that do not", () => {
  const amounts = [
    say.exact,
    say.exactSum(3),
    say.onlySet,
    say.otherSets(1),
    say.otherSets(4),
    say.euroRounded,
    say.centsDropped,
    say.gap(-12),
    say.charges(1250),
    say.netAmount,
    say.initialAmount,
    say.twice,
    say.half,
    say.third,
    say.twoThirds,
    say.percent(30),
    say.keptBack(500, true),
    say.keptBack(500, false),
    say.short(-53_820),
    say.surplus(cents(77_380)),
    say.settled("SARL Beffroi"),
    say.rare,
    say.shared(4),
    say.shared(60),
    say.namesake("F26000123"),
    say.wholeBalance,
  ];
  expect(amounts.filter((reason) => !isOfAmounts(reason))).toEqual([]);
  const others = [
    say.numberInLabel("F26000123"),
    say.weakNumber("0123"),
    say.payer("SARL Beffroi"),
    say.alias("SARL Beffroi"),
    say.weeks([46, 47]),
    say.film("Le Reste dû"),
    say.instalmentOf("F26000123"),
    say.rest,
    say.roundAmount,
    say.oldestFirst,
    say.reverted,
    say.owedOtherwise,
  ];
  expect(others.filter(isOfAmounts)).toEqual([]);
});
