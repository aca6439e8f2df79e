import { CopyButton } from "@bobine/shared-ui/forms";
import { Button, Group, Text, Textarea } from "@mantine/core";
import classes from "./comments.module.css";
import { TEXTS } from "./comments.texts.ts";

/** What somebody typed and can send no more: it stays until they have copied it or give it up (COM-1). */
export function UnsentText({ text, why, giveUp }: { text: string; why: string; giveUp: () => void }) {
  return (
    <div>
      <Text size="sm" c="red" role="alert" mb={6}>
        {why}
      </Text>
      <Textarea
        aria-label={TEXTS.unsent}
        rows={1}
        classNames={{ input: classes["field"] ?? "" }}
        readOnly
        value={text}
      />
      <Group justify="flex-end" mt={6} gap="xs">
        <Button size="compact-sm" variant="default" onClick={giveUp}>
          {TEXTS.giveUp}
        </Button>
        <CopyButton value={text} size="compact-sm" variant="filled" />
      </Group>
    </div>
  );
}
