import { remoteConfig } from "@bobine/federation-preset";

export default remoteConfig({ dir: import.meta.dirname, name: "mfe-account" });
