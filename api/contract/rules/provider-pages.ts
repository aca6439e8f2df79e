/**
 * Whether `url` is a page of one of these origins (SEC-21). A browser is sent nowhere else for a payment or a bank, whatever the provider's
 * answer says.
 */
export function isPageOf(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin, username, password } = new URL(url);
  return (
    (protocol === "https:" || protocol === "http:") &&
    username === "" &&
    password === "" &&
    origins.includes(origin)
  );
}
