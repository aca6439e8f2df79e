// Amounts and days as people and files write them.
import { cents, centsToWire } from "@bobine/contract/money";

export const euros = (amount: number): string => centsToWire(cents(amount));
export const comma = (cents: number): string => euros(cents).replace(".", ",");
export const french = (date: string): string => date.split("-").toReversed().join("/");
