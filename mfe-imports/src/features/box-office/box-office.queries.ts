import { uploadBoxOffice, WEEK_NOT_OVER } from "@bobine/contract/box-office";
import { ownDistributor } from "@bobine/contract/distributors";
import { previewReport, type ReportPreview } from "@bobine/contract/report-previews";
import {
  invalidateAfter,
  isApiError,
  routeQuery,
  uploadFile,
  useDistributorScope,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useUploadTask } from "../../upload-task.ts";
import { TEXTS } from "./box-office.texts.ts";

/** A file that was looked at, with what its import would bring. */
export interface PreviewedFile {
  readonly file: File;
  readonly preview: ReportPreview;
}

export function useReportPreview(kind: string) {
  return useUploadTask(
    TEXTS.title(kind),
    async (file, onProgress): Promise<PreviewedFile> => ({
      file,
      preview: await uploadFile(previewReport, file, { onProgress }),
    }),
  );
}

/** @param isSeen whether a person has seen what the file brings: without that, a week that is not over asks first (BOX-10) */
export function useBoxOfficeUpload(kind: string, isSeen: (file: File) => boolean) {
  const client = useQueryClient();
  return useUploadTask(TEXTS.title(kind), async (file, onProgress) => {
    const query = isSeen(file) ? {} : ({ unfinished: "ask" } as const);
    const answer = await uploadFile(uploadBoxOffice, file, { params: { kind }, query, onProgress });
    await invalidateAfter(client, uploadBoxOffice);
    return answer;
  });
}

/** The server asks about a week that is not over. */
export const isWeekQuestion = (error: unknown): boolean => isApiError(error) && error.code === WEEK_NOT_OVER;

/** Whether what is imported is invoiced by itself. */
export function useInvoicingState() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(ownDistributor), enabled: hasAccess });
}
