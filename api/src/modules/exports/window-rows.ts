/** Rows of the books that are in memory at once, about. */
export const WINDOW_ROWS = 3000;
/** Entries of them that are compared with those of lots at once. */
export const BATCH = 500;
