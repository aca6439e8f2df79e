import { describeError, useDistributorScope, useUnfinishedWork } from "@bobine/shared-auth";
import { FileUpload, PageHeader, Surface, UploadProgress } from "@bobine/shared-ui";
import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { UploadTask } from "./upload-task.ts";

interface FileImportProps<Result> {
  title: string;
  texts: {
    readonly intro: string;
    readonly file: string;
    readonly hint: string;
    readonly send: string;
    readonly failed: string;
  };
  accept: readonly string[];
  /** What is wrong with the chosen file, or with none; undefined when it may be sent. */
  fileError: (file: File | null) => string | undefined;
  upload: UploadTask<Result>;
  /** What is to be said of the file before it is sent. */
  choice?: ReactNode;
  /** What else may be done with the chosen file. */
  actions?: (file: File, send: () => void) => ReactNode;
  /** Another file is chosen, or none. */
  onFile?: () => void;
  /** What else is there, below the result. */
  below?: ReactNode;
  /** What the import found. */
  children: (result: Result) => ReactNode;
}

/** The screen of an import: a file is chosen, checked and sent; after an error it stays chosen (UI-10, API-6). */
export function FileImport<Result>(props: FileImportProps<Result>) {
  const { title, texts, accept, fileError, upload, choice, actions, onFile, below, children } = props;
  const { hasAccess } = useDistributorScope();
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  // API-6: the chosen file stays chosen; a page that goes takes it along, and a half-sent one is worth nothing.
  useUnfinishedWork(upload.isPending ? "upload" : file && !upload.data ? "form" : undefined, title);
  const choose = (next: File | null) => {
    setFile(next);
    setInvalid(next ? fileError(next) : undefined);
    onFile?.();
    upload.reset();
  };
  const send = () => {
    const reason = fileError(file);
    setInvalid(reason);
    if (!reason && file) upload.mutate(file);
  };
  const failure = upload.error ? failureText(upload.error, texts.failed) : undefined;

  return (
    <>
      <PageHeader title={title} description={texts.intro} />
      <Stack gap="md">
        <Surface>
          <Stack gap="md">
            <FileUpload
              label={texts.file}
              hint={texts.hint}
              accept={accept}
              file={file}
              onFile={choose}
              error={invalid ?? failure}
              disabled={upload.isPending}
            />
            {choice}
            {/* UI-10: 90 % at most until the server has answered, then 100 %. */}
            {upload.isPending || upload.data ? (
              <UploadProgress percent={upload.data ? 100 : upload.percent} />
            ) : null}
            <Group>
              <Button onClick={send} loading={upload.isPending} disabled={!hasAccess}>
                {texts.send}
              </Button>
              {file && !invalid && actions ? actions(file, send) : null}
            </Group>
          </Stack>
        </Surface>
        {upload.data ? children(upload.data) : null}
        {below}
      </Stack>
    </>
  );
}

/** TXT-1, uploads: the server's error, be it of the file's field or of the whole call, else the screen's sentence. */
function failureText(error: unknown, text: string): string {
  const { message, fieldErrors } = describeError(error, text, "instead");
  return Object.values(fieldErrors)[0] ?? message;
}
