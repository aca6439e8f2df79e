import { remoteConfig } from "@bobine/remote-kit";

export default remoteConfig({ dir: import.meta.dirname, name: "mfe-account" });
