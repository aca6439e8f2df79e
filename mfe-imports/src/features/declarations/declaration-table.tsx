import { percent } from "@bobine/contract/french";
import { cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import type { Declaration } from "@bobine/contract/declarations";
import { DECLARATION_LIST } from "@bobine/contract/lists/declarations";
import { DECLARATION_OUTCOME } from "@bobine/contract/status-labels";
import {
  type DataColumn,
  DataTable,
  formatCount,
  formatInteger,
  Money,
  StatusBadge,
} from "@bobine/shared-ui";
import { Anchor, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { MISSING_TEXTS, OUTCOME_HINTS } from "../../outcome-texts.ts";
import { paths } from "../../paths.ts";
import classes from "./declarations.module.css";
import { NATURE_TEXTS, TEXTS } from "./declarations.texts.ts";

const { columns: LABELS } = DECLARATION_LIST;

const termsOf = (declaration: Declaration): string => {
  if (declaration.terms_type === "GRATUIT") return "Gratuit";
  if (declaration.terms_type === "FORFAIT") return "Forfait";
  return declaration.rate_bp === null ? "–" : percent(declaration.rate_bp);
};

const COLUMNS: DataColumn<Declaration>[] = [
  {
    key: "cinema",
    width: "15%",
    part: "subtitle",
    header: LABELS.cinema.label,
    cell: (one) => (
      <>
        {one.cinema_name}
        <Text size="xs" c="dimmed">
          {one.screen_name || `Salle ${one.screen_authorization}`} · {weekLabel(cinemaWeekOf(one.week_start))}
        </Text>
      </>
    ),
  },
  {
    key: "film",
    width: "auto",
    part: "title",
    header: LABELS.film.label,
    cell: (one) => (
      <>
        {one.film_title}
        <Text size="xs" c="dimmed">
          {[one.version, one.visa_number && `visa ${one.visa_number}`, NATURE_TEXTS[one.nature]]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </>
    ),
  },
  {
    key: "admissions",
    width: "7%",
    header: "Entrées",
    align: "right",
    cell: (one) => formatInteger(one.admissions_paid + one.admissions_free),
  },
  {
    key: "gross",
    width: "10%",
    header: LABELS.gross_ttc.label,
    align: "right",
    cell: (one) => <Money amount={one.gross_ttc} />,
  },
  {
    key: "base",
    width: "10%",
    header: LABELS.base_film_ht.label,
    align: "right",
    cell: (one) => <Money amount={one.base_film_ht} />,
  },
  { key: "terms", width: "6%", header: "Taux", align: "right", cell: termsOf },
  {
    key: "share",
    width: "10%",
    part: "amount",
    header: LABELS.share_ht.label,
    align: "right",
    cell: (one) => <Money amount={one.share_ht} />,
  },
  {
    key: "outcome",
    width: "23%",
    part: "status",
    header: LABELS.outcome.label,
    cell: (one) => <Outcome declaration={one} />,
  },
];

/** Declarations in the order of their file; a chevron opens the rest of each. */
export function DeclarationTable(props: {
  declarations: readonly Declaration[] | undefined;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
}) {
  return (
    <DataTable
      label={TEXTS.declarations}
      columns={COLUMNS}
      rows={props.declarations}
      rowKey={(one) => one.id}
      rowName={(one) => `${one.film_title}, ${one.cinema_name}`}
      expanded={(one) => <Details declaration={one} />}
      emptyText={TEXTS.none}
      refreshing={props.refreshing}
      error={props.error}
      onRetry={props.onRetry}
    />
  );
}

/** The invoice that it became, or why there is none yet. */
function Outcome({ declaration }: { declaration: Declaration }) {
  const { outcome, invoice, warnings } = declaration;
  const { color, label } = DECLARATION_OUTCOME[outcome];
  const hint = OUTCOME_HINTS[outcome];
  const missing = declaration.missing.map((name) => MISSING_TEXTS[name] ?? name).join(", ");
  return (
    <div className={classes["outcome"]}>
      <div>
        <StatusBadge color={color}>{label}</StatusBadge>
        {warnings.length > 0 ? (
          <Tooltip label={warnings[0]} multiline maw={320}>
            <span className={classes["warning"]}>
              <IconAlertTriangle size={16} aria-hidden />
              <VisuallyHidden>
                {formatCount(warnings.length, "avertissement", "avertissements")}
              </VisuallyHidden>
            </span>
          </Tooltip>
        ) : null}
      </div>
      {invoice ? (
        <Anchor component={Link} to={paths.invoice(invoice.id)} size="sm">
          {invoice.invoice_number}
        </Anchor>
      ) : hint ? (
        <Text size="xs" c="dimmed">
          {hint}
          {missing ? `\u00a0: ${missing}.` : ""}
        </Text>
      ) : null}
    </div>
  );
}

function Details({ declaration: one }: { declaration: Declaration }) {
  const facts: [string, ReactNode][] = [
    ["Référence", one.reference || "–"],
    ["Semaine", one.week_display],
    ["Salle", [one.screen_name, one.screen_authorization].filter(Boolean).join(" · ")],
    ["Séances", one.screenings === null ? "–" : formatInteger(one.screenings)],
    ["Entrées payantes", formatInteger(one.admissions_paid)],
    ["Entrées gratuites", formatInteger(one.admissions_free)],
    ["TSA", <Money key="tsa" amount={one.tsa} />],
    ["TVA", <Money key="vat" amount={one.vat} />],
    ["Part", one.share_declared ? "déclarée" : "calculée"],
    ...(one.minimum_guarantee_ht === null
      ? []
      : [
          ["Minimum garanti HT", <Money key="mg" amount={one.minimum_guarantee_ht} />] as [string, ReactNode],
        ]),
  ];
  return (
    <>
      <dl className={classes["facts"]}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {one.warnings.length > 0 ? (
        <ul className={classes["warnings"]} aria-label="Avertissements">
          {one.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
