import { type DistributorRow, distributorProfileSchema } from "@bobine/contract/distributors";
import { describeError, type DraftKind, hasDraft, productSettings, useDraft } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import { ActionIcon, Group, Text, TextInput } from "@mantine/core";
import { IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { showFailure } from "../../show-failure.ts";
import { useChangeCommunicationEmail } from "./distributors.queries.ts";
import { EMAIL_TEXTS as TEXTS, TEXTS as LIST_TEXTS } from "./distributors.texts.ts";

const draftOf = (distributor: number): DraftKind<string> => ({
  name: `communication-email/${distributor}`,
  version: 1,
  schema: distributorProfileSchema.shape.name,
  isOfPerson: true,
});

/** The communication e-mail of a distributor, edited where it stands (UI-14, DIST-5). */
export function CommunicationEmail({ row }: { row: DistributorRow }) {
  // What was being typed before a reload or an ended session opens again.
  const [isOpen, setOpen] = useState(() => hasDraft(draftOf(row.id)));
  const pencil = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // The pencil is back with the next render.
    setTimeout(() => pencil.current?.focus());
  };
  return isOpen ? (
    <EmailForm row={row} close={close} />
  ) : (
    <EmailText row={row} pencil={pencil} onEdit={() => setOpen(true)} />
  );
}

function EmailText({
  row,
  pencil,
  onEdit,
}: {
  row: DistributorRow;
  pencil: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
}) {
  return (
    <Group gap={4} wrap="nowrap">
      {row.communication_email ? (
        <Text size="sm">{row.communication_email}</Text>
      ) : (
        <Text size="sm" c="dimmed">
          {LIST_TEXTS.unassigned}
        </Text>
      )}
      <ActionIcon ref={pencil} variant="subtle" aria-label={TEXTS.edit(row.name)} onClick={onEdit}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function EmailForm({ row, close }: { row: DistributorRow; close: () => void }) {
  const saved = row.communication_email ?? "";
  const draft = useDraft(draftOf(row.id), saved, TEXTS.label(row.name));
  const typed = draft.value;
  const [error, setError] = useState<string>();
  const change = useChangeCommunicationEmail(row.id);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const leave = () => {
    draft.discard();
    close();
  };
  const refuse = (message: string) => {
    setError(message);
    input.current?.focus();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const email = typed.trim();
    const suffix = productSettings().communicationDomain;
    if (email === saved) leave();
    else if (email !== "" && !email.toLowerCase().endsWith(suffix.toLowerCase()))
      refuse(TEXTS.suffix(suffix));
    else {
      setError(undefined);
      change.mutate(email === "" ? null : email, {
        onSuccess: () => {
          notifySuccess(TEXTS.done);
          leave();
        },
        onError: (cause) => {
          const wrong = describeError(cause).fieldErrors["communication_email"];
          if (wrong) refuse(wrong);
          else showFailure(cause, TEXTS.failed);
        },
      });
    }
  };

  return (
    <form onSubmit={save} noValidate>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TextInput
          ref={input}
          size="xs"
          flex={1}
          // On a phone the row is as wide as the screen, and its buttons need their place.
          miw={{ base: 0, sm: 240 }}
          aria-label={TEXTS.label(row.name)}
          placeholder={`nom${productSettings().communicationDomain}`}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={error}
          readOnly={change.isPending}
          onChange={(event) => {
            const { value } = event.currentTarget;
            draft.set(() => value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape" && !change.isPending) leave();
          }}
        />
        <ActionIcon
          type="submit"
          variant="light"
          size={30}
          aria-label={TEXTS.save}
          loading={change.isPending}
        >
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={TEXTS.cancel}
          disabled={change.isPending}
          onClick={leave}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </form>
  );
}
