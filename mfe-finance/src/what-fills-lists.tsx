import { productSettings } from "@bobine/shared-auth";
import { Button, Group } from "@mantine/core";
import { Link } from "react-router-dom";
import { useDecides } from "./decider.tsx";
import { paths } from "./paths.ts";

const TEXTS = {
  statement: "Importer un relevé",
  bank: "Connecter ma banque",
  report: "Importer un rapport",
} as const;

/** DIST-7: an empty list offers what fills it: bank lines, and of the queue the reports too. */
export function WhatFills({ list }: { list: "queue" | "statement" }) {
  if (!useDecides()) return null;
  return (
    <Group gap="xs" justify="center" mt="sm">
      <Button component={Link} to={paths.statementImport()}>
        {TEXTS.statement}
      </Button>
      <Button component={Link} to={paths.bankConnection()} variant="default">
        {TEXTS.bank}
      </Button>
      {list === "queue" ? (
        <Button component={Link} to={paths.reportImport(productSettings().boxOfficeKind)} variant="default">
          {TEXTS.report}
        </Button>
      ) : null}
    </Group>
  );
}
