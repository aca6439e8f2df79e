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
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../paths.ts";
import { CodeDialog } from "./code.dialog.tsx";
import { FactorHoldersSection } from "./factor-holders.section.tsx";
import { type Enrolment, SecondFactorEnrolment } from "./second-factor-enrolment.tsx";
import { useDisableSecondFactor, useSecondFactor, useStartSecondFactor } from "./second-factor.queries.ts";
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
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.intro}
        actions={
          factor.data ? (
            <StatusBadge color={factor.data.is_enabled ? "green" : "gray"}>
              {factor.data.is_enabled ? TEXTS.on : TEXTS.off}
            </StatusBadge>
          ) : undefined
        }
      />
      <Stack gap="md" maw={720}>
        {isAskedFor && factor.data && !recoveryCodes ? <AskedFor isEnabled={factor.data.is_enabled} /> : null}
        {factor.isPending ? <PageLoading /> : null}
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
        ) : factor.data && !(isAskedFor && factor.data.is_enabled) ? (
          <Surface>
            {factor.data.is_enabled ? (
              <Enabled factor={factor.data} />
            ) : (
              <Disabled onEnabled={setRecoveryCodes} />
            )}
          </Surface>
        ) : null}
        {isSuperAdmin && !isAskedFor && !recoveryCodes ? <FactorHoldersSection /> : null}
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

function Enabled({ factor }: { factor: SecondFactor }) {
  const disable = useDisableSecondFactor();
  const [asks, setAsks] = useState(false);
  return (
    <Stack gap="sm" align="flex-start">
      {factor.enabled_at ? <Text>{TEXTS.since(formatDateTime(factor.enabled_at))}</Text> : null}
      <Text>{TEXTS.codesLeft(factor.recovery_codes_left)}</Text>
      <Button variant="default" onClick={() => setAsks(true)}>
        {TEXTS.disable}
      </Button>
      {asks ? (
        <CodeDialog
          title={TEXTS.disableTitle}
          failed={TEXTS.disableFailed}
          confirmLabel={TEXTS.disable}
          action={disable}
          onDone={() => {
            setAsks(false);
            notifySuccess(TEXTS.disabled);
          }}
          close={() => setAsks(false)}
        >
          {TEXTS.disableText}
        </CodeDialog>
      ) : null}
    </Stack>
  );
}

function Disabled({ onEnabled }: { onEnabled: (codes: readonly string[]) => void }) {
  const start = useStartSecondFactor();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  if (enrolment)
    return (
      <SecondFactorEnrolment
        enrolment={enrolment}
        onEnabled={(codes) => {
          notifySuccess(TEXTS.enabled);
          onEnabled(codes);
        }}
        cancel={() => setEnrolment(undefined)}
      />
    );
  return (
    <Button
      loading={start.isPending}
      onClick={() =>
        start.mutate(undefined, {
          onSuccess: setEnrolment,
          onError: (error) => notifyError(describeError(error, TEXTS.startFailed).message),
        })
      }
    >
      {TEXTS.enable}
    </Button>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [copied, setCopied] = useState(false);
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
          <Button
            variant="default"
            onClick={() => void navigator.clipboard.writeText(codes.join("\n")).then(() => setCopied(true))}
          >
            {copied ? TEXTS.copied : TEXTS.copy}
          </Button>
          <Button onClick={onKept}>{TEXTS.kept}</Button>
        </Group>
      </Stack>
    </Surface>
  );
}
