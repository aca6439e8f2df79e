import { type BankAggregator, BankAggregatorError } from "./bank-aggregator.ts";

const refuse = () => Promise.reject(new BankAggregatorError("unavailable", "no bank here"));

/** For tests and benchmarks that have no bank to connect. */
export const noBank: BankAggregator = {
  ensureUser: refuse,
  openConnectSession: refuse,
  items: refuse,
  item: refuse,
  bankName: refuse,
  accounts: refuse,
  // oxlint-disable-next-line require-yield -- it fails before the first page
  async *transactions() {
    await refuse();
  },
  deleteItem: refuse,
  isSigned: () => false,
};
