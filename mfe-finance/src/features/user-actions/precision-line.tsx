import type { AutomaticLettering } from "@bobine/contract/lettering";
import { describeError } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import { useMemo } from "react";
import { useChangeAutomaticLettering } from "./automatic-lettering.queries.ts";
import { PrecisionLineDialog } from "./precision-line.dialog.tsx";
import { PRECISION_LINE_TEXTS as TEXTS } from "./precision-line.texts.ts";

export interface PrecisionLineProps {
  state: AutomaticLettering;
  close: () => void;
}

/** Saves the line under which automatic lettering pauses itself. */
export function PrecisionLine({ state, close }: PrecisionLineProps) {
  const { mutate, isPending, error } = useChangeAutomaticLettering();
  const described = useMemo(() => (error ? describeError(error, TEXTS.saveFailed) : undefined), [error]);
  return (
    <PrecisionLineDialog
      state={state}
      pending={isPending}
      error={described?.message}
      fieldErrors={described?.fieldErrors ?? NONE}
      onConfirm={(line) =>
        mutate(line, {
          onSuccess: () => {
            notifySuccess(TEXTS.saved);
            close();
          },
        })
      }
      close={close}
    />
  );
}

const NONE = {};
