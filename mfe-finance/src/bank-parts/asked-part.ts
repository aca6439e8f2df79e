import type { Money } from "@bobine/contract/money";

export type AskedPart =
  | { kind: "invoice" | "write_off"; invoice_id: number; amount: Money }
  | { kind: "fees" | "unknown"; amount: Money }
  | { kind: "account"; account: string; amount: Money }
  | { kind: "advance" | "credit"; cinema_id: number; amount: Money }
  | { kind: "client_credit" | "refund"; credit: string; amount: Money }
  | { kind: "return"; transaction_id: number; invoice_id: number; amount: Money };
