import { type Invitation, invitationSchema, inviteUser } from "@bobine/contract/invitations";
import { describeError, type DraftKind, isApiError, useDraft } from "@bobine/shared-auth";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog, HINT_BELOW, useFieldErrors } from "@bobine/shared-ui/forms";
import { SimpleGrid, Text, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { useInvite } from "./invitations.queries.ts";
import { INVITATIONS as TEXTS } from "./people.texts.ts";
import { RoleChoice } from "./role-choice.tsx";
import { ToPlans } from "./to-plans.tsx";

type Form = Pick<Invitation, "email" | "first_name" | "last_name" | "role">;
const EMPTY: Form = { email: "", first_name: "", last_name: "", role: "accountant" };
/** While it is typed, an address may be none. */
const FORM = invitationSchema.pick({ email: true, first_name: true, last_name: true, role: true });
const NO_ERRORS = {};

export const invitationDraft = (distributor: number | undefined): DraftKind<Form> => ({
  name: `invitation/${distributor ?? "own"}`,
  version: 1,
  schema: FORM,
});

/** Invites a colleague by mail (SEC-23). */
export function InviteDialog({ distributor, close }: { distributor: number | undefined; close: () => void }) {
  const draft = useDraft(invitationDraft(distributor), EMPTY, TEXTS.invite);
  const invite = useInvite(distributor);
  const failure = useMemo(
    () => (invite.error ? describeError(invite.error, TEXTS.failed) : undefined),
    [invite.error],
  );
  const { errors, setWrong, mend } = useFieldErrors(failure?.fieldErrors ?? NO_ERRORS);
  const form = draft.value;
  const field = (name: "email" | "first_name" | "last_name") => ({
    inputWrapperOrder: HINT_BELOW,
    autoComplete: "off",
    readOnly: invite.isPending,
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      draft.set((current) => ({ ...current, [name]: value }));
      mend(name);
    },
  });
  const submit = (): boolean => {
    const email = form.email.trim();
    const wrong =
      email === ""
        ? TEXTS.emailMissing
        : inviteUser.body.shape.email.safeParse(email).error?.issues[0]?.message;
    if (wrong !== undefined) {
      setWrong({ email: wrong });
      return false;
    }
    invite.mutate(
      { ...form, email },
      {
        onSuccess: ({ was_waiting }) => {
          if (was_waiting) return;
          notifySuccess(TEXTS.sent(email));
          draft.discard();
          close();
        },
      },
    );
    return true;
  };
  return (
    <FormDialog
      title={TEXTS.invite}
      submitLabel={TEXTS.send}
      pending={invite.isPending}
      draft={draft}
      errors={errors}
      failure={invite.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{TEXTS.intro}</Text>
      <TextInput
        {...field("email")}
        label={TEXTS.email}
        type="email"
        inputMode="email"
        required
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput {...field("first_name")} label={TEXTS.firstName} />
        <TextInput {...field("last_name")} label={TEXTS.lastName} />
      </SimpleGrid>
      <RoleChoice
        value={form.role}
        onChange={(role) => draft.set((current) => ({ ...current, role }))}
        disabled={invite.isPending}
      />
      {invite.data?.was_waiting ? <Notice tone="info">{TEXTS.wasWaiting}</Notice> : null}
      {failure && Object.keys(errors).length === 0 ? (
        <Notice tone="error">
          {failure.message}{" "}
          {isApiError(invite.error) && invite.error.code === "plan_full" ? (
            <ToPlans distributor={distributor} />
          ) : null}
        </Notice>
      ) : null}
    </FormDialog>
  );
}
