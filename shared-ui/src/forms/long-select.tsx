import { Select, type SelectProps } from "@mantine/core";
import { type FocusEvent, useState } from "react";

/** A choice, or what is chosen and shown. */
type Option = string | { readonly value: string; readonly label: string };

interface LongSelectProps extends Omit<SelectProps, "data" | "value" | "defaultValue"> {
  data: readonly Option[];
  value: string | null;
}

/**
 * A choice among many. It has them while it has the focus, and the chosen one before: Mantine keeps the options of closed lists in the page,
 * and each would be drawn again with whatever is beside it, a search say.
 */
export function LongSelect({ data, value, onFocus, onBlur, ...props }: LongSelectProps) {
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <Select
      {...props}
      value={value}
      data={hasFocus ? data : data.filter((option) => valueOf(option) === value)}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        setHasFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setHasFocus(false);
        onBlur?.(event);
      }}
    />
  );
}

const valueOf = (option: Option): string => (typeof option === "string" ? option : option.value);
