/** The list form of the API. */
export const listed = <T>(results: T[]) => ({ count: results.length, next: null, previous: null, results });
