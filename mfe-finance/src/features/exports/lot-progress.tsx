import { describeError } from "@bobine/shared-auth";
import { ErrorCard, Notice } from "@bobine/shared-ui";
import { Progress, Stack, Text } from "@mantine/core";
import { isUnderWay, type useLotPreparation } from "./lots.queries.ts";
import { LOT_TEXTS as TEXTS } from "./lots.texts.ts";

/** How far the lot is that a job makes, or why there is none; nothing when none was asked for. */
export function LotProgress({
  preparation: { data, error, refetch },
}: {
  preparation: ReturnType<typeof useLotPreparation>;
}) {
  const preparation = data?.preparation;
  return (
    <>
      {error ? (
        <ErrorCard
          title={describeError(error, TEXTS.preparationUnknown).message}
          onRetry={() => void refetch()}
        />
      ) : null}
      {preparation?.state === "failed" ? (
        <Notice tone="error" title={TEXTS.preparationFailed(preparation)}>
          {preparation.message || TEXTS.preparationLost}
        </Notice>
      ) : null}
      <output>
        {preparation && isUnderWay(preparation) ? (
          <Stack gap={6} component="span">
            <Progress
              value={Math.max(preparation.percent, 2)}
              animated
              aria-label={TEXTS.preparationProgress}
            />
            <Text size="sm" component="span">
              {TEXTS.preparing(preparation)}
            </Text>
            <Text size="sm" c="dimmed" component="span">
              {preparation.message || TEXTS.preparationHint}
            </Text>
          </Stack>
        ) : null}
      </output>
    </>
  );
}
