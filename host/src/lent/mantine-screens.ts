// What many screens are made of and the frame around them is not (tooling/federation/src/carried-parts.mjs).
import "./mantine-screens-styles.ts";

export {
  Alert,
  Center,
  Checkbox,
  SegmentedControl,
  SimpleGrid,
  Table,
  Tabs,
  Textarea,
  Tooltip,
} from "../../node_modules/@mantine/core/esm/index.mjs?whole";
