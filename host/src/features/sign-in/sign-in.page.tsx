import { emailSchema, tooManyLinks } from "@bobine/contract/auth";
import { describeError, requestMagicLink, useAction } from "@bobine/shared-auth";
import { lazyPage, Notice } from "@bobine/shared-ui";
import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { sentAwayBy } from "../../return-path.ts";
import { AuthCard } from "./auth-card.tsx";
import { isLinkOver } from "./landing.ts";
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
  const { state } = useLocation();
  const [email, setEmail] = useState("");
  const [invalid, setInvalid] = useState(false);
  const [secondsLeft, countFrom] = useCountdown();
  const [refused, setRefused] = useState<string>();
  const send = useAction({
    mutationFn: requestMagicLink,
    onSuccess: ({ wait_seconds }, address) => {
      setRefused(wait_seconds === undefined ? undefined : address);
      countFrom(wait_seconds ?? RESEND_COUNTDOWN_S);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const valid = emailSchema.safeParse(address).success;
    setInvalid(!valid);
    if (valid) send.mutate(address);
  };

  // The longer wait is that of one address.
  const waiting = secondsLeft > 0 && (refused === undefined || refused === email.trim());
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
          {isLinkOver(state) && !send.isSuccess ? (
            <Notice tone="info">{signInTexts.linkIsOver}</Notice>
          ) : null}
          {sentAwayBy(state).owner && !send.isSuccess ? (
            <Notice tone="info">{signInTexts.sessionIsOver}</Notice>
          ) : null}
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
              ? `${signInTexts.resend}${waiting ? ` (${signInTexts.left(secondsLeft)})` : ""}`
              : signInTexts.send}
          </Button>
          {waiting && refused !== undefined ? (
            <Notice tone="warning">{tooManyLinks(secondsLeft)}</Notice>
          ) : null}
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

/** Seconds left, and a function that counts down from some. By the clock: a page in the background is seldom woken. */
function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((end - now) / 1_000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), end - now - (left - 1) * 1_000);
    return () => clearTimeout(timer);
  }, [left, end, now]);
  const countFrom = (seconds: number) => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1_000);
  };
  return [left, countFrom];
}
