// An entry point of its own: it comes with the first « ? », the first load does not carry it.
export { KeyboardHelp, type KeyHelp } from "./keyboard-help.tsx";
