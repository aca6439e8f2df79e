import { isPageOf } from "@bobine/contract/provider-pages";
import { type ProductSettings, productSettings } from "@bobine/shared-auth";

/**
 * The address of a provider's page, if it is one: the browser leaves for no other place.
 * @throws Error otherwise
 */
export function providerPage(provider: keyof ProductSettings["providerPages"], url: string): string {
  if (isPageOf(url, productSettings().providerPages[provider])) return url;
  throw new Error(`an address that is not of the ${provider} provider was not followed`);
}
