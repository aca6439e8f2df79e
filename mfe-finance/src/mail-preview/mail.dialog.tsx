import type { MailPreview } from "@bobine/contract/reminders";
import { Dialog } from "@bobine/shared-ui";
import { Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useDecides } from "../decider.tsx";
import { MailPreviewView } from "./mail-preview.tsx";

interface MailDialogProps {
  title: string;
  /** What is chosen of the mail, above it. */
  children?: ReactNode;
  /** Undefined while it is made. */
  preview: MailPreview | undefined;
  sendLabel: string;
  pending: boolean;
  /** Why it cannot be shown, or was not sent. */
  error: string | undefined;
  onSend: () => void;
  close: () => void;
}

/** A mail with its recipients, before it leaves (MAIL-9): what has no recipient is not sent. */
export function MailDialog(props: MailDialogProps) {
  const decides = useDecides();
  const { title, preview, sendLabel, pending, error, onSend, close } = props;
  return (
    <Dialog opened onClose={pending ? () => undefined : close} size="xl" title={title}>
      <Stack gap="md">
        {props.children}
        {preview?.notice === undefined ? null : (
          <Text role="note" size="sm">
            {preview.notice}
          </Text>
        )}
        {preview ? (
          <MailPreviewView mail={preview} />
        ) : error === undefined ? (
          <Box component="output" display="block" aria-label="Chargement…">
            <Skeleton height={260} />
          </Box>
        ) : null}
        {error === undefined ? null : (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {error}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={pending} data-autofocus>
            Annuler
          </Button>
          {decides ? (
            <Button
              loading={pending}
              disabled={preview === undefined || preview.recipients.length === 0}
              onClick={onSend}
            >
              {sendLabel}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Dialog>
  );
}
