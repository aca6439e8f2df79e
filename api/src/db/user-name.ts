import sql from "sql-template-tag";

/** What a person is called, of a row `u` of app_user: its name, else its address. */
export const USER_NAME = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`;
