// All of Mantine with its styles, for remotes that use more of it than the first load has.
import "@mantine/core/styles.layer.css";

export * from "../../node_modules/@mantine/core/esm/index.mjs?whole";
