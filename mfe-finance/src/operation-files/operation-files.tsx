import {
  OPERATION_FILE_EXTENSIONS,
  OPERATION_FILE_MAX_BYTES,
  type OperationFile,
} from "@bobine/contract/operation-files";
import { personName } from "@bobine/contract/person-name";
import { mayDeleteComment } from "@bobine/contract/policy/comments";
import { describeError, useSession, useUnfinishedWork } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  formatDateTime,
  formatFileSize,
  notifyFailure,
  notifySuccess,
} from "@bobine/shared-ui";
import { Box, Button, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useDecides } from "../decider.tsx";
import classes from "./operation-files.module.css";
import {
  useAttach,
  useOperationFiles,
  useRemoveOperationFile,
  useSaveOperationFile,
} from "./operation-files.queries.ts";
import { TEXTS } from "./operation-files.texts.ts";

const ACCEPTED = OPERATION_FILE_EXTENSIONS.map((one) => `.${one}`);

/** What may not be attached, before it is sent; the server looks at the bytes. */
function refusalOf({ name, size }: File): string | undefined {
  if (!ACCEPTED.some((ending) => name.toLowerCase().endsWith(ending))) return TEXTS.otherName;
  return size > OPERATION_FILE_MAX_BYTES ? TEXTS.tooLarge : undefined;
}

/** The files of an operation: a remittance slip, a mail (COM-7). */
export function OperationFiles({ transaction }: { transaction: number }) {
  const { data, error, isPending, refetch } = useOperationFiles(transaction);
  const decides = useDecides();
  const files = data?.results ?? [];
  return (
    <section aria-label={TEXTS.title} className={classes["files"]}>
      <Title order={3} size="h4">
        {TEXTS.title}
      </Title>
      {files.length > 0 ? (
        <ul className={classes["list"]}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      ) : data ? (
        <Text size="sm" c="dimmed">
          {TEXTS.empty}
        </Text>
      ) : isPending ? (
        <Box component="output" display="block" aria-label="Chargement…">
          <Skeleton height={14} width="60%" />
        </Box>
      ) : null}
      {error ? (
        <Group gap="xs" role="alert">
          <Text size="sm" c="red">
            {describeError(error, TEXTS.loadFailed).message}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </Group>
      ) : null}
      {decides ? <AttachButton transaction={transaction} /> : null}
    </section>
  );
}

function AttachButton({ transaction }: { transaction: number }) {
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const attach = useAttach(transaction, setPercent);
  useUnfinishedWork(attach.isPending ? "upload" : undefined, TEXTS.title);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const send = (file: File | undefined): void => {
    if (input.current) input.current.value = "";
    if (!file) return;
    const wrong = refusalOf(file);
    setRefusal(wrong);
    if (wrong !== undefined) return;
    setPercent(0);
    attach.mutate(file, {
      onSuccess: ({ file_name }) => notifySuccess(TEXTS.added(file_name)),
      onError: (error) => {
        const { message, reason } = describeError(error, TEXTS.addFailed);
        // TXT-1: the next action shows by then.
        if (isHere.current) setRefusal(message);
        else notifyFailure(TEXTS.addFailed, reason);
      },
    });
  };
  return (
    <div>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPaperclip size={15} aria-hidden />}
          loading={attach.isPending}
          onClick={() => input.current?.click()}
        >
          {TEXTS.add}
        </Button>
        <Text size="xs" c="dimmed" aria-live="polite">
          {attach.isPending ? TEXTS.adding(percent) : TEXTS.hint}
        </Text>
      </Group>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={TEXTS.field}
        accept={ACCEPTED.join(",")}
        onChange={(event) => send(event.currentTarget.files?.[0])}
      />
      {refusal === undefined ? null : (
        <Text size="sm" c="red" mt={4} role="alert">
          {refusal}
        </Text>
      )}
    </div>
  );
}

function FileRow({ file }: { file: OperationFile }) {
  const save = useSaveOperationFile();
  const remove = useRemoveOperationFile();
  const decides = useDecides();
  const { user } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const by = file.added_by === null ? "Bobine" : personName(file.added_by);
  return (
    <li className={classes["file"]}>
      <div className={classes["name"]}>
        <button
          type="button"
          className={`mantine-focus-auto ${classes["save"]}`}
          aria-label={TEXTS.save(file.file_name)}
          disabled={save.isPending}
          onClick={() =>
            save.mutate(file, {
              onError: (error) =>
                notifyFailure(TEXTS.saveFailed, describeError(error, TEXTS.saveFailed).reason),
            })
          }
        >
          {file.file_name}
        </button>
        <Text size="xs" c="dimmed">
          {formatFileSize(file.size)} · {by}, {formatDateTime(file.created_at)}
        </Text>
      </div>
      {decides && user !== undefined && mayDeleteComment(user, file) ? (
        <Button
          size="compact-xs"
          variant="subtle"
          flex="none"
          aria-label={TEXTS.removeOf(file.file_name)}
          onClick={() => setIsAsking(true)}
        >
          {TEXTS.remove}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={isAsking}
        title={TEXTS.removeTitle}
        confirmLabel={TEXTS.remove}
        danger
        pending={remove.isPending}
        close={() => setIsAsking(false)}
        onConfirm={() =>
          remove.mutate(file.id, {
            onSuccess: () => {
              setIsAsking(false);
              notifySuccess(TEXTS.removed);
            },
            onError: (error) => {
              setIsAsking(false);
              notifyFailure(TEXTS.removeFailed, describeError(error, TEXTS.removeFailed).reason);
            },
          })
        }
      >
        <Text>{TEXTS.removeQuestion(file.file_name)}</Text>
      </ConfirmDialog>
    </li>
  );
}
