/** A list of the API that holds these on one page. */
export const listed = <Row = never>(...results: Row[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});
