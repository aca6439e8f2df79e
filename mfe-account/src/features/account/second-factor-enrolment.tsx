import type { startSecondFactor } from "@bobine/contract/second-factor";
import { describeError, isApiError } from "@bobine/shared-auth";
import { Notice, notifyError } from "@bobine/shared-ui";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { useEnableSecondFactor } from "./second-factor.queries.ts";
import { TEXTS } from "./second-factor.texts.ts";

export type Enrolment = z.infer<typeof startSecondFactor.response>;

/** Apps read a code with this much light around it. */
const QUIET = 4;

/**
 * The secret as QR code and as text, and the first code that shows that the app has it.
 * @param isEnabled it is already: the answer was lost, and the next code of the app brings the recovery codes
 */
export function SecondFactorEnrolment({
  enrolment,
  isEnabled,
  onEnabled,
  cancel,
}: {
  enrolment: Enrolment;
  isEnabled: boolean;
  onEnabled: (recoveryCodes: readonly string[]) => void;
  cancel: () => void;
}) {
  const { secret, qr } = enrolment;
  const enable = useEnableSecondFactor();
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string>();
  const [wasEnabled, setWasEnabled] = useState(isEnabled);
  if (isEnabled && !wasEnabled) {
    // The code that was given is spent.
    setWasEnabled(true);
    setCode("");
    setWrong(undefined);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = code.replaceAll(/\s/g, "");
    if (!/^\d{6}$/.test(digits)) {
      setWrong(TEXTS.wrongForm);
      return;
    }
    enable.mutate(digits, {
      onSuccess: onEnabled,
      onError: (error) => {
        const { message, fieldErrors } = describeError(error, TEXTS.enableFailed);
        // By another session, whose recovery codes are not shown here.
        if (isApiError(error) && error.code === "second_factor_enabled") {
          notifyError(message);
          cancel();
          return;
        }
        setWrong(fieldErrors["totp_code"] ?? message);
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isEnabled ? <Notice tone="warning">{TEXTS.unseen}</Notice> : <Text>{TEXTS.scan}</Text>}
        {/* Dark on light in every theme: cameras read no other. */}
        <svg
          role="img"
          aria-label={TEXTS.qr}
          viewBox={`${-QUIET} ${-QUIET} ${qr.size + 2 * QUIET} ${qr.size + 2 * QUIET}`}
          width={220}
          height={220}
          shapeRendering="crispEdges"
          style={{ background: "#ffffff", maxWidth: "100%" }}
        >
          <path d={qr.path} fill="#000000" />
        </svg>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {TEXTS.key}&nbsp;: <strong>{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</strong>
        </Text>
        <TextInput
          label={TEXTS.firstCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          readOnly={enable.isPending}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setWrong(undefined);
          }}
          error={wrong ? <span role="alert">{wrong}</span> : undefined}
        />
        <Group gap="xs">
          <Button type="submit" loading={enable.isPending}>
            {isEnabled ? TEXTS.showCodes : TEXTS.confirm}
          </Button>
          <Button variant="default" disabled={enable.isPending} onClick={cancel}>
            {TEXTS.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
