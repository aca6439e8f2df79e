/** Something that only a person can change, in French; a synchronisation ends with it. */
export class SyncProblem extends Error {
  override readonly name = "SyncProblem";
}
