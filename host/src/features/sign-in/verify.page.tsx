import { describeError, hasRequestedLink, isApiError, verifyMagicLink } from "@bobine/shared-auth";
import { Notice, notifyError } from "@bobine/shared-ui";
import { Button, Loader, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { AuthCard } from "./auth-card.tsx";
import { SecondFactorForm } from "./second-factor.form.tsx";
import { landingOf, wayOutOf } from "./landing.ts";
import { signInTexts } from "./sign-in.texts.ts";

/**
 * UI-6. Mail scanners open links: only the browser that asked for the link verifies it at once,
 * any other waits for a click (SEC-5).
 */
export function VerifyPage({ brand }: { brand: ReactNode }) {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <AuthCard brand={brand}>
      <title>Connexion · Bobine</title>
      {token === "" ? (
        <MissingToken />
      ) : (
        <Verification token={token} isInvitation={search.has("invitation")} />
      )}
    </AuthCard>
  );
}

function MissingToken() {
  return (
    <Stack>
      <Notice tone="error">{signInTexts.noToken}</Notice>
      <Button component={Link} to={paths.signIn()} variant="default">
        Demander un nouveau lien
      </Button>
    </Stack>
  );
}

function Verification({ token, isInvitation }: { token: string; isInvitation: boolean }) {
  const navigate = useNavigate();
  const [askedHere] = useState(() => hasRequestedLink(Date.now()));
  const [verifying, setVerifying] = useState(askedHere);
  const [asksCode, setAsksCode] = useState(false);
  const [taken, setTaken] = useState<string>();
  const started = useRef(false);

  const verify = useCallback(async (): Promise<"needs a code" | { readonly taken: string } | undefined> => {
    if (started.current) return undefined;
    started.current = true;
    try {
      await navigate(landingOf(await verifyMagicLink(token)), { replace: true });
    } catch (error) {
      if (isApiError(error) && error.code === "second_factor_required") {
        return "needs a code";
      }
      const { message } = describeError(error, signInTexts.verifyFailed, "instead");
      // UI-6: this one is silent.
      if (message === signInTexts.otherUser) {
        await navigate(paths.dashboard(), { replace: true });
        return undefined;
      }
      if (isApiError(error) && error.code === "address_taken") {
        return { taken: message };
      }
      // The server knows the link of its last mail alone.
      const isReplaced = isInvitation && isApiError(error) && error.code === "link_invalid";
      notifyError(isReplaced ? signInTexts.invitationReplaced : message);
      const { to, state } = wayOutOf(error);
      await navigate(to, { replace: true, state });
    }
    return undefined;
  }, [token, isInvitation, navigate]);
  const begin = useCallback(() => {
    void verify().then((outcome) => {
      if (outcome === "needs a code") setAsksCode(true);
      else setTaken(outcome?.taken);
    });
  }, [verify]);

  useEffect(() => {
    if (askedHere) begin();
  }, [askedHere, begin]);

  if (asksCode) return <SecondFactorForm token={token} />;
  if (taken) return <Notice tone="error">{taken}</Notice>;
  if (verifying) {
    return (
      <Stack align="center" component="output">
        <Loader aria-hidden />
        <Text>{signInTexts.verifying}</Text>
      </Stack>
    );
  }
  return (
    <Stack>
      <Title order={1}>{signInTexts.title}</Title>
      <Text>{signInTexts.confirmIntro}</Text>
      <Button
        onClick={() => {
          setVerifying(true);
          begin();
        }}
      >
        {signInTexts.confirm}
      </Button>
    </Stack>
  );
}
