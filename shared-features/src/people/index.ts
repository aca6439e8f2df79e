// What the account page and the console both show of people and their sessions. An entry point of its own: the first load does not carry it.
export { ManagedUsers, Sessions } from "./people-lists.tsx";
export { roleLabel } from "@bobine/contract/role-labels";
