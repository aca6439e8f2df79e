import { centsFromWire, type Money } from "@bobine/contract/money";
import type { Findings } from "@bobine/contract/search";
import { INVOICE_STATUS } from "@bobine/contract/status-labels";
import { formatDate, formatMoney, searchable } from "@bobine/shared-ui";
import { isGroup, type MenuGroup, type MenuLink } from "../../layout/menu-entries.ts";
import { paths } from "../../paths.ts";
import { TEXTS } from "./search.texts.ts";

/** One line of the results: where it leads and what it says. */
export interface Result {
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly detail?: string;
  /** On the right: an amount. */
  readonly amount?: string;
}
export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}

/**
 * Pages of the menu that words name, then what the server found; the last line of a kind looks for more in its list.
 * @param findings undefined while nothing is asked
 */
export function resultsOf(
  menu: readonly (MenuLink | MenuGroup)[],
  words: string,
  findings: Findings | undefined,
): ResultGroup[] {
  const search = words.trim();
  const groups = [
    { title: TEXTS.groups.pages, results: pagesOf(menu, search) },
    ...(findings
      ? [
          { title: TEXTS.groups.cinemas, results: withMore("cinemas", cinemasOf(findings), search) },
          { title: TEXTS.groups.clients, results: clientsOf(findings) },
          { title: TEXTS.groups.invoices, results: invoicesOf(findings, search) },
          {
            title: TEXTS.groups.transactions,
            results: withMore("transactions", transactionsOf(findings), search),
          },
        ]
      : []),
  ];
  return groups.filter(({ results }) => results.length > 0);
}

function pagesOf(menu: readonly (MenuLink | MenuGroup)[], search: string): Result[] {
  const words = searchable(search).split(/\s+/).filter(Boolean);
  return menu
    .flatMap((entry) =>
      isGroup(entry)
        ? entry.items.map((item) => ({ ...item, group: entry.label }))
        : [{ ...entry, group: "" }],
    )
    .filter(({ label, group }) => words.every((word) => searchable(`${label} ${group}`).includes(word)))
    .map(({ label, group, path }) => ({
      key: `page ${path}`,
      to: path,
      text: label,
      ...(group ? { detail: group } : {}),
    }));
}

const MORE = {
  cinemas: paths.cinemas,
  invoices: paths.invoices,
  transactions: paths.userActions,
} as const;

const withMore = (kind: keyof typeof MORE, results: Result[], search: string): Result[] =>
  results.length === 0 ? results : [...results, moreOf(kind, MORE[kind](search))];

const moreOf = (kind: keyof typeof MORE, to: string): Result => ({
  key: `more ${kind}`,
  to,
  text: TEXTS.all[kind],
});

const cinemasOf = ({ cinemas }: Findings): Result[] =>
  cinemas.map(({ id, name, city, group }) => ({
    key: `cinema ${id}`,
    to: paths.cinemas(`${name} ${city}`.trim()),
    text: name,
    detail: [city, group].filter(Boolean).join(" · "),
  }));

const clientsOf = ({ clients }: Findings): Result[] =>
  clients.map(({ client_account, name, cinema_count }) => ({
    key: `client ${client_account}`,
    to: paths.clientAccount(client_account),
    text: name,
    detail: TEXTS.client(client_account, cinema_count),
  }));

function invoicesOf({ invoices }: Findings, search: string): Result[] {
  const results = invoices.map((invoice) => ({
    key: `invoice ${invoice.id}`,
    to: paths.invoice(invoice.id),
    text: invoice.invoice_number,
    detail: `${invoice.cinema_name} · ${formatDate(invoice.invoice_date)} · ${INVOICE_STATUS[invoice.status].label}`,
    amount: formatMoney(invoice.total_amount),
  }));
  const amounts = amountsOf(search);
  if (!amounts) return withMore("invoices", results, search);
  // The list looks for amounts in its filter (UI-26), of totals alone; its search knows numbers and weeks (UI-23).
  const { from, to, isExact } = amounts;
  const isOfTotal = ({ total_amount }: Findings["invoices"][number]) => {
    const total = Math.abs(centsFromWire(total_amount));
    return total >= centsFromWire(from) && total <= centsFromWire(to);
  };
  if (isExact ? invoices.some(isOfTotal) : invoices.length > 0 && invoices.every(isOfTotal))
    return [...results, moreOf("invoices", paths.invoicesOfAmounts(from, to))];
  return isExact ? results : withMore("invoices", results, search);
}

/** Words that are one amount: with its cents that one, of whole euros all that begin by them. */
function amountsOf(search: string) {
  const plain = search.replaceAll(/[\s€]/g, "").replace(",", ".");
  const [, whole, cents] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  // `12 345` without cents is two numbers.
  if (whole === undefined || (cents === undefined && /\d\s+\d/.test(search))) return undefined;
  const amount = (end: string) => `${Number(whole)}.${end}` as Money;
  return cents === undefined
    ? { from: amount("00"), to: amount("99"), isExact: false }
    : { from: amount(cents.padEnd(2, "0")), to: amount(cents.padEnd(2, "0")), isExact: true };
}

const transactionsOf = ({ transactions }: Findings): Result[] =>
  transactions.map((line) => ({
    key: `transaction ${line.id}`,
    to:
      line.user_action_id !== null
        ? paths.userAction(line.user_action_id)
        : line.invoice_id !== null
          ? paths.invoice(line.invoice_id)
          : statementOf(line),
    text: line.label,
    detail: formatDate(line.transaction_date),
    amount: formatMoney(line.amount, line.currency_code),
  }));

/** The bank's lines of its day and amount. */
function statementOf({ transaction_date: day, amount: signed }: Findings["transactions"][number]): string {
  const amount = signed.replace("-", "");
  return `${paths.originalStatement()}?${new URLSearchParams({ from: day, to: day, amount_from: amount, amount_to: amount }).toString()}`;
}
