import { Dialog, Notice } from "@bobine/shared-ui";
import { CopyButton } from "@bobine/shared-ui/forms";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { ACCOUNT_TEXTS as TEXTS } from "./distributors.texts.ts";

/** The account of a new distributor's administrator (UI-15). */
export function NewAccountDialog({ email, close }: { email: string; close: () => void }) {
  return (
    <Dialog opened onClose={close} title={TEXTS.title}>
      <Stack gap="lg">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput label={TEXTS.email} value={email} readOnly flex={1} />
          <CopyButton value={email} label={TEXTS.copy} copied={TEXTS.copied} />
        </Group>
        <Notice tone="warning">{TEXTS.warning}</Notice>
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            {TEXTS.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
