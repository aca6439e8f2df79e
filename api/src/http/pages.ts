import type { FastifyRequest } from "fastify";

/** API-4 */
export const PAGE_SIZE = 100;

/**
 * `{count, next, previous, results}` of a page, with the addresses of its neighbours.
 * @param page 1-based; undefined when the list is whole
 */
export function pageOf<Row>(
  request: FastifyRequest,
  page: number | undefined,
  size: number,
  count: number,
  results: Row[],
) {
  const address = (number: number): string => {
    const url = new URL(request.url, "http://localhost");
    url.searchParams.set("page", String(number));
    return url.pathname + url.search;
  };
  if (page === undefined) return { count, next: null, previous: null, results };
  return {
    count,
    next: page * size < count ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results,
  };
}
