import type { ExportFormat } from "@bobine/contract/exports";
import { describeError } from "@bobine/shared-auth";
import { notifyFailure, notifySuccess, PageHeader, Surface } from "@bobine/shared-ui";
import { Button, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { BanksSection } from "./banks.section.tsx";
import { useExport } from "./exports.queries.ts";
import { TEXTS } from "./exports.texts.ts";
import { LotsSection } from "./lots.section.tsx";

const FORMATS: readonly ExportFormat[] = ["A", "B", "C"];

export function ExportsPage() {
  const download = useExport();
  const start = (format: ExportFormat) =>
    download.mutate(format, {
      onSuccess: () => notifySuccess(TEXTS.done),
      onError: (error) => {
        const text = TEXTS.failed(format);
        notifyFailure(text, describeError(error, text).reason);
      },
    });
  return (
    <>
      <PageHeader title={TEXTS.title} description={TEXTS.intro} />
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {FORMATS.map((format) => (
          <Surface key={format}>
            <Stack gap="sm" h="100%" justify="space-between">
              <div>
                <Title order={2} size="h3">
                  {TEXTS.what[format].name}
                </Title>
                <Text size="sm" c="dimmed" mt={4}>
                  {TEXTS.what[format].hint}
                </Text>
              </div>
              <Button
                leftSection={<IconDownload size={16} aria-hidden />}
                loading={download.isPending && download.variables === format}
                onClick={() => start(format)}
              >
                {TEXTS.button(format)}
              </Button>
            </Stack>
          </Surface>
        ))}
      </SimpleGrid>
      <LotsSection />
      <BanksSection />
    </>
  );
}
