/** The remotes that are built and published with the product. `npm run new-remote` adds one here. */
export const PRODUCT_REMOTES = ["mfe-account", "mfe-admin", "mfe-cinemas", "mfe-finance", "mfe-imports"];
