import {
  CINEMA_XLSX_MAX_BYTES,
  CINEMA_XLSX_TOO_LARGE,
  type CinemaImport,
  type ImportedCinema,
  NO_CINEMA_FILE,
} from "@bobine/contract/cinema-import";
import {
  type DataColumn,
  DataTable,
  Dialog,
  FileUpload,
  formatInteger,
  Notice,
  StatusBadge,
  UploadProgress,
} from "@bobine/shared-ui";
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { IMPORT_TEXTS as TEXTS } from "./cinemas.texts.ts";

interface ImportCinemasDialogProps {
  percent: number;
  pending: boolean;
  /** Why the upload failed; the file stays chosen. */
  error: string | undefined;
  /** What the import did. */
  result: CinemaImport | undefined;
  onSend: (file: File) => void;
  /** Back to the choice of a file; what failed is forgotten. */
  onReset: () => void;
  close: () => void;
}

/** A file is chosen and sent, then what came of it shows (UI-17). It sends nothing itself. */
export function ImportCinemasDialog(props: ImportCinemasDialogProps) {
  const { pending, result } = props;
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const choose = (next: File | null) => {
    setFile(next);
    setInvalid(next && next.size > CINEMA_XLSX_MAX_BYTES ? CINEMA_XLSX_TOO_LARGE : undefined);
    props.onReset();
  };
  const send = () => {
    if (!file) setInvalid(NO_CINEMA_FILE);
    else if (invalid === undefined) props.onSend(file);
  };
  return (
    <Dialog
      opened
      onClose={pending ? () => undefined : props.close}
      title={TEXTS.title}
      size="min(720px, 96vw)"
      closeOnClickOutside={!file || result !== undefined}
    >
      {result ? (
        <Stack gap="lg">
          <ImportResult result={result} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => choose(null)}>
              {TEXTS.again}
            </Button>
            <Button onClick={props.close} data-autofocus>
              {TEXTS.close}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="lg">
          <FileUpload
            label={TEXTS.file}
            accept={[".xlsx"]}
            hint={TEXTS.hint}
            file={file}
            onFile={choose}
            error={invalid ?? props.error}
            disabled={pending}
          />
          {pending ? <UploadProgress percent={props.percent} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.close} disabled={pending}>
              Annuler
            </Button>
            <Button onClick={send} loading={pending}>
              {TEXTS.send}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

const COLUMNS: readonly DataColumn<ImportedCinema>[] = [
  {
    key: "line",
    header: "Ligne",
    width: 110,
    cell: (cinema) => (
      <Badge variant="light" tt="none">
        {TEXTS.line(cinema.line_number)}
      </Badge>
    ),
  },
  { key: "name", header: "Nom", cell: (cinema) => cinema.name },
];

function ImportResult({ result }: { result: CinemaImport }) {
  const counts = [
    [TEXTS.created, result.created, "green"],
    [TEXTS.updated, result.updated, "blue"],
    [TEXTS.errors, result.errors.length, result.errors.length > 0 ? "red" : "gray"],
  ] as const;
  return (
    <Stack gap="lg" component="section" aria-label={TEXTS.result}>
      <Group gap="lg" component="output">
        {counts.map(([label, count, color]) => (
          <Group key={label} gap="xs">
            <Text size="sm">{label}</Text>
            <StatusBadge color={color}>{formatInteger(count)}</StatusBadge>
          </Group>
        ))}
      </Group>
      <Sentences tone="error" title={TEXTS.errorList} sentences={result.errors} />
      <Sentences tone="info" title={TEXTS.noteList} sentences={result.notes ?? []} />
      <Imported title={TEXTS.createdList} cinemas={result.created_cinemas} />
      <Imported title={TEXTS.updatedList} cinemas={result.updated_cinemas} />
    </Stack>
  );
}

function Sentences({
  tone,
  title,
  sentences,
}: {
  tone: "error" | "info";
  title: string;
  sentences: readonly string[];
}) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <ul style={{ margin: 0, paddingInlineStart: "1.2em", maxHeight: "30dvh", overflowY: "auto" }}>
        {sentences.map((sentence, index) => (
          // Two rows may have the same one.
          <li key={`${index} ${sentence}`}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Imported({ title, cinemas }: { title: string; cinemas: readonly ImportedCinema[] }) {
  if (cinemas.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {title}
      </Text>
      <DataTable
        label={title}
        columns={COLUMNS}
        rows={cinemas}
        rowKey={(cinema) => cinema.line_number}
        emptyText=""
        maxHeight="30dvh"
      />
    </Stack>
  );
}
