import { identifierLabel, LINK_ORIGIN_LABELS, type NewLink } from "@bobine/contract/cinema-links";
import { describeError } from "@bobine/shared-auth";
import { type DataColumn, DataTable, FrenchDate, Notice, Pager } from "@bobine/shared-ui";
import { useAddress } from "../../use-address.ts";
import { useNewLinks } from "./links.queries.ts";
import { LINK_TEXTS as TEXTS } from "./links.texts.ts";
import { Part } from "./part.tsx";

const PAGE_SIZE = 100;
const COLUMNS: DataColumn<NewLink>[] = [
  {
    key: "cinema",
    part: "title",
    header: TEXTS.columns.cinema,
    cell: ({ cinema }) => <strong>{[cinema.name, cinema.city].filter(Boolean).join(", ")}</strong>,
  },
  { key: "distributor", header: TEXTS.columns.distributor, cell: ({ distributor }) => distributor.name },
  { key: "origin", header: TEXTS.columns.origin, cell: ({ origin }) => LINK_ORIGIN_LABELS[origin] },
  {
    key: "identifier",
    header: TEXTS.columns.identifier,
    cell: ({ identifier }) => identifierLabel(identifier) || "–",
  },
  { key: "by", header: TEXTS.columns.by, cell: ({ linked_by }) => linked_by ?? "–" },
  { key: "date", header: TEXTS.columns.date, cell: (link) => <FrenchDate instant={link.created_at} /> },
];

/** Which distributors gained which cinemas lately; unusual numbers come first. */
export function NewLinks() {
  const [params, change] = useAddress();
  const page = Math.max(1, Math.trunc(Number(params.get("link_page"))) || 1);
  const links = useNewLinks(page);
  return (
    <Part title={TEXTS.title} description={TEXTS.description}>
      {links.data?.alerts.map(({ distributor, count, limit }) => (
        <Notice key={distributor.id} tone="warning" title={TEXTS.alertTitle}>
          {TEXTS.alert(distributor.name, count, limit)}
        </Notice>
      ))}
      <DataTable
        label={TEXTS.title}
        columns={COLUMNS}
        rows={links.data?.results}
        rowKey={(link) => `${link.distributor.id}-${link.cinema.id}`}
        rowName={(link) => `${link.cinema.name}, ${link.distributor.name}`}
        emptyText={TEXTS.empty}
        refreshing={links.isPlaceholderData}
        error={
          links.isError && !links.data ? describeError(links.error, TEXTS.loadFailed).message : undefined
        }
        onRetry={() => void links.refetch()}
      />
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        count={links.data?.count ?? 0}
        unit={TEXTS.unit}
        onPage={(to) => change({ link_page: to > 1 ? String(to) : undefined })}
      />
    </Part>
  );
}
