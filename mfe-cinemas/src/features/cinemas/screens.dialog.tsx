import type { Cinema } from "@bobine/contract/cinemas";
import { type DataColumn, DataTable, Dialog } from "@bobine/shared-ui";
import { Button, Group } from "@mantine/core";
import { TEXTS } from "./cinemas.texts.ts";

type Screen = Cinema["screens"][number];

const COLUMNS: readonly DataColumn<Screen>[] = [
  { key: "name", header: TEXTS.screenName, cell: (screen) => screen.name },
  { key: "authorization_number", header: TEXTS.authorization, cell: (screen) => screen.authorization_number },
];

interface ScreensDialogProps {
  /** Undefined while it loads. */
  cinema: Cinema | undefined;
  error: string | undefined;
  onRetry: () => void;
  close: () => void;
}

/** The screens of a cinema (UI-8). */
export function ScreensDialog({ cinema, error, onRetry, close }: ScreensDialogProps) {
  return (
    <Dialog
      opened
      onClose={close}
      size="lg"
      title={cinema ? `${cinema.name} – ${cinema.city}` : TEXTS.screens}
    >
      <DataTable
        label={TEXTS.screens}
        columns={COLUMNS}
        rows={cinema?.screens}
        rowKey={(screen) => screen.id}
        emptyText={TEXTS.noScreen}
        error={error}
        onRetry={onRetry}
        maxHeight="55dvh"
      />
      <Group justify="flex-end" mt="md">
        <Button onClick={close}>{TEXTS.close}</Button>
      </Group>
    </Dialog>
  );
}
