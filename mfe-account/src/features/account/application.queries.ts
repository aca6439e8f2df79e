import {
  addApplicationDocument,
  type Application,
  type DocumentKind,
  readApplication,
  removeApplicationDocument,
  updateApplication,
} from "@bobine/contract/prospects";
import { callApi, invalidateAfter, routeKey, routeQuery, uploadFile, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

export function useApplication() {
  return useQuery({
    ...routeQuery(readApplication),
  });
}

/** What an applicant changes of its file. One that was refused waits again after it: the company is read again. */
export function useApplicationChanges() {
  const client = useQueryClient();
  const onSuccess = (application: Application) => {
    client.setQueryData(routeKey(readApplication), application);
    void invalidateAfter(client, updateApplication);
  };
  return {
    holder: useAction({
      mutationFn: (iban_holder: string) => callApi(updateApplication, { body: { iban_holder } }),
      onSuccess,
    }),
    add: useAction({
      mutationFn: ({ kind, file }: { kind: DocumentKind; file: File }) =>
        uploadFile(addApplicationDocument, file, { params: { kind } }),
      onSuccess,
    }),
    remove: useAction({
      mutationFn: (id: number) => callApi(removeApplicationDocument, { params: { id } }),
      onSuccess,
    }),
  };
}
