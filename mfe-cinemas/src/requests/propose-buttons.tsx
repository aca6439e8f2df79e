import { Button, Group } from "@mantine/core";
import { TEXTS } from "./requests.texts.ts";

/** What one proposes to Bobine: a cinema (CIN-10), or a list of them (CIN-11). */
export type Proposed = "cinema" | "list";

export const ProposeButtons = ({ onPropose }: { onPropose: (what: Proposed) => void }) => (
  <Group gap="xs" justify="center">
    <Button variant="default" onClick={() => onPropose("cinema")}>
      {TEXTS.propose}
    </Button>
    <Button variant="default" onClick={() => onPropose("list")}>
      {TEXTS.proposeList}
    </Button>
  </Group>
);
