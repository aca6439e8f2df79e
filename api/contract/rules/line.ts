import { z } from "zod";
import { FIELD_MESSAGES } from "./field-messages.ts";
import { trimUnseen } from "./trim-unseen.ts";

/** One line of text: no line break may go from the name of a person or company into a mail or a document. */
export const line = (longest: number) =>
  z
    .string()
    .overwrite(trimUnseen)
    .max(longest, FIELD_MESSAGES.maxLength)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, FIELD_MESSAGES.format);
