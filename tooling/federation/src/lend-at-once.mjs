/**
 * A runtime plugin of the host: what its first load has counts as loaded from the start, so that whoever borrows is given it whatever else is offered
 * later. The host itself borrows nothing (shared-modules.mjs), and a library that nobody has loaded gives way to a newer one.
 */
export default function lendAtOnce() {
  return {
    name: "lend-at-once",
    beforeRegisterShare(registration) {
      const { shared } = registration;
      // Its factory: no module runs before it is used.
      if (shared.shareConfig.eager) Object.assign(shared, { lib: shared.get(), loaded: true });
      return registration;
    },
  };
}
