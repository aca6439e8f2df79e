export { type Choice, OneChoice } from "./one-choice.tsx";
