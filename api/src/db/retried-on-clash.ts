/** What work may meet that somebody else has done meanwhile; its second look finds it. */
interface Clashes {
  /** Tables of which somebody has written the same unique value. */
  readonly taken: readonly string[];
  /** Tables whose rows refer to one that somebody has deleted. */
  readonly orphaned?: readonly string[];
}

/** Works once more when it met one of these; a clash of any other table is thrown. */
export async function retriedOnClash<T>(
  { taken, orphaned = [] }: Clashes,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string };
    const tables = code === "23505" ? taken : code === "23503" ? orphaned : [];
    if (table !== undefined && tables.includes(table)) return await work();
    throw error;
  }
}
