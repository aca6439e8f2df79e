import {
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  DOCUMENT_MAX_BYTES,
  DOCUMENTS_MAX,
  type DocumentKind,
  type ProspectDocument,
} from "@bobine/contract/prospects";
import { describeError } from "@bobine/shared-auth";
import { ConfirmDialog, FileUpload, formatFileSize, notifySuccess } from "@bobine/shared-ui";
import { ActionIcon, Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useApplicationChanges } from "./application.queries.ts";
import { APPLICATION as TEXTS } from "./application.texts.ts";

const isKind = (value: string | null): value is DocumentKind => DOCUMENT_KINDS.some((kind) => kind === value);

/** The documents of an applicant's file, and the way to add one. The server judges what a PDF is. */
export function ApplicationDocuments({ documents }: { documents: readonly ProspectDocument[] }) {
  const { remove } = useApplicationChanges();
  const [leaving, setLeaving] = useState<ProspectDocument>();
  const close = () => {
    remove.reset();
    setLeaving(undefined);
  };
  return (
    <Stack gap="sm">
      <Title order={3} size="h4">
        {TEXTS.documents}
      </Title>
      {documents.length === 0 ? <Text size="sm">{TEXTS.noDocument}</Text> : null}
      {documents.map((document) => (
        <Group key={document.id} gap="xs" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {DOCUMENT_LABELS[document.kind]}&nbsp;: {document.file_name} ({formatFileSize(document.size)})
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={TEXTS.remove(document.file_name)}
            onClick={() => setLeaving(document)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {documents.length < DOCUMENTS_MAX ? <AddDocument /> : null}
      <ConfirmDialog
        opened={leaving !== undefined}
        title={TEXTS.removeTitle}
        confirmLabel="Retirer"
        danger
        pending={remove.isPending}
        error={remove.error ? describeError(remove.error, TEXTS.removeFailed).message : undefined}
        onConfirm={() => {
          if (!leaving) return;
          remove.mutate(leaving.id, {
            onSuccess: () => {
              notifySuccess(TEXTS.removed);
              close();
            },
          });
        }}
        close={close}
      >
        <Text>{TEXTS.removeText(leaving?.file_name ?? "")}</Text>
      </ConfirmDialog>
    </Stack>
  );
}

function AddDocument() {
  const { add } = useApplicationChanges();
  const [kind, setKind] = useState<DocumentKind>("kbis");
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<string>();
  const choose = (next: File | null) => {
    setFile(next);
    add.reset();
    setWrong(next ? problemOf(next) : undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    if (!file) setWrong(TEXTS.noFile);
    else if (wrong === undefined)
      add.mutate(
        { kind, file },
        {
          onSuccess: () => {
            choose(null);
            notifySuccess(TEXTS.added);
          },
        },
      );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Select
          label={TEXTS.kind}
          data={DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_LABELS[value] }))}
          value={kind}
          onChange={(value) => {
            if (isKind(value)) setKind(value);
          }}
          allowDeselect={false}
          maw={320}
        />
        <FileUpload
          label={TEXTS.file}
          accept={[".pdf"]}
          hint={TEXTS.fileHint}
          file={file}
          onFile={choose}
          error={wrong ?? (add.error ? describeError(add.error, TEXTS.addFailed).message : undefined)}
          disabled={add.isPending}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={add.isPending}>
            {TEXTS.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function problemOf(file: File): string | undefined {
  if (!/\.pdf$/i.test(file.name)) return TEXTS.notPdf;
  return file.size > DOCUMENT_MAX_BYTES ? TEXTS.tooLarge : undefined;
}
