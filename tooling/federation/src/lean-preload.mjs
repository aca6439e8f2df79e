// In the place of the federation runtime's preloading: the page's links do that (api's preload-links.ts, host's prefetch.ts).
const refuse = () => {
  throw new Error("remotes are preloaded by links");
};

export {
  refuse as defaultPreloadArgs,
  refuse as formatPreloadArgs,
  refuse as normalizePreloadExposes,
  refuse as preloadAssets,
};
