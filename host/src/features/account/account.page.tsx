import { describeError, type DraftKind, updateProfile, useDraft, useSession } from "@bobine/shared-auth";
import { notifyError, notifySuccess, PageHeader, RestoredDraft, Surface } from "@bobine/shared-ui";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { z } from "zod";

const SAVE_FAILED = "Impossible de sauvegarder les modifications";
const SAVED = "Informations de la société mises à jour";
const TITLE = "Informations du compte";
const BLANK = "Ce champ ne peut pas être vide";

const profileSchema = z.object({ first_name: z.string(), last_name: z.string(), company: z.string() });
const PROFILE_DRAFT: DraftKind<z.infer<typeof profileSchema>> = {
  name: "account",
  version: 1,
  schema: profileSchema,
};

/** The user's own name and company, that the guard asks for before anything else (SPEC §2.2, §2.9). */
export function AccountPage() {
  const { user } = useSession();
  const saved = {
    first_name: user?.firstName ?? "",
    last_name: user?.lastName ?? "",
    company: user?.company ?? "",
  };
  const draft = useDraft(PROFILE_DRAFT, saved, TITLE);
  const form = draft.value;
  const [blank, setBlank] = useState<{ first_name?: string; company?: string }>({});
  const save = useMutation({
    mutationFn: (sent: typeof form) => updateProfile(sent),
    onSuccess: (_user, sent) => {
      draft.settle(sent);
      notifySuccess(SAVED);
    },
    onError: (error) => {
      const described = describeError(error, SAVE_FAILED);
      if (Object.keys(described.fieldErrors).length === 0) notifyError(described.message);
    },
  });
  const serverErrors = save.isError ? describeError(save.error).fieldErrors : {};

  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      draft.set((current) => ({ ...current, [name]: value }));
      setBlank((current) => ({ ...current, [name]: undefined }));
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(form.first_name.trim() === "" ? { first_name: BLANK } : {}),
      ...(form.company.trim() === "" ? { company: BLANK } : {}),
    };
    setBlank(missing);
    if (Object.keys(missing).length === 0) save.mutate(form);
  };

  const incomplete = user?.firstName.trim() === "" || user?.company.trim() === "";
  return (
    <>
      <PageHeader
        title={TITLE}
        description={incomplete ? "Complétez votre profil pour accéder à l’application." : user?.email}
      />
      <Surface maw={640}>
        <form onSubmit={submit} noValidate>
          <Stack>
            {draft.isRestored ? <RestoredDraft onDiscard={draft.discard} /> : null}
            <Group grow align="flex-start">
              <TextInput
                label="Prénom"
                autoComplete="given-name"
                required
                error={blank.first_name ?? serverErrors["first_name"]}
                {...field("first_name")}
              />
              <TextInput
                label="Nom"
                autoComplete="family-name"
                error={serverErrors["last_name"]}
                {...field("last_name")}
              />
            </Group>
            <TextInput
              label="Société"
              autoComplete="organization"
              required
              error={blank.company ?? serverErrors["company"]}
              {...field("company")}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={save.isPending}>
                Enregistrer
              </Button>
            </Group>
          </Stack>
        </form>
      </Surface>
    </>
  );
}
