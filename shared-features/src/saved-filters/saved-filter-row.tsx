import { FILTER_NAME_MAX, type SavedFilter } from "@bobine/contract/saved-filters";
import { describeError } from "@bobine/shared-auth";
import { notifyFailure } from "@bobine/shared-ui";
import { ActionIcon, Button, TextInput, UnstyledButton } from "@mantine/core";
import { IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./saved-filters.module.css";
import { useChangeSavedFilter, useDeleteSavedFilter } from "./saved-filters.queries.ts";
import { TEXTS } from "./saved-filters.texts.ts";

interface SavedFilterRowProps {
  filter: SavedFilter;
  /** What else is to be known of it, below its name. */
  meaning: string;
  isShown: boolean;
  mayOpen: boolean;
  onShow: () => void;
  /** What had the focus is no more. */
  onEnd: () => void;
}

/** What comes in the place of the pressed button has the focus. */
const focusOnce = (element: HTMLElement | null): void => element?.focus();

/** One saved filter: chosen, renamed, deleted after a question, and made the one that opens the list. */
export function SavedFilterRow({ filter, meaning, isShown, mayOpen, onShow, onEnd }: SavedFilterRowProps) {
  const [mode, setMode] = useState<"rename" | "delete">();
  const change = useChangeSavedFilter();
  const { name, is_default: isDefault } = filter;
  const end = () => {
    setMode(undefined);
    onEnd();
  };
  if (mode === "rename") return <RenamedRow filter={filter} close={end} />;
  if (mode === "delete") return <DeletedRow filter={filter} close={end} />;
  const setDefault = () =>
    change.mutate(
      { id: filter.id, is_default: !isDefault },
      {
        onError: (error) =>
          notifyFailure(TEXTS.changeFailed, describeError(error, TEXTS.changeFailed).reason),
      },
    );
  return (
    <li className={classes["row"]} data-shown={isShown || undefined}>
      <UnstyledButton
        className={classes["choose"] ?? ""}
        fz="sm"
        aria-current={isShown || undefined}
        onClick={onShow}
      >
        {name}
        {meaning === "" ? null : <span className={classes["means"]}>{meaning}</span>}
      </UnstyledButton>
      {mayOpen ? (
        <IconButton label={isDefault ? TEXTS.endDefault(name) : TEXTS.makeDefault(name)} onClick={setDefault}>
          {isDefault ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
        </IconButton>
      ) : null}
      <IconButton label={TEXTS.rename(name)} onClick={() => setMode("rename")}>
        <IconPencil size={16} aria-hidden />
      </IconButton>
      <IconButton label={TEXTS.delete(name)} onClick={() => setMode("delete")}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

function IconButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

function RenamedRow({ filter, close }: { filter: SavedFilter; close: () => void }) {
  const [name, setName] = useState(filter.name);
  const [wrong, setWrong] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const change = useChangeSavedFilter();
  const rename = () => {
    const typed = name.trim();
    if (typed === filter.name) return close();
    if (typed === "") return setWrong(TEXTS.nameMissing);
    change.mutate(
      { id: filter.id, name: typed },
      {
        onSuccess: close,
        onError: (error) => {
          const { fieldErrors, message } = describeError(error, TEXTS.changeFailed);
          setWrong(fieldErrors["name"] ?? message);
          field.current?.focus();
        },
      },
    );
  };
  return (
    <li>
      <form
        className={classes["rename"]}
        onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}
      >
        <TextInput
          aria-label={TEXTS.newName}
          size="sm"
          flex={1}
          ref={field}
          maxLength={FILTER_NAME_MAX}
          readOnly={change.isPending}
          value={name}
          error={wrong}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setWrong(undefined);
          }}
        />
        <Button type="submit" size="compact-sm" loading={change.isPending}>
          {TEXTS.apply}
        </Button>
        <Button variant="default" size="compact-sm" onClick={close}>
          {TEXTS.back}
        </Button>
      </form>
    </li>
  );
}

function DeletedRow({ filter, close }: { filter: SavedFilter; close: () => void }) {
  const remove = useDeleteSavedFilter();
  return (
    <li className={classes["row"]}>
      <span className={classes["question"]}>{TEXTS.deleteQuestion(filter.name)}</span>
      <Button
        color="red"
        size="compact-sm"
        loading={remove.isPending}
        onClick={() =>
          remove.mutate(filter.id, {
            onSuccess: close,
            onError: (error) => {
              notifyFailure(TEXTS.deleteFailed, describeError(error, TEXTS.deleteFailed).reason);
              close();
            },
          })
        }
      >
        {TEXTS.confirm}
      </Button>
      <Button variant="default" size="compact-sm" ref={focusOnce} onClick={close}>
        {TEXTS.back}
      </Button>
    </li>
  );
}
