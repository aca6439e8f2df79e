import { notifyError } from "@bobine/shared-ui";
import { Button } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
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

/** Saves the list that the screen shows, with its filter and order, for a spreadsheet. */
export function CsvButton({ fileName, content, describe, disabled = false }: CsvButtonProps) {
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const made = await content();
      saveFile(
        typeof made === "string" ? new Blob([made], { type: "text/csv;charset=utf-8" }) : made,
        fileName,
      );
    } catch (error) {
      notifyError(describe(error));
    } finally {
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
