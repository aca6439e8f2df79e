import { CINEMA_XLSX_MAX_BYTES, CINEMA_XLSX_TOO_LARGE, NO_CINEMA_FILE } from "@bobine/contract/cinema-import";
import { cinemaRequestSchema, REQUEST_WORDS_MAX } from "@bobine/contract/cinema-requests";
import { describeError, type DraftKind, useDraft } from "@bobine/shared-auth";
import { REQUEST_TEXTS, useProposeCinemaList } from "@bobine/shared-features/cinema-requests";
import { FileUpload, notifySuccess, UploadProgress } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { TEXTS } from "./requests.texts.ts";

export const LIST_DRAFT: DraftKind<string> = {
  name: "cinema-list-words",
  version: 1,
  schema: cinemaRequestSchema.shape.words,
};

/** Proposes the cinemas of a workbook; a super admin accepts them (CIN-11). What fails keeps the file and the words. */
export function ProposeListDialog({ onSent, close }: { onSent: () => void; close: () => void }) {
  const draft = useDraft(LIST_DRAFT, "", TEXTS.list.title);
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const propose = useProposeCinemaList();
  const error =
    invalid ?? (propose.error ? describeError(propose.error, REQUEST_TEXTS.failed).message : undefined);
  const choose = (next: File | null) => {
    setFile(next);
    setInvalid(next && next.size > CINEMA_XLSX_MAX_BYTES ? CINEMA_XLSX_TOO_LARGE : undefined);
    propose.reset();
  };
  const submit = (): boolean => {
    if (!file) setInvalid(NO_CINEMA_FILE);
    if (!file || invalid !== undefined) return false;
    propose.mutate(
      { file, words: draft.value.trim() },
      {
        onSuccess: () => {
          notifySuccess(REQUEST_TEXTS.sent);
          draft.discard();
          onSent();
        },
      },
    );
    return true;
  };
  return (
    <FormDialog
      title={TEXTS.list.title}
      submitLabel={TEXTS.send}
      pending={propose.isPending}
      draft={{ ...draft, isDirty: draft.isDirty || file !== null }}
      errors={error ? { file: error } : {}}
      failure={propose.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{TEXTS.list.hint}</Text>
      <FileUpload
        label={TEXTS.list.file}
        accept={[".xlsx"]}
        hint={TEXTS.list.fileHint}
        file={file}
        onFile={choose}
        error={error}
        disabled={propose.isPending}
      />
      {propose.isPending ? <UploadProgress percent={propose.percent} /> : null}
      <Textarea
        label={TEXTS.words}
        rows={3}
        maxLength={REQUEST_WORDS_MAX}
        readOnly={propose.isPending}
        value={draft.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          draft.set(() => value);
        }}
      />
    </FormDialog>
  );
}
