/**
 * Works once more when somebody has written the same unique value meanwhile: the second look finds it.
 * @param tables on which that may happen; a clash on any other is thrown
 */
export async function retriedOnClash<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string };
    if (code === "23505" && table !== undefined && tables.includes(table)) return await work();
    throw error;
  }
}
