// A remote's federation runtime is the host's (lending-runtime.mjs).
const lent = globalThis.__BOBINE_FEDERATION__;
if (!lent) throw new Error("this remote needs a host that lends it the federation runtime");

export default lent;
