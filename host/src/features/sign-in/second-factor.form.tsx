import { describeError, isApiError, useAction, verifyMagicLink } from "@bobine/shared-auth";
import { notifyError } from "@bobine/shared-ui";
import { useCodeField } from "@bobine/shared-ui/forms";
import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../paths.ts";
import { landingOf, wayOutOf } from "./landing.ts";
import { signInTexts } from "./sign-in.texts.ts";

/** The code of who has a second factor: the link stays good until it is right. */
export function SecondFactorForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { input, read, setWrong } = useCodeField();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const verify = useAction({ mutationFn: (totpCode: string) => verifyMagicLink(token, totpCode) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = read();
    if (code === undefined) return;
    verify.mutate(code, {
      onSuccess: (user) => void navigate(landingOf(user), { replace: true }),
      onError: (error) => {
        const { message } = describeError(error, signInTexts.verifyFailed, "instead");
        // UI-6: this one is silent, as without a code. Another tab has signed in meanwhile.
        if (message === signInTexts.otherUser) {
          void navigate(paths.dashboard(), { replace: true });
          return;
        }
        // The link itself has ended: another one is asked for.
        if (isApiError(error) && error.code?.startsWith("link_")) {
          notifyError(message);
          const { to, state } = wayOutOf(error);
          void navigate(to, { replace: true, state });
          return;
        }
        setWrong(message);
        field.current?.focus();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Title order={1}>{signInTexts.codeTitle}</Title>
        <Text>{signInTexts.codeIntro}</Text>
        <TextInput
          ref={field}
          label={signInTexts.code}
          withAsterisk={false}
          readOnly={verify.isPending}
          {...input}
        />
        <Button type="submit" loading={verify.isPending}>
          {signInTexts.confirm}
        </Button>
      </Stack>
    </form>
  );
}
