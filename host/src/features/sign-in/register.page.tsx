import { emailSchema } from "@bobine/contract/auth";
import { register } from "@bobine/contract/register";
import { callApi, describeError, useAction } from "@bobine/shared-auth";
import { Notice } from "@bobine/shared-ui";
import { Anchor, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../paths.ts";
import { AuthCard } from "./auth-card.tsx";
import { isLinkOver } from "./landing.ts";
import { registerTexts, signInTexts } from "./sign-in.texts.ts";

const BLANK = { email: "", first_name: "", last_name: "", company: "" };
const LABELS = {
  first_name: { label: "Prénom", autoComplete: "given-name" },
  last_name: { label: "Nom", autoComplete: "family-name" },
  company: { label: "Société", autoComplete: "organization" },
} as const;

/** Read out as it comes: the focus stays on the button. */
const alertOf = (message: string | undefined) => (message ? <span role="alert">{message}</span> : undefined);

/**
 * Asks for an account (UI-5). Nothing leads here but a link of this page that came too late (UI-6): the address is given to those who
 * are to register (`/auth?inscription`).
 */
export function RegisterPage({ brand }: { brand: ReactNode }) {
  const { state } = useLocation();
  const [form, setForm] = useState(BLANK);
  const [invalid, setInvalid] = useState(false);
  const registration = useAction({
    mutationFn: () => callApi(register, { body: { ...form, email: form.email.trim() } }),
  });
  const described = registration.isError
    ? describeError(registration.error, registerTexts.failed)
    : undefined;
  const wrong = described?.fieldErrors ?? {};
  const change = (field: keyof typeof BLANK) => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget;
    setForm((current) => ({ ...current, [field]: value }));
    setInvalid(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const valid = emailSchema.safeParse(form.email.trim()).success;
    setInvalid(!valid);
    if (valid) registration.mutate();
  };
  return (
    <AuthCard brand={brand}>
      <title>Créer un compte · Bobine</title>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>
            <Title order={1}>{registerTexts.title}</Title>
            <Text c="dimmed" size="sm" mt={4}>
              {registerTexts.intro}
            </Text>
          </div>
          {isLinkOver(state) && !registration.data ? (
            <Notice tone="info">{registerTexts.linkIsOver}</Notice>
          ) : null}
          <TextInput
            label={signInTexts.email}
            type="email"
            autoComplete="email"
            required
            value={form.email}
            onChange={change("email")}
            error={invalid ? <span role="alert">{signInTexts.invalidEmail}</span> : alertOf(wrong["email"])}
          />
          {(["first_name", "last_name", "company"] as const).map((field) => (
            <TextInput
              key={field}
              {...LABELS[field]}
              value={form[field]}
              onChange={change(field)}
              error={alertOf(wrong[field])}
            />
          ))}
          <Button type="submit" loading={registration.isPending}>
            {registerTexts.send}
          </Button>
          {registration.data ? <Notice tone="info">{registration.data.detail}</Notice> : null}
          {/* An error of a field that is not in this form has no other place. */}
          {described && !Object.keys(wrong).some((field) => field in BLANK) ? (
            <Notice tone="error">{described.message}</Notice>
          ) : null}
          <Anchor component={Link} to={paths.signIn()} size="sm" underline="always">
            {registerTexts.back}
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  );
}
