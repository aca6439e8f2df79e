import type { BoxOfficeStats } from "@bobine/contract/box-office";
import type { DistributorProfile } from "@bobine/contract/distributors";
import { mayIssue } from "@bobine/contract/policy/distributors";
import { lazyPage, PageLoading } from "@bobine/shared-ui";
import { Button } from "@mantine/core";
import { Suspense } from "react";
import { Link, useLocation } from "react-router-dom";
import { FileImport } from "../../file-import.tsx";
import { useIsHere } from "../../upload-task.ts";
import { MessageList, StatisticsList } from "../../statistics-list.tsx";
import { boxOfficeFileError } from "./box-office-file.ts";
import {
  isWeekQuestion,
  useBoxOfficeUpload,
  useInvoicingState,
  useReportPreview,
} from "./box-office.queries.ts";
import { TEXTS } from "./box-office.texts.ts";
import { NothingOfOurs } from "./nothing-of-ours.tsx";
import { statisticsOf } from "./report-statistics.tsx";

// It is looked at once a file has been read: its code is no part of opening the page.
const ReportPreview = lazyPage(async () => (await import("./report-preview.tsx")).ReportPreview);

export function BoxOfficePage() {
  const kind = useLocation().pathname.split("/").filter(Boolean).at(-1) ?? "";
  const preview = useReportPreview(kind);
  const isHere = useIsHere();
  const upload = useBoxOfficeUpload(kind, (file) => preview.data?.file === file);
  // BOX-10: what asks first is shown with what it would bring, and confirmed there.
  const send = (file: File) =>
    upload.mutate(file, {
      onError: (error) => {
        // Whoever has left looks at no preview: the question is told as what it is, a report that is not imported.
        if (!isWeekQuestion(error) || !isHere()) return;
        upload.reset();
        preview.mutate(file);
      },
    });
  const company = useInvoicingState().data;
  const intro = company === undefined ? TEXTS.intro : introOf(company);
  const seen = upload.data ? undefined : preview.data;
  return (
    <FileImport
      title={TEXTS.title(kind)}
      texts={{ ...TEXTS, intro }}
      accept={[".xml", "text/xml", "application/xml"]}
      fileError={boxOfficeFileError}
      upload={{ ...upload, mutate: send }}
      other={{ send: TEXTS.look, upload: preview }}
      goesOn={seen !== undefined}
    >
      {upload.data ? (
        <Result message={upload.data.message} stats={upload.data.preliminary_stats} />
      ) : seen ? (
        <Suspense fallback={<PageLoading />}>
          <ReportPreview
            key={`${seen.file.name} ${seen.file.lastModified}`}
            preview={seen.preview}
            isImporting={upload.isPending}
            onImport={() => send(seen.file)}
            onCancel={() => {
              upload.reset();
              preview.reset();
            }}
          />
        </Suspense>
      ) : null}
    </FileImport>
  );
}

/** The page never promises invoices that nobody issues (BILL-14). */
function introOf(company: Pick<DistributorProfile, "automation_on" | "validation_status">): string {
  if (!mayIssue(company)) return TEXTS.invoicing.notValidated;
  return company.automation_on ? TEXTS.invoicing.on : TEXTS.invoicing.paused;
}

function Result({ message, stats }: { message: string; stats: BoxOfficeStats }) {
  return (
    <div aria-live="polite">
      <StatisticsList title={TEXTS.result} message={message} statistics={statisticsOf(stats)} />
      <NothingOfOurs stats={stats} />
      <MessageList
        title={TEXTS.errors}
        messages={stats.errors}
        count={stats.errors_count}
        next={TEXTS.errorsNext}
      />
      <MessageList title={TEXTS.warnings} messages={stats.warnings} count={stats.warnings_count} />
      {stats.invoices_expected > 0 ? (
        <Button component={Link} to="/invoices" variant="light" mt="md">
          {TEXTS.toInvoices}
        </Button>
      ) : null}
    </div>
  );
}
