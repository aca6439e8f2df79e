import type { AccountChoice } from "@bobine/contract/bank-parts";
import type { FieldErrors } from "@bobine/shared-ui/forms";
import { ActionIcon, Group, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { ACCOUNTS_TEXTS as TEXTS } from "./account-choices.texts.ts";
import classes from "./bank-parts.module.css";

interface AccountRowProps {
  account: AccountChoice;
  place: number;
  /** Of all accounts in the list. */
  count: number;
  errors: FieldErrors;
  pending: boolean;
  onRename: (part: Partial<AccountChoice>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One account of the list: its number, its name, and what moves and removes it. */
export function AccountRow({ account, place, count, errors, pending, ...props }: AccountRowProps) {
  const { code, label } = account;
  const name = code.trim() || TEXTS.nameless(place + 1);
  return (
    <li>
      <TextInput
        aria-label={TEXTS.code(place + 1)}
        placeholder="613200"
        inputMode="numeric"
        autoComplete="off"
        className={classes["code"] ?? ""}
        readOnly={pending}
        value={code}
        onChange={({ currentTarget: { value } }) => props.onRename({ code: value })}
        error={errors[`code-${place}`]}
        {...(place === 0 ? { "data-autofocus": true } : {})}
      />
      <TextInput
        aria-label={TEXTS.label(place + 1)}
        autoComplete="off"
        maxLength={60}
        className={classes["label"] ?? ""}
        readOnly={pending}
        value={label}
        onChange={({ currentTarget: { value } }) => props.onRename({ label: value })}
        error={errors[`label-${place}`]}
      />
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size={36}
          aria-label={TEXTS.up(name)}
          disabled={pending || place === 0}
          onClick={() => props.onMove(place - 1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={TEXTS.down(name)}
          disabled={pending || place === count - 1}
          onClick={() => props.onMove(place + 1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={TEXTS.remove(name)}
          disabled={pending || count === 1}
          onClick={props.onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  );
}
