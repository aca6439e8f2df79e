import {
  type Decision,
  decideProspect,
  listProspects,
  type ProspectDocument,
  readProspectDocument,
} from "@bobine/contract/prospects";
import {
  callApi,
  callBinary,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { saveFile } from "@bobine/shared-ui/csv";
import { useQuery, useQueryClient } from "@tanstack/react-query";

export function useProspects() {
  return useQuery({
    ...routeQuery(listProspects),
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

export function useDecideProspect(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: { decision: Decision; reason: string; version: string }) =>
      callApi(decideProspect, { params: { id }, body }),
    // Also after a refusal: what changed meanwhile shows behind the dialog.
    onSettled: () => void invalidateAfter(client, decideProspect),
  });
}

export function useSaveDocument() {
  return useAction({
    mutationFn: async (document: ProspectDocument) => {
      const { blob } = await callBinary(readProspectDocument, { params: { id: document.id } });
      saveFile(blob, document.file_name);
    },
  });
}
