/** Where the users’ guide speaks of a screen: told its path and its tab, and nothing else of its address (HELP-1). */
export function guideAddress({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: string;
}): string {
  const tab = new URLSearchParams(search).get("tab");
  return `/guide/screen?path=${encodeURIComponent(tab === null ? pathname : `${pathname}?tab=${tab}`)}`;
}
