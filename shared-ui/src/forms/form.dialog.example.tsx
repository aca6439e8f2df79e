import { TextInput } from "@mantine/core";
import { NoDay } from "../dates/day-field.example.tsx";
import type { DayFieldProps } from "../dates/day-field.tsx";
import { DiscardDialog, FormDialog, type FormDialogProps } from "./form.dialog.tsx";
import { FormSection } from "./form-section.tsx";

export const Settings = ({ errors = {}, children, ...props }: Partial<FormDialogProps>) => (
  <FormDialog
    title="Paramètres de Cinéma Le Beffroi"
    submitLabel="Enregistrer"
    pending={false}
    draft={{ isDirty: false }}
    errors={errors}
    failure={undefined}
    onSubmit={() => false}
    close={() => undefined}
    {...props}
  >
    {children ?? (
      <FormSection title="Facturation">
        <TextInput label="Code comptable" defaultValue="411BEFF" error={errors["code"]} />
      </FormSection>
    )}
  </FormDialog>
);

/** The field's message comes from the form itself or from the server. */
export const Refused = () => <Settings errors={{ code: "Ce code est déjà celui d’un autre cinéma." }} />;

/** What was typed before a reload. */
export const Restored = (props: Partial<FormDialogProps>) => (
  <Settings draft={{ isDirty: true, isRestored: true }} {...props} />
);

/** A field that holds what is typed until it can be read. */
export const DayOfDraft = ({ onWrong }: Pick<DayFieldProps, "onWrong">) => (
  <Restored>
    <NoDay onWrong={onWrong} />
  </Restored>
);

export const UnderWay = () => <Settings pending />;

/** What closing a form with unsaved changes asks. */
export const UnsavedChanges = () => <DiscardDialog onDiscard={() => undefined} close={() => undefined} />;
