/**
 * A runtime plugin of host and remotes: a lent library that did not come is asked for again when a person tries again. The runtime keeps
 * the failed promise for the life of the page.
 */
export default function forgetFailedShares() {
  return {
    name: "forget-failed-shares",
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const scope of Object.values(shareScopeMap))
        for (const share of Object.values(scope[pkgName] ?? {})) if (!share.loaded) share.loading = null;
    },
  };
}
