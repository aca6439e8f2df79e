/** What is stored of the letters of some client accounts is not what their groups say. */
export class StaleLetters extends Error {
  override readonly name = "StaleLetters";
  readonly accounts: readonly string[];

  constructor(accounts: readonly string[]) {
    super("letters are to be mended before they are exported");
    this.accounts = accounts;
  }
}
