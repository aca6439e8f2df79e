import type { Cinema } from "@bobine/contract/cinemas";
import { describeError, useSession } from "@bobine/shared-auth";
import { ConfirmDialog, notifySuccess } from "@bobine/shared-ui";
import { useCutLink } from "./cinemas.queries.ts";
import { CUT_TEXTS as TEXTS } from "./cinemas.texts.ts";

/** Asks before a cinema leaves the distributor's list. */
export function CutLinkDialog({ cinema, close }: { cinema: Cinema; close: () => void }) {
  const { isSuperAdmin } = useSession();
  const cut = useCutLink();
  return (
    <ConfirmDialog
      opened
      danger
      title={TEXTS.title}
      confirmLabel={TEXTS.confirm}
      pending={cut.isPending}
      error={cut.isError ? describeError(cut.error, TEXTS.failed).message : undefined}
      onConfirm={() =>
        cut.mutate(cinema.id, {
          onSuccess: () => {
            notifySuccess(TEXTS.done);
            close();
          },
        })
      }
      close={close}
    >
      {isSuperAdmin ? TEXTS.questionForGood(cinema.name) : TEXTS.question(cinema.name)}
    </ConfirmDialog>
  );
}
