import { emailSchema } from "@bobine/contract/auth";
import { describeError, requestMagicLink, useAction } from "@bobine/shared-auth";
import { lazyPage, Notice } from "@bobine/shared-ui";
import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { AuthCard } from "./auth-card.tsx";
import { signInTexts } from "./sign-in.texts.ts";

/** TXT-2 */
const RESEND_COUNTDOWN_S = 10;

const RegisterPage = lazyPage(async () => (await import("./register.page.tsx")).RegisterPage);

/** UI-5 */
export function SignInPage({ brand }: { brand: ReactNode }) {
  const [params] = useSearchParams();
  return params.has("inscription") ? <RegisterPage brand={brand} /> : <SignInForm brand={brand} />;
}

function SignInForm({ brand }: { brand: ReactNode }) {
  const [email, setEmail] = useState("");
  const [invalid, setInvalid] = useState(false);
  const [secondsLeft, restart] = useCountdown(RESEND_COUNTDOWN_S);
  const send = useAction({ mutationFn: requestMagicLink, onSuccess: restart });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const valid = emailSchema.safeParse(address).success;
    setInvalid(!valid);
    if (valid) send.mutate(address);
  };

  const waiting = secondsLeft > 0;
  return (
    <AuthCard brand={brand}>
      <title>Se connecter · Bobine</title>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>
            <Title order={1}>{signInTexts.title}</Title>
            <Text c="dimmed" size="sm" mt={4}>
              {signInTexts.intro}
            </Text>
          </div>
          <TextInput
            label={signInTexts.email}
            type="email"
            required
            withAsterisk={false}
            autoComplete="email"
            inputMode="email"
            placeholder="prenom.nom@distributeur.fr"
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setInvalid(false);
            }}
            error={invalid ? <span role="alert">{signInTexts.invalidEmail}</span> : undefined}
          />
          <Button type="submit" loading={send.isPending} disabled={waiting}>
            {send.isSuccess
              ? `${signInTexts.resend}${waiting ? ` (${secondsLeft}\u00a0s)` : ""}`
              : signInTexts.send}
          </Button>
          {send.data?.wait_seconds === undefined ? null : <Notice tone="warning">{send.data.detail}</Notice>}
          {send.isSuccess && send.data.wait_seconds === undefined ? (
            <Notice tone="info">{signInTexts.sent}</Notice>
          ) : null}
          {send.isError ? (
            <Notice tone="error">{describeError(send.error, signInTexts.failed, "instead").message}</Notice>
          ) : null}
        </Stack>
      </form>
    </AuthCard>
  );
}

/** Seconds left, and a function that starts again from `from`. */
function useCountdown(from: number): [number, () => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, () => setLeft(from)];
}
