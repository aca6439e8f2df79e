import type { AgedAmounts } from "@bobine/contract/client-accounts";
import { centsToWire } from "@bobine/contract/money";
import type { AgedCents } from "../../domain/client-account/aged-balance.ts";

export const agedToWire = (amounts: AgedCents): AgedAmounts => ({
  not_due: centsToWire(amounts.not_due),
  days_1_30: centsToWire(amounts.days_1_30),
  days_31_60: centsToWire(amounts.days_31_60),
  days_61_90: centsToWire(amounts.days_61_90),
  over_90_days: centsToWire(amounts.over_90_days),
  unapplied: centsToWire(amounts.unapplied),
  balance: centsToWire(amounts.balance),
});
