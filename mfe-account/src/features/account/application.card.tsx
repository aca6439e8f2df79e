import { type Application, FILE_PART_LABELS } from "@bobine/contract/prospects";
import { describeError, type DraftKind, useDraft } from "@bobine/shared-auth";
import { ErrorCard, Notice, notifyError, notifySuccess, PageLoading, Surface } from "@bobine/shared-ui";
import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useId } from "react";
import { z } from "zod";
import { ApplicationDocuments } from "./application-documents.tsx";
import { useApplication, useApplicationChanges } from "./application.queries.ts";
import { APPLICATION as TEXTS } from "./application.texts.ts";

/** Of who is not validated: what it can do meanwhile, what its file lacks, and what was decided with its reason. */
export function ApplicationCard() {
  const id = useId();
  const application = useApplication();
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} id={id} mb="sm">
          {TEXTS.title}
        </Title>
        {application.data ? (
          <ApplicationFile application={application.data} />
        ) : application.isError ? (
          <ErrorCard
            title={TEXTS.loadFailed}
            message={describeError(application.error).message}
            onRetry={() => void application.refetch()}
          />
        ) : (
          <PageLoading />
        )}
      </Surface>
    </section>
  );
}

function ApplicationFile({ application }: { application: Application }) {
  const { validation_status, missing, decision, is_asked: isAsked = false } = application;
  const isRefused = validation_status === "refused";
  const isTheirTurn = isRefused || isAsked;
  return (
    <Stack gap="md">
      <Notice tone={isTheirTurn ? "warning" : "info"}>
        {isRefused ? TEXTS.refused : isAsked ? TEXTS.asked : TEXTS.prospect}
      </Notice>
      {decision && decision.reason !== "" ? (
        <Text size="sm" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          <strong>{TEXTS.reasons[decision.decision]}</strong>&nbsp;: {decision.reason}
        </Text>
      ) : null}
      {missing.length > 0 ? (
        <Text size="sm">
          {TEXTS.missing}
          {missing.map((part) => FILE_PART_LABELS[part]).join(", ")}. {TEXTS.where}
        </Text>
      ) : isTheirTurn ? null : (
        <Text size="sm">{TEXTS.complete}</Text>
      )}
      <IbanHolder saved={application.iban_holder} />
      <ApplicationDocuments documents={application.documents} />
    </Stack>
  );
}

const DRAFT: DraftKind<string> = { name: "iban-holder", version: 1, schema: z.string() };

function IbanHolder({ saved }: { saved: string }) {
  const draft = useDraft(DRAFT, saved, TEXTS.holder);
  const { holder } = useApplicationChanges();
  const failure = holder.error ? describeError(holder.error, TEXTS.saveFailed) : undefined;
  const wrong = failure && (failure.fieldErrors["iban_holder"] ?? failure.message);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (holder.isPending) return;
    holder.mutate(draft.value.trim(), {
      onSuccess: (after) => {
        draft.settle(after.iban_holder);
        draft.set(() => after.iban_holder);
        notifySuccess(TEXTS.saved);
      },
      onError: () => notifyError(TEXTS.saveFailed),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={TEXTS.holder}
          description={TEXTS.holderHint}
          flex="1 1 240px"
          maxLength={200}
          autoComplete="off"
          readOnly={holder.isPending}
          value={draft.value}
          onChange={(event) => {
            const { value } = event.currentTarget;
            draft.set(() => value);
          }}
          error={wrong ? <span role="alert">{wrong}</span> : undefined}
        />
        <Button type="submit" variant="default" loading={holder.isPending}>
          {TEXTS.save}
        </Button>
      </Group>
    </form>
  );
}
