import { Dialog, Notice } from "@bobine/shared-ui";
import { Button, CopyButton, Group, Stack, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { ACCOUNT_TEXTS as TEXTS } from "./distributors.texts.ts";

/** TXT-2 */
const COPIED_MS = 2_000;

/** The account of a new distributor's administrator (UI-15). */
export function NewAccountDialog({ email, close }: { email: string; close: () => void }) {
  return (
    <Dialog opened onClose={close} title={TEXTS.title}>
      <Stack gap="lg">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput label={TEXTS.email} value={email} readOnly flex={1} />
          <CopyButton value={email} timeout={COPIED_MS}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                aria-live="polite"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {copied ? TEXTS.copied : TEXTS.copy}
              </Button>
            )}
          </CopyButton>
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
