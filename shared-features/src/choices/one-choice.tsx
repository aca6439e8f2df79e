import { Text } from "@mantine/core";
import { useId } from "react";
import classes from "./choices.module.css";

export interface Choice<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
  /** What it means, below it. */
  readonly description?: string;
}

/** One of a few, each with what it means. Of the browser's own: Mantine's radios would be in the files of every screen (`SCREEN_PARTS`). */
export function OneChoice<Value extends string | number>({
  label,
  choices,
  value,
  onChange,
  disabled = false,
  required = false,
  error,
}: {
  label: string;
  choices: readonly Choice<Value>[];
  /** Undefined: none yet. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  disabled?: boolean;
  required?: boolean;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} aria-required={required}>
      <Text id={id} size="sm" fw={500}>
        {label}
        {required ? (
          <span className={classes["required"]} aria-hidden>
            {" *"}
          </span>
        ) : null}
      </Text>
      {choices.map((choice) => (
        <div key={choice.value} className={classes["choice"]}>
          <input
            type="radio"
            id={`${id}${choice.value}`}
            name={id}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            disabled={disabled}
            {...(choice.description ? { "aria-describedby": `${id}${choice.value}-means` } : {})}
            {...(error ? { "aria-invalid": true } : {})}
          />
          <div>
            <Text component="label" size="sm" htmlFor={`${id}${choice.value}`}>
              {choice.label}
            </Text>
            {choice.description ? (
              <Text id={`${id}${choice.value}-means`} size="xs" c="dimmed">
                {choice.description}
              </Text>
            ) : null}
          </div>
        </div>
      ))}
      {error ? (
        <Text role="alert" size="xs" c="var(--mantine-color-error)" mt={6}>
          {error}
        </Text>
      ) : null}
    </div>
  );
}
