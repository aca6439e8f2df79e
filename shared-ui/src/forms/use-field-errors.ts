import { useState } from "react";

/** Field → the message under it. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * The messages under the fields of a form: what the form itself found, and what the server said. Either holds until its field
 * is changed.
 * @param told by the server, the same object as long as it is the same answer
 */
export function useFieldErrors(told: FieldErrors): {
  errors: FieldErrors;
  /** What the form found before sending; nothing clears what it found before. */
  setWrong: (wrong: FieldErrors) => void;
  /** This field is another now. */
  mend: (field: string) => void;
} {
  const [wrong, setWrong] = useState<FieldErrors>({});
  const [mended, setMended] = useState<{ of: FieldErrors; fields: ReadonlySet<string> }>();
  const isMended = (field: string) => mended?.of === told && mended.fields.has(field);
  const standing = Object.entries(told).filter(([field]) => !isMended(field));
  return {
    errors: { ...Object.fromEntries(standing), ...wrong },
    setWrong,
    mend: (field) => {
      setWrong(({ [field]: _mended, ...others }) => others);
      setMended((current) => ({
        of: told,
        fields: new Set([...(current?.of === told ? current.fields : []), field]),
      }));
    },
  };
}
