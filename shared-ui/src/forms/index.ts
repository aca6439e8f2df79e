// An entry point of its own: remotes with forms carry this code, the first load does not.
export { CopyButton, type CopyButtonProps } from "./copy-button.tsx";
export { emailsOf, textOfEmails } from "./email-list.ts";
export { DiscardDialog, FormDialog, type FormDialogProps } from "./form.dialog.tsx";
export { FormSection, HINT_BELOW } from "./form-section.tsx";
export { LongSelect } from "./long-select.tsx";
export { SearchBox } from "./search-box.tsx";
export { useCodeField } from "./use-code-field.tsx";
export { type FieldErrors, useFieldErrors } from "./use-field-errors.ts";
export { focusedField } from "./focused-field.ts";
