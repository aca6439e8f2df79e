// What makes a payment differ from a plain one: each changes the amount, the moment or what the label may say.
import { addDays } from "@bobine/contract/civil-date";
import type { Axes } from "./axes.ts";
import type { Chance } from "./chance.ts";
import type { Payment, Share } from "./payment.ts";
import type { Bill } from "./trade.ts";

/** @param past what this payer has paid before */
export function withQuirk(chance: Chance, axes: Axes, plain: Payment, past: readonly Bill[]): Payment[] {
  const none = Math.max(
    0.1,
    1 -
      axes.partial -
      axes.rounded -
      axes.charges -
      axes.overpaid -
      axes.twice -
      axes.cheques -
      axes.returned -
      0.02,
  );
  const drawn = chance.weighted({
    none,
    part: axes.partial,
    rounded: axes.rounded,
    charges: axes.charges,
    over: axes.overpaid,
    twice: axes.twice,
    cheque: axes.cheques,
    returned: axes.returned,
    deducted: 0.008,
    again: 0.012,
  });
  const last = plain.shares.at(-1);
  const single = plain.shares.length === 1 ? last : undefined;
  const changed = (change: Partial<Payment>): Payment[] => [{ ...plain, ...change }];
  switch (drawn) {
    case "part": {
      if (!last || last.cents < 20000) return [plain];
      return single && chance.yes(0.4)
        ? instalments(chance, plain, last)
        : changed(lastInPart(chance, plain, last));
    }
    case "rounded":
      return changed(roundedOff(chance, plain));
    case "charges": {
      const charge = chance.one([100, 150, 250, 350, 500, 750, 1000, 1200, 390]);
      if (plain.amount < 8 * charge) return [plain];
      return changed({ amount: plain.amount - charge, quirk: "charges", shares: less(plain.shares, charge) });
    }
    case "over":
      return changed({
        amount: plain.amount + chance.one([1000, 2000, 5000, Math.round(plain.amount * 0.1), plain.amount]),
        quirk: "over",
      });
    case "twice":
      return [plain, { ...plain, shares: [], date: addDays(plain.date, chance.whole(1, 9)), quirk: "twice" }];
    case "cheque":
      return changed({ quirk: chance.yes(0.6) ? "cheque" : "cheques" });
    case "returned":
      return [
        plain,
        {
          ...plain,
          shares: [],
          amount: -plain.amount,
          date: addDays(plain.date, chance.whole(1, 6)),
          quirk: "returned",
        },
      ];
    case "deducted": {
      const credit = Math.round(plain.amount * chance.one([0.04, 0.11, 0.19]));
      return changed({
        amount: plain.amount - credit,
        quirk: "credit deducted",
        shares: less(plain.shares, credit),
      });
    }
    case "again": {
      const before = past.at(-1);
      return before && plain.telling === "numbers"
        ? changed({ quirk: "paid one named again", alsoNamed: [before] })
        : [plain];
    }
    case "none": {
      const credited = plain.shares.reduce((sum, { bill }) => sum + bill.credited, 0);
      // Who pays before the credit note arrives pays the whole invoice.
      return credited > 0 && chance.yes(0.25)
        ? changed({ amount: plain.amount + credited, quirk: "credit ignored" })
        : [plain];
    }
  }
}

/** Half now, half in three weeks: the second half finds a smaller outstanding amount, which it meets exactly. */
function instalments(chance: Chance, plain: Payment, share: Share): Payment[] {
  const first = chance.one([
    Math.round(share.cents / 2),
    Math.round(share.cents / 3),
    Math.floor(share.cents / 20000) * 10000,
  ]);
  const pay = (cents: number, days: number): Payment => ({
    ...plain,
    date: addDays(plain.date, days),
    amount: cents,
    shares: [{ bill: share.bill, cents }],
    quirk: "instalment",
  });
  return [pay(first, 0), pay(share.cents - first, 21)];
}

function lastInPart(chance: Chance, plain: Payment, share: Share): Partial<Payment> {
  const cents = chance.one([
    Math.round(share.cents / 2),
    Math.floor(share.cents / 3),
    Math.max(5000, Math.floor((share.cents * 0.7) / 10000) * 10000),
  ]);
  return {
    amount: plain.amount - share.cents + cents,
    shares: [...plain.shares.slice(0, -1), { bill: share.bill, cents }],
    quirk: "part",
  };
}

function roundedOff(chance: Chance, plain: Payment): Partial<Payment> {
  const how = chance.weighted({ euros: 4, dropped: 3, off: 3 });
  const amount =
    how === "euros"
      ? Math.round(plain.amount / 100) * 100
      : how === "dropped"
        ? Math.floor(plain.amount / 100) * 100
        : plain.amount + chance.one([-1, 1, -2, 2, 5, -10, 10, -30, 45, 90]);
  if (amount === plain.amount) return {};
  const quirk = how === "euros" ? "euros" : how === "dropped" ? "cents dropped" : "off by cents";
  return { amount, quirk, shares: less(plain.shares, plain.amount - amount) };
}

/** Takes what is missing from the last bills; what is too much stays nobody's. */
function less(shares: readonly Share[], missing: number): Share[] {
  let left = Math.max(0, missing);
  return shares
    .toReversed()
    .map((share) => {
      const taken = Math.min(left, share.cents);
      left -= taken;
      return { bill: share.bill, cents: share.cents - taken };
    })
    .filter(({ cents }) => cents > 0)
    .toReversed();
}
