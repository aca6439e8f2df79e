// What the account page and the console both show of people and their sessions. A door of its own: the first load does not carry it.
export type { PeopleAction } from "./confirmed-action.tsx";
export { roleLabel, USERS } from "./people.texts.ts";
export { SessionList, type SessionListProps } from "./session-list.tsx";
export { UserList, type UserListProps } from "./user-list.tsx";
