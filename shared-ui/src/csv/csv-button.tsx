import { notifyError } from "@bobine/shared-ui";
import { Button } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { saveFile } from "./save-file.ts";

export interface CsvButtonProps {
  fileName: string;
  /** The file, from the server, or as text of a list that the screen has whole. */
  content: () => Promise<Blob> | string;
  /** What a failure says in French. */
  describe: (error: unknown) => string;
  /** Nothing is listed. */
  disabled?: boolean;
}

/** An `ApiError` of shared-auth, which this package does not know: the person or the distributor is another by now (FED-9). */
const isOfAnother = (error: unknown): boolean =>
  error instanceof Error && "failure" in error && error.failure === "stale";

/** Saves the list that the screen shows, with its filter and order, for a spreadsheet. */
export function CsvButton({ fileName, content, describe, disabled = false }: CsvButtonProps) {
  const [pending, setPending] = useState(false);
  // A double click is faster than the button shows that it is busy: one file.
  const isRunning = useRef(false);
  const save = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    try {
      const made = await content();
      saveFile(
        typeof made === "string" ? new Blob([made], { type: "text/csv;charset=utf-8" }) : made,
        fileName,
      );
    } catch (error) {
      if (!isOfAnother(error)) notifyError(describe(error));
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={17} aria-hidden />}
      loading={pending}
      disabled={disabled}
      onClick={() => void save()}
    >
      Exporter en CSV
    </Button>
  );
}
