import { productSettings } from "@bobine/shared-auth";
import { Button, Group } from "@mantine/core";
import { Link } from "react-router-dom";
import { useDecides } from "./decider.tsx";
import { paths } from "./paths.ts";

/** What brings data, by its label and its screen. */
const WAYS = {
  statement: { label: "Importer un relevé", to: () => paths.statementImport() },
  bank: { label: "Connecter ma banque", to: () => paths.bankConnection() },
  report: {
    label: "Importer un rapport",
    to: () => paths.reportImport(productSettings().boxOfficeKind),
  },
  invoices: { label: "Importer une liste de factures", to: () => paths.invoiceImport() },
} as const;

/** What each list is filled by, the usual way first. */
const FILLED_BY = {
  queue: ["statement", "bank", "report"],
  statement: ["statement", "bank"],
  /** Bank accounts, which statements name. */
  accounts: ["statement"],
  /** What invoices and their payments say: who owes, VAT. */
  invoices: ["report", "invoices"],
  /** Credit notes, and payments of more than was due. */
  credits: ["statement", "invoices"],
} as const satisfies Readonly<Record<string, readonly (keyof typeof WAYS)[]>>;

/** DIST-7: an empty list offers what fills it, to who may. */
export function WhatFills({ list }: { list: keyof typeof FILLED_BY }) {
  if (!useDecides()) return null;
  return (
    <Group gap="xs" justify="center" mt="sm">
      {FILLED_BY[list].map((way, place) => (
        <Button
          key={way}
          component={Link}
          to={WAYS[way].to()}
          {...(place === 0 ? {} : { variant: "default" })}
        >
          {WAYS[way].label}
        </Button>
      ))}
    </Group>
  );
}
