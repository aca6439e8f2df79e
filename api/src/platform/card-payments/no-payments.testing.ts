import { type CardPayments, PaymentsUnavailable } from "./card-payments.ts";

const refuse = () => Promise.reject(new PaymentsUnavailable("no card payments here"));

/** For tests and benchmarks that have nothing to pay. */
export const noPayments: CardPayments = {
  openCheckout: refuse,
  checkout: refuse,
  expireCheckout: refuse,
  subscription: refuse,
  makePrice: refuse,
  changePrice: refuse,
  setCancelAtEnd: refuse,
  bills: refuse,
  nextBill: refuse,
  lastBill: refuse,
  card: refuse,
  handCardOver: refuse,
  openCardPage: refuse,
  readEvent: () => undefined,
};
