import { ErrorCard, formatDateTime, PageLoadError } from "@bobine/shared-ui";
import { CopyButton, UnstyledButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { deploymentAge } from "./deployment-age.ts";
import { resetOverrides } from "./dev-overrides.ts";
import { type RemoteFailure, RemoteLoadError } from "./failures.ts";
import { useFederation } from "./federation-context.ts";
import { FAILURE_REASONS, FAILURE_TEXTS } from "./remote-failure.texts.ts";

/** TXT-2 */
const COPIED_MS = 2_000;

/** What a user sees where a remote should be: what failed, which build, who owns it, and a way to try again (FED-11). */
export function RemoteFailureCard({
  failure,
  takesFocus,
  retry,
}: {
  failure: RemoteFailure;
  takesFocus: boolean;
  retry: () => void;
}) {
  const age = deploymentAge(failure.deployedAt, new Date(failure.at));
  const { reasons = [] } = failure;
  const override = useFederation().overrides?.find(({ remote }) => remote === failure.remote);
  return (
    <ErrorCard
      title={FAILURE_TEXTS.title}
      message={`${FAILURE_REASONS[failure.kind]} ${FAILURE_TEXTS.rest}`}
      details={[
        ...reasons.map((value) => ({ label: FAILURE_TEXTS.reason, value })),
        { label: FAILURE_TEXTS.remote, value: failure.remote },
        { label: FAILURE_TEXTS.version, value: `${failure.version} (${failure.build})` },
        ...(age
          ? [{ label: FAILURE_TEXTS.deployed, value: `${formatDateTime(failure.deployedAt)}, ${age}` }]
          : []),
        ...(override
          ? [{ label: FAILURE_TEXTS.override, value: <ResetOverride address={override.address} /> }]
          : []),
        { label: FAILURE_TEXTS.owner, value: failure.owner },
        { label: FAILURE_TEXTS.supportCode, value: <SupportCode code={failure.supportCode} /> },
      ]}
      onRetry={retry}
      takesFocus={takesFocus}
    />
  );
}

function ResetOverride({ address }: { address: string }) {
  return (
    <>
      {address}{" "}
      <UnstyledButton td="underline" fz="sm" onClick={resetOverrides}>
        {FAILURE_TEXTS.reset}
      </UnstyledButton>
    </>
  );
}

function SupportCode({ code }: { code: string }) {
  return (
    <CopyButton value={code} timeout={COPIED_MS}>
      {({ copied, copy }) => {
        const label = copied ? FAILURE_TEXTS.copied : FAILURE_TEXTS.copy;
        const Icon = copied ? IconCheck : IconCopy;
        return (
          <>
            <code>{code}</code>{" "}
            <UnstyledButton onClick={copy} aria-label={label} title={label}>
              <Icon size={14} aria-hidden />
            </UnstyledButton>
            <output>{copied ? ` ${FAILURE_TEXTS.copied}` : null}</output>
          </>
        );
      }}
    </CopyButton>
  );
}

/** Offline when it failed: nobody's fault, and the network's return mends it. */
export function OfflineCard({ retry, takesFocus }: { retry: () => void; takesFocus: boolean }) {
  return (
    <ErrorCard
      title={FAILURE_TEXTS.offline}
      message={FAILURE_TEXTS.offlineHint}
      onRetry={retry}
      takesFocus={takesFocus}
    />
  );
}

/** True when code did not come, as opposed to code that ran and threw. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof RemoteLoadError || error instanceof PageLoadError;
