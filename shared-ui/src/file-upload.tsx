import { ActionIcon, Group, Progress, Stack, Text } from "@mantine/core";
import { IconFile, IconUpload, IconX } from "@tabler/icons-react";
import { type DragEvent, useId, useRef, useState } from "react";
import classes from "./file-upload.module.css";
import { formatFileSize } from "./format.ts";

export interface FileUploadProps {
  /** What the file is: « Fichier XML du rapport ». */
  label: string;
  /** Accepted names, `[".xlsx", ".csv"]`: filters the picker only, the screen validates the file. */
  accept: readonly string[];
  hint?: string;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Shown under the zone and tied to it. */
  error?: string | undefined;
  disabled?: boolean;
}

/** Chooses one file, by click, keyboard or drop. It sends nothing: the screen validates and uploads. */
export function FileUpload({ label, accept, hint, file, onFile, error, disabled = false }: FileUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [over, setOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFile(event.dataTransfer.files[0] ?? null);
  };
  const remove = () => {
    if (input.current) input.current.value = "";
    onFile(null);
    input.current?.focus();
  };

  return (
    <Stack gap="xs">
      <Text component="label" htmlFor={id} fw={550} size="sm">
        {label}
      </Text>
      <div
        className={classes["zone"]}
        data-over={over || undefined}
        data-invalid={error !== undefined || undefined}
        data-disabled={disabled || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className={classes["input"]}
          accept={accept.join(",")}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-help${error === undefined ? "" : ` ${id}-error`}`}
          // The same file, mended meanwhile, is a choice too: with the old one still there no change would be told.
          onClick={(event) => {
            event.currentTarget.value = "";
          }}
          onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
        />
        <IconUpload size={28} stroke={1.5} aria-hidden />
        <Text id={`${id}-help`}>Glissez-déposez un fichier ou cliquez pour le sélectionner</Text>
        {hint ? (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        ) : null}
      </div>
      {file ? (
        <Group gap="xs" className={classes["file"]} wrap="nowrap">
          <IconFile size={18} stroke={1.5} aria-hidden />
          <Text size="sm" truncate flex={1}>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed">
            {formatFileSize(file.size)}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Retirer le fichier"
            onClick={remove}
            disabled={disabled}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ) : null}
      {error === undefined ? null : (
        <Text id={`${id}-error`} role="alert" size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </Stack>
  );
}

/**
 * The bar of an upload under way.
 * @param percent 0 to 90 while the bytes leave, then the server works until 100 (UI-10)
 */
export function UploadProgress({ percent, cap = 90 }: { percent: number; cap?: number }) {
  const processing = percent >= cap && percent < 100;
  return (
    <Stack gap={6} component="output">
      <Progress value={percent} animated={processing} aria-label="Progression du téléversement" />
      <Text size="sm" c="dimmed">
        {processing
          ? "Traitement en cours, cela peut prendre jusqu’à une minute."
          : `Téléversement ${percent < 100 ? "en cours…" : "terminé\u00a0:"} ${percent}\u00a0%`}
      </Text>
    </Stack>
  );
}
