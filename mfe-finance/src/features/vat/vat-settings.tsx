import { describeError, dropDraft } from "@bobine/shared-auth";
import { Dialog, ErrorCard, notifySuccess } from "@bobine/shared-ui";
import { Box, Skeleton } from "@mantine/core";
import { useMemo } from "react";
import { VatSettingsDialog } from "./vat-settings.dialog.tsx";
import { SETTINGS_DRAFT } from "./vat-settings.draft.ts";
import { useChangeVatSettings, useVatSettings } from "./vat.queries.ts";
import { SETTINGS_TEXTS as TEXTS } from "./vat.texts.ts";

const NONE = {};

/** Reads when VAT is due, lets one change it and saves it (VAT-3). */
export function VatSettings({ close }: { close: () => void }) {
  const settings = useVatSettings();
  const change = useChangeVatSettings();
  const { error } = change;
  const described = useMemo(() => (error ? describeError(error, TEXTS.saveFailed) : undefined), [error]);
  if (!settings.data)
    return (
      <Dialog opened title={TEXTS.title} onClose={close}>
        {settings.error ? (
          <ErrorCard
            title={describeError(settings.error, TEXTS.loadFailed).message}
            onRetry={() => void settings.refetch()}
          />
        ) : (
          <Box component="output" display="block" aria-label="Chargement…">
            <Skeleton height={320} />
          </Box>
        )}
      </Dialog>
    );
  return (
    <VatSettingsDialog
      settings={settings.data}
      pending={change.isPending}
      error={described?.message}
      fieldErrors={described?.fieldErrors ?? NONE}
      onConfirm={(asked) =>
        change.mutate(asked, {
          onSuccess: () => {
            dropDraft(SETTINGS_DRAFT);
            notifySuccess(TEXTS.saved);
            close();
          },
        })
      }
      close={close}
    />
  );
}
