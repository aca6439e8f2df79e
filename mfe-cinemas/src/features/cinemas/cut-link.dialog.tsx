import type { Cinema } from "@bobine/contract/cinemas";
import { describeError, useSession } from "@bobine/shared-auth";
import { ConfirmDialog, notifySuccess } from "@bobine/shared-ui";
import { useCutLink } from "./cinemas.queries.ts";
import { cutTexts } from "./cinemas.texts.ts";

/** Asks before a cinema leaves the distributor's list, and says what stays (CIN-9). */
export function CutLinkDialog({ cinema, close }: { cinema: Cinema; close: () => void }) {
  const { isSuperAdmin } = useSession();
  const texts = cutTexts(isSuperAdmin);
  const cut = useCutLink();
  return (
    <ConfirmDialog
      opened
      danger
      title={texts.title}
      confirmLabel={texts.confirm}
      pending={cut.isPending}
      error={cut.isError ? describeError(cut.error, texts.failed).message : undefined}
      onConfirm={() =>
        cut.mutate(cinema.id, {
          onSuccess: () => {
            notifySuccess(texts.done);
            close();
          },
        })
      }
      close={close}
    >
      {texts.question(cinema.name)}
    </ConfirmDialog>
  );
}
