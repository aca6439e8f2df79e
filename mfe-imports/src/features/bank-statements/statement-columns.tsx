import type { ChosenLayout } from "@bobine/contract/statement-columns";
import { describeError } from "@bobine/shared-auth";
import { Dialog, ErrorCard, Notice } from "@bobine/shared-ui";
import { Box, Skeleton, Text } from "@mantine/core";
import { ColumnsDialog } from "./columns.dialog.tsx";
import { useStatementTables } from "./columns.queries.ts";
import { COLUMN_TEXTS as TEXTS } from "./columns.texts.ts";

interface StatementColumnsProps {
  file: File;
  /** Of a statement that names none; null: the first one. */
  account: number | null;
  /** What is said of some of its tables already. */
  chosen: readonly ChosenLayout[];
  onChosen: (layout: ChosenLayout) => void;
  close: () => void;
}

/** Reads how a file begins, and asks what its columns are. */
export function StatementColumns({ file, account, chosen, onChosen, close }: StatementColumnsProps) {
  const described = useStatementTables(file, account, chosen);
  const [first, ...others] = described.data?.tables ?? [];
  if (first) return <ColumnsDialog tables={[first, ...others]} onChosen={onChosen} close={close} />;
  return (
    <Dialog opened title={TEXTS.title} onClose={close}>
      {described.isError ? (
        <ErrorCard
          title={describeError(described.error, TEXTS.unreadable, "instead").message}
          onRetry={() => void described.refetch()}
        />
      ) : described.data ? (
        <Notice tone="warning">{TEXTS.none}</Notice>
      ) : (
        <>
          <Text component="output" size="sm" c="dimmed">
            {TEXTS.reading}
          </Text>
          <Box component="output" display="block" aria-label="Chargement…">
            <Skeleton height={240} mt="sm" />
          </Box>
        </>
      )}
    </Dialog>
  );
}
