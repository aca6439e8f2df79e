import { Select, type SelectProps } from "@mantine/core";
import { type FocusEvent, useEffect, useState } from "react";

/**
 * A choice among many. Its options are in the page while it has the focus: Mantine keeps those of closed lists there, and each would be
 * drawn again with whatever is beside it, a search say.
 */
export function LongSelect({ comboboxProps, onFocus, onBlur, ...props }: SelectProps) {
  const [hasFocus, setHasFocus] = useState(false);
  const [, setIsListed] = useState(false);
  // The list has its id once it stands in the page; the field tells of it when it is drawn again.
  useEffect(() => {
    const timer = setTimeout(() => setIsListed(hasFocus));
    return () => clearTimeout(timer);
  }, [hasFocus]);
  return (
    <Select
      {...props}
      comboboxProps={{ keepMounted: hasFocus, ...comboboxProps }}
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
