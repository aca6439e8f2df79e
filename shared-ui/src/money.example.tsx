import { cents } from "@bobine/contract/money";
import { Money, type MoneyProps } from "./money.tsx";

export const Amount = (props: Partial<MoneyProps>) => <Money amount={cents(289731)} {...props} />;

export const SignedDebit = (props: Partial<MoneyProps>) => (
  <Money amount={cents(-289731)} signed {...props} />
);

export const SignedCredit = (props: Partial<MoneyProps>) => (
  <Money amount={cents(1_204_550)} signed {...props} />
);

export const AnotherCurrency = (props: Partial<MoneyProps>) => (
  <Money amount={cents(49900)} currency="CHF" {...props} />
);

export const Wide = (props: Partial<MoneyProps>) => <Money amount={cents(21_234_567_890)} {...props} />;
