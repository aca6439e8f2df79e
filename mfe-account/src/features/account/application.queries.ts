import {
  addApplicationDocument,
  type Application,
  type DocumentKind,
  readApplication,
  removeApplicationDocument,
  updateApplication,
} from "@bobine/contract/prospects";
import { callApi, uploadFile, useAction } from "@bobine/shared-auth";
import { OWN_DISTRIBUTOR } from "@bobine/shared-features/own-distributor";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** Of the file of a company that is not validated. */
export const APPLICATION_KEY = ["distributor", "application"];

export function useApplication() {
  return useQuery({
    queryKey: APPLICATION_KEY,
    queryFn: ({ signal }) => callApi(readApplication, { signal }),
  });
}

/** What an applicant changes of its file. One that was refused waits again after it: the company is read again. */
export function useApplicationChanges() {
  const client = useQueryClient();
  const onSuccess = (application: Application) => {
    client.setQueryData(APPLICATION_KEY, application);
    void client.invalidateQueries({ queryKey: OWN_DISTRIBUTOR });
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
