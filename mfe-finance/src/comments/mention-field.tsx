import { COMMENT_TEXT_MAX } from "@bobine/contract/comments";
import type { Colleague } from "@bobine/contract/people";
import { personName } from "@bobine/contract/person-name";
import { Combobox, Text, Textarea, useCombobox } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import classes from "./comments.module.css";
import { TEXTS } from "./comments.texts.ts";
import { typedMention, withMention } from "./typed-mention.ts";

interface MentionFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  people: readonly Colleague[];
  readOnly: boolean;
  error: ReactNode;
  autoFocus?: boolean;
  onChange: (text: string) => void;
  /** Ctrl + Enter. */
  onSubmit: () => void;
}

/** A text in which « @ » proposes colleagues (COM-4). */
export function MentionField(props: MentionFieldProps) {
  const { value, people, onChange } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where the caret goes with the text that has the chosen colleague in it. */
  const chosen = useRef<number>(undefined);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const [caret, setCaret] = useState(0);
  const typed = typedMention(value, caret, people);
  const isOpen = typed !== undefined && list.dropdownOpened;
  const follow = (element: HTMLTextAreaElement, text = element.value): void => {
    const at = element.selectionStart;
    setCaret(at);
    if (typedMention(text, at, people)) {
      list.openDropdown();
      list.updateSelectedOptionIndex("active");
    } else list.closeDropdown();
  };
  const choose = (id: string): void => {
    const person = people.find((one) => String(one.id) === id);
    if (!person || !typed) return;
    const next = withMention(value, caret, typed.start, person);
    onChange(next.text);
    setCaret(next.caret);
    list.closeDropdown();
    chosen.current = next.caret;
  };
  // With the text itself: a frame later, what is typed on at once would come behind what follows it.
  useLayoutEffect(() => {
    if (chosen.current === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(chosen.current, chosen.current);
    chosen.current = undefined;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    list.closeDropdown();
    props.onSubmit();
  };
  return (
    <Combobox store={list} onOptionSubmit={choose} position="top-start" width={280} withinPortal>
      <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
        <Textarea
          ref={field}
          aria-label={props.label}
          placeholder={props.placeholder}
          rows={1}
          classNames={{ input: classes["field"] ?? "" }}
          maxLength={COMMENT_TEXT_MAX}
          data-mantine-stop-propagation={isOpen || undefined}
          data-autofocus={props.autoFocus || undefined}
          readOnly={props.readOnly}
          value={value}
          error={props.error}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            follow(event.currentTarget);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => list.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label={TEXTS.colleagues}>
          {(typed?.people ?? []).map((person, position) => (
            <Combobox.Option key={person.id} value={String(person.id)} active={position === 0}>
              <Text size="sm">{personName(person)}</Text>
              <Text size="xs" c="dimmed" truncate>
                {person.email}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
