import { totpCodeSchema } from "@bobine/contract/totp-code";
import { type ChangeEvent, useState } from "react";

/** The field for a code of a second factor: its value, what is wrong with it, and what a `TextInput` is given. */
export function useCodeField() {
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string>();
  return {
    setWrong,
    /** The code in the form that the server takes; undefined, and told under the field, when it is none. */
    read: (): string | undefined => {
      const checked = totpCodeSchema.safeParse(code);
      if (!checked.success) setWrong(checked.error.issues[0]?.message);
      return checked.data;
    },
    input: {
      autoComplete: "one-time-code",
      required: true,
      value: code,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setCode(event.currentTarget.value);
        setWrong(undefined);
      },
      error: wrong ? <span role="alert">{wrong}</span> : undefined,
    },
  } as const;
}
