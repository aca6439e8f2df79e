import { must } from "../domain/must.ts";

/** Not the shell's: the API, its files and those of the remotes. */
export const isOfShell = (url: string): boolean => !/^\/(api|assets|r)(\/|$)/.test(url);

/** No route has it, and no screen: the host shows « Page introuvable ». */
const UNREADABLE = "/adresse-illisible";

/**
 * An address of the shell that cannot be decoded (`/invoices/1%`) is answered as any that does not exist: with the page. The
 * router would refuse it before there is a page, or a security header. Other addresses stay as they are.
 * @param url path and query, as the request has them
 */
export function readableAddress(url: string): string {
  if (!isOfShell(url)) return url;
  try {
    decodeURI(must(url.split("?", 1)[0], "path"));
    return url;
  } catch {
    return UNREADABLE;
  }
}
