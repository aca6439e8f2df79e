import { hostConfig } from "@bobine/federation-preset";

export default hostConfig({ dir: import.meta.dirname });
