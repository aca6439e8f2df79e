/** Said in a line, without a stack: who typed the command can do something about it. */
export class CommandRefusal extends Error {
  name = "CommandRefusal";
}
