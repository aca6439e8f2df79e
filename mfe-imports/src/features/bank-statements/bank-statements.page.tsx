import { STATEMENT_EXTENSIONS } from "@bobine/contract/statement-files";
import { booksPolicy } from "@bobine/contract/policy/books";
import { Allowed } from "@bobine/shared-auth";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { FileImport } from "../../file-import.tsx";
import type { UploadTask } from "../../upload-task.ts";
import { AccountSelect } from "./account-select.tsx";
import { statementFileError } from "./bank-statement-file.ts";
import {
  useBankAccounts,
  useImportPreview,
  usePreviewUpload,
  useStatementUpload,
} from "./bank-statements.queries.ts";
import { TEXTS } from "./bank-statements.texts.ts";
import { COLUMN_TEXTS } from "./columns.texts.ts";
import { RememberedLayouts } from "./remembered-layouts.tsx";
import { StatementColumns } from "./statement-columns.tsx";
import { isTable, useColumnsOfFile } from "./use-columns-of-file.ts";
import { UnknownLayout } from "./unknown-layout.tsx";
import { StatementPreview } from "./statement-preview.tsx";
import { StatementResult } from "./statement-result.tsx";

/** `?preview=…` is a statement that is looked at, `&account=…` the account that it would go to: a reload loses nothing. */
const PREVIEW = "preview";
const ACCOUNT = "account";

function accountOf(param: string | null): number | null {
  const id = Number(param);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export function BankStatementsPage() {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<number | null>(null);
  const accounts = useBankAccounts();
  const all = accounts.data?.results ?? [];
  const previewed = params.get(PREVIEW);
  const wanted = previewed === null ? chosen : accountOf(params.get(ACCOUNT));
  // A super admin may have gone to another distributor meanwhile. While nobody knows the accounts, what was asked for stands.
  const account = accounts.data === undefined || all.some(({ id }) => id === wanted) ? wanted : null;
  const show = (preview: string | null, of: number | null) =>
    setParams(
      (current) => {
        current.delete(PREVIEW);
        current.delete(ACCOUNT);
        if (preview !== null) current.set(PREVIEW, preview);
        if (preview !== null && of !== null) current.set(ACCOUNT, String(of));
        return current;
      },
      { replace: true },
    );
  const columns = useColumnsOfFile();
  const upload = useStatementUpload(account, columns.layouts);
  const preview = usePreviewUpload(account, columns.layouts, ({ outcome, id }) =>
    outcome === "unknown_layout" ? columns.ask() : show(id, account),
  );
  const unknown = preview.data?.outcome === "unknown_layout" ? preview.data : undefined;
  const isBusy = upload.isPending || preview.isPending;
  const importing = useImportPreview();
  const sentFor = <Result,>(purpose: "import" | "preview", task: UploadTask<Result>): UploadTask<Result> => ({
    ...task,
    mutate: (file, callbacks) => {
      columns.noteSentFor(purpose);
      task.mutate(file, callbacks);
    },
  });
  return (
    <FileImport
      title={TEXTS.title}
      texts={TEXTS}
      accept={STATEMENT_EXTENSIONS}
      fileError={statementFileError}
      upload={sentFor("import", upload)}
      other={{ send: TEXTS.look, upload: sentFor("preview", preview) }}
      below={
        <Allowed access={booksPolicy.importBankLines}>
          <RememberedLayouts accounts={all} />
        </Allowed>
      }
      goesOn={previewed !== null}
      isBusy={importing.isPending}
      onFile={() => {
        columns.forgetFile();
        show(null, null);
      }}
      actions={(file, send) =>
        isTable(file) ? (
          <>
            <Button variant="default" disabled={isBusy} title={COLUMN_TEXTS.openHint} onClick={columns.ask}>
              {COLUMN_TEXTS.open}
            </Button>
            {columns.isAsked(upload.error) ? (
              <StatementColumns
                file={file}
                account={account}
                chosen={columns.layouts()}
                onChosen={(layout) => {
                  columns.choose(layout, upload.error);
                  if (columns.isForPreview()) preview.mutate(file);
                  else send();
                }}
                close={() => columns.close(upload.error)}
              />
            ) : null}
          </>
        ) : null
      }
      choice={
        previewed === null ? (
          <AccountSelect
            accounts={all}
            isUnread={accounts.isError}
            value={account}
            onChange={(id) => {
              setChosen(id);
              upload.reset();
            }}
            disabled={isBusy}
          />
        ) : null
      }
    >
      {previewed === null ? (
        upload.data ? (
          <StatementResult stats={upload.data.stats} />
        ) : unknown ? (
          <UnknownLayout preview={unknown} />
        ) : null
      ) : (
        <StatementPreview
          key={previewed}
          id={previewed}
          accounts={accounts.data?.results}
          areAccountsUnread={accounts.isError}
          account={account}
          importing={importing}
          onAccount={(id) => show(previewed, id)}
          onEnd={() => {
            preview.reset();
            show(null, null);
          }}
        />
      )}
    </FileImport>
  );
}
