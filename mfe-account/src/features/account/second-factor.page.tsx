import type { SecondFactor } from "@bobine/contract/second-factor";
import { describeError, useSession } from "@bobine/shared-auth";
import {
  ErrorCard,
  formatDateTime,
  Notice,
  notifyError,
  notifySuccess,
  PageHeader,
  PageLoading,
  StatusBadge,
  Surface,
} from "@bobine/shared-ui";
import { CopyButton } from "@bobine/shared-ui/forms";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../paths.ts";
import { CodeDialog } from "./code.dialog.tsx";
import { FactorHoldersSection } from "./factor-holders.section.tsx";
import { type Enrolment, SecondFactorEnrolment } from "./second-factor-enrolment.tsx";
import {
  useDisableSecondFactor,
  useRenewRecoveryCodes,
  useSecondFactor,
  useStartSecondFactor,
  useUserAnew,
} from "./second-factor.queries.ts";
import { TEXTS } from "./second-factor.texts.ts";

/** One's own second factor: enabled with an authenticator app, removed by a code. */
export function SecondFactorPage() {
  const factor = useSecondFactor();
  const { user, isSuperAdmin } = useSession();
  const navigate = useNavigate();
  // As long as it is asked for, it is what this page is for, also while the recovery codes show.
  const [wasAskedFor] = useState(user?.needsSecondFactor === true);
  const isAskedFor = user?.needsSecondFactor === true;
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  // It stays when its answer is lost and the factor is enabled: the recovery codes are still to be shown.
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const isEnabled = factor.data?.is_enabled === true;
  const isUngiven = isAskedFor && isEnabled && !enrolment && !recoveryCodes;
  const isAsking = useUserAnew(isUngiven).isLoading;
  const showCodes = (codes: readonly string[], told: string) => {
    notifySuccess(told);
    setEnrolment(undefined);
    setRecoveryCodes(codes);
  };
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.intro}
        actions={
          factor.data ? (
            <StatusBadge color={isEnabled ? "green" : "gray"}>{isEnabled ? TEXTS.on : TEXTS.off}</StatusBadge>
          ) : undefined
        }
      />
      <Stack gap="md" maw={720}>
        {isAskedFor && factor.data && !recoveryCodes && (isUngiven ? !isAsking : !isEnabled) ? (
          <AskedFor isEnabled={isEnabled} />
        ) : null}
        {factor.isPending || isAsking ? <PageLoading /> : null}
        {factor.isError && !factor.data ? (
          <ErrorCard
            title={TEXTS.loadFailed}
            message={describeError(factor.error).message}
            onRetry={() => void factor.refetch()}
          />
        ) : null}
        {recoveryCodes ? (
          <RecoveryCodes
            codes={recoveryCodes}
            onKept={() => {
              setRecoveryCodes(undefined);
              if (wasAskedFor) void navigate(paths.console(), { replace: true });
            }}
          />
        ) : enrolment ? (
          <Surface>
            <SecondFactorEnrolment
              enrolment={enrolment}
              isEnabled={isEnabled}
              onEnabled={(codes) => showCodes(codes, TEXTS.enabled)}
              cancel={() => setEnrolment(undefined)}
            />
          </Surface>
        ) : factor.data && !isUngiven ? (
          <Surface>
            {isEnabled ? (
              <Enabled factor={factor.data} onRenewed={(codes) => showCodes(codes, TEXTS.renewed)} />
            ) : (
              <Disabled onStarted={setEnrolment} />
            )}
          </Surface>
        ) : null}
        {isSuperAdmin && !isAskedFor && !recoveryCodes && !enrolment ? <FactorHoldersSection /> : null}
      </Stack>
    </>
  );
}

/** Why nothing else opens (SEC-24). */
function AskedFor({ isEnabled }: { isEnabled: boolean }) {
  return (
    <Notice tone="warning" title={isEnabled ? TEXTS.toGiveTitle : TEXTS.toEnableTitle}>
      {isEnabled ? TEXTS.toGive : TEXTS.toEnable}
    </Notice>
  );
}

function Enabled({
  factor,
  onRenewed,
}: {
  factor: SecondFactor;
  onRenewed: (codes: readonly string[]) => void;
}) {
  const disable = useDisableSecondFactor();
  const renew = useRenewRecoveryCodes();
  const [asks, setAsks] = useState<"disable" | "renew">();
  const close = () => setAsks(undefined);
  return (
    <Stack gap="sm" align="flex-start">
      {factor.enabled_at ? <Text>{TEXTS.since(formatDateTime(factor.enabled_at))}</Text> : null}
      <Text>{TEXTS.codesLeft(factor.recovery_codes_left)}</Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsks("renew")}>
          {TEXTS.renew}
        </Button>
        <Button variant="default" onClick={() => setAsks("disable")}>
          {TEXTS.disable}
        </Button>
      </Group>
      {asks === "renew" ? (
        <CodeDialog
          title={TEXTS.renewTitle}
          failed={TEXTS.renewFailed}
          confirmLabel={TEXTS.renew}
          action={renew}
          onDone={onRenewed}
          close={close}
        >
          {TEXTS.renewText}
        </CodeDialog>
      ) : null}
      {asks === "disable" ? (
        <CodeDialog
          title={TEXTS.disableTitle}
          failed={TEXTS.disableFailed}
          confirmLabel={TEXTS.disable}
          action={disable}
          onDone={() => {
            close();
            notifySuccess(TEXTS.disabled);
          }}
          close={close}
        >
          {TEXTS.disableText}
        </CodeDialog>
      ) : null}
    </Stack>
  );
}

function Disabled({ onStarted }: { onStarted: (enrolment: Enrolment) => void }) {
  const start = useStartSecondFactor();
  return (
    <Button
      loading={start.isPending}
      onClick={() =>
        start.mutate(undefined, {
          onSuccess: onStarted,
          onError: (error) => notifyError(describeError(error, TEXTS.startFailed).message),
        })
      }
    >
      {TEXTS.enable}
    </Button>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Surface>
      <Title order={2}>{TEXTS.recoveryTitle}</Title>
      <Stack gap="md" mt="sm">
        <Notice tone="warning">{TEXTS.recovery}</Notice>
        <ul aria-label={TEXTS.recoveryTitle} style={{ columns: "300px 2", margin: 0 }}>
          {codes.map((code) => (
            <li key={code}>
              <Text component="code" ff="monospace">
                {code}
              </Text>
            </li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyButton
            value={codes.join("\n")}
            label={TEXTS.copy}
            copied={TEXTS.copied}
            failed={TEXTS.copyFailed}
          />
          <Button onClick={onKept}>{TEXTS.kept}</Button>
        </Group>
      </Stack>
    </Surface>
  );
}
