import { hostConfig } from "@bobine/remote-kit";

export default hostConfig({ dir: import.meta.dirname });
