import { booksPolicy } from "@bobine/contract/policy/books";
import {
  describeError,
  isApiError,
  useDistributorScope,
  useMay,
  useUnfinishedWork,
} from "@bobine/shared-auth";
import { FileUpload, PageHeader, Surface, UploadProgress } from "@bobine/shared-ui";
import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { UploadTask } from "./upload-task.ts";

/** The file itself is wrong: who leaves loses nothing. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 415, 422]);

interface FileImportProps<Result, Other> {
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
  /** Another thing to do with the same file, by a button of its own beside the first one. */
  other?: { readonly send: string; readonly upload: UploadTask<Other> };
  /** What the first button began goes on below: neither button shows until another file is chosen. */
  goesOn?: boolean;
  /** What shows below is being imported: no other file takes its place. */
  isBusy?: boolean;
  /** Another file is chosen, or none. */
  onFile?: () => void;
  /** What is to be said of the file before it is sent. */
  choice?: ReactNode;
  /** What else may be done with the chosen file. */
  actions?: (file: File, send: () => void) => ReactNode;
  /** What else is there, below the result. */
  below?: ReactNode;
  /** What the import found. */
  children: ReactNode | ((result: Result) => ReactNode);
}

/** The screen of an import: a file is chosen, checked and sent; after an error it stays chosen (UI-10, API-6). */
export function FileImport<Result, Other = never>(props: FileImportProps<Result, Other>) {
  const {
    title,
    texts,
    accept,
    fileError,
    upload,
    other,
    goesOn = false,
    isBusy = false,
    choice,
    actions,
    onFile,
    below,
    children,
  } = props;
  const { hasAccess } = useDistributorScope();
  const mayImport = useMay(booksPolicy.importBankLines);
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const error = upload.error ?? other?.upload.error;
  const failure = error ? failureText(error, texts.failed) : undefined;
  const isRefused = invalid !== undefined || (isApiError(error) && REFUSED.has(error.status));
  // API-6: the chosen file stays chosen; a page that goes takes it along, and a half-sent one is worth nothing.
  const running = [upload, other?.upload].find((task) => task?.isPending);
  const done = upload.data ?? other?.upload.data;
  useUnfinishedWork(running ? "upload" : file && !done && !isRefused ? "form" : undefined, title);
  const reset = () => {
    upload.reset();
    other?.upload.reset();
  };
  const choose = (next: File | null) => {
    setFile(next);
    setInvalid(next ? fileError(next) : undefined);
    reset();
    onFile?.();
  };
  const send = (task: { readonly mutate: (file: File) => void }) => {
    const reason = fileError(file);
    setInvalid(reason);
    if (reason || !file) return;
    reset();
    task.mutate(file);
  };

  return (
    <>
      <PageHeader title={title} description={mayImport ? texts.intro : READER_INTRO} />
      <Stack gap="md">
        {mayImport ? (
          <Surface>
            <Stack gap="md">
              <FileUpload
                label={texts.file}
                hint={texts.hint}
                accept={accept}
                file={file}
                onFile={choose}
                error={invalid ?? failure}
                disabled={running !== undefined || isBusy}
              />
              {choice}
              {/* UI-10: 90 % at most until the server has answered, then 100 %. */}
              {running || (done && !goesOn) ? (
                <UploadProgress percent={running ? running.percent : 100} />
              ) : null}
              {goesOn ? null : (
                <Group gap="sm">
                  <Button
                    onClick={() => send(upload)}
                    loading={upload.isPending}
                    disabled={!hasAccess || (running !== undefined && running !== upload)}
                  >
                    {texts.send}
                  </Button>
                  {other ? (
                    <Button
                      variant="default"
                      onClick={() => send(other.upload)}
                      loading={other.upload.isPending}
                      disabled={!hasAccess || upload.isPending}
                    >
                      {other.send}
                    </Button>
                  ) : null}
                  {file && !invalid && actions ? actions(file, () => send(upload)) : null}
                </Group>
              )}
            </Stack>
          </Surface>
        ) : null}
        {typeof children !== "function" ? children : upload.data ? children(upload.data) : null}
        {below}
      </Stack>
    </>
  );
}

/** What who may not import reads in place of « Importez… » (SEC-22). */
export const READER_INTRO =
  "Les administrateurs et les comptables de votre société importent ici ; ce qu’ils importent se consulte dans les autres écrans.";

/** TXT-1, uploads: the server's error, be it of the file's field or of the whole call, else the screen's sentence. */
function failureText(error: unknown, text: string): string {
  const { message, fieldErrors } = describeError(error, text, "instead");
  return Object.values(fieldErrors)[0] ?? message;
}
