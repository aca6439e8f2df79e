import { largestFeeOf } from "@bobine/contract/bank-parts";
import { type Cents, cents } from "@bobine/contract/money";
import { formatDate, formatMoney } from "@bobine/shared-ui";
import { PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import { type OfferedInvoice, type OfferedNet, type PartKind, type PartLine } from "./part-line.ts";
import {
  clientsOf,
  type FoundTargets,
  NOTHING_FOUND,
  optionGroups,
  optionsOf,
  paidInvoices,
} from "./part-options.ts";
import {
  amountText,
  choiceOf,
  kindOf,
  type PartChoice,
  remainderOf,
  signedCentsTyped,
  subjectOf,
  type TypedPart,
} from "./typed-parts.ts";

/** What a part of this choice most likely is of what is left; undefined when nothing says it. */
export function suggestedAmount(
  line: PartLine,
  choice: PartChoice,
  left: Cents,
  found: FoundTargets = NOTHING_FOUND,
): Cents | undefined {
  const subject = subjectOf(choice);
  switch (kindOf(choice)) {
    case "invoice": {
      const invoice = [...line.invoices, ...found.invoices].find(({ id }) => String(id) === subject);
      if (!invoice) return left > 0 ? left : undefined;
      // What is short by no more than a small difference pays it whole.
      return left > 0 && left < invoice.outstanding - line.writeOffLimit ? left : invoice.outstanding;
    }
    case "client_credit":
    case "refund": {
      const most = [...line.credits, ...found.credits].find(({ id }) => id === subject)?.remaining;
      return most === undefined ? undefined : cents(0 - (left < 0 ? Math.min(most, 0 - left) : most));
    }
    case "return": {
      const [transaction, invoice] = subject.split(":");
      const amount = line.returns
        .find(({ transaction_id }) => String(transaction_id) === transaction)
        ?.invoices.find(({ id }) => String(id) === invoice)?.amount;
      return amount === undefined ? undefined : cents(0 - amount);
    }
    default:
      return left === 0 ? undefined : left;
  }
}

const typed = (choice: PartChoice, amount: Cents | undefined): TypedPart => ({
  choice,
  amount: amount === undefined ? "" : amountText(amount),
  name: "",
});

/** The last invoice that the parts pay less of than it owes, and by how much. */
function shortInvoice(
  line: PartLine,
  parts: readonly TypedPart[],
): { readonly place: number; readonly missing: number } | undefined {
  const place = parts.findLastIndex(({ choice }) => kindOf(choice) === "invoice");
  const part = parts[place];
  const invoice = part && line.invoices.find(({ id }) => choiceOf("invoice", id) === part.choice);
  const paid = part && signedCentsTyped(part.amount);
  if (!invoice || paid === undefined || paid >= invoice.outstanding) return undefined;
  return { place, missing: invoice.outstanding - paid };
}

/**
 * The parts with one more. What takes money off a receipt of which nothing is left settles its invoice: fees that a bank kept, all that is missing;
 * a client credit, as much of it as there is.
 */
function withPart(line: PartLine, parts: readonly TypedPart[], choice: PartChoice): TypedPart[] {
  const left = remainderOf(line.amount, parts);
  const short = left === 0 ? shortInvoice(line, parts) : undefined;
  const most =
    choice === "fees"
      ? largestFeeOf(cents(line.amount + (short?.missing ?? 0)))
      : kindOf(choice) === "client_credit"
        ? line.credits.find(({ id }) => id === subjectOf(choice))?.remaining
        : undefined;
  if (!short || most === undefined || (choice === "fees" && short.missing > most))
    return [...parts, typed(choice, suggestedAmount(line, choice, left))];
  const taken = Math.min(short.missing, most);
  return [
    ...parts.map((part, place) =>
      place === short.place
        ? { ...part, amount: amountText(cents((signedCentsTyped(part.amount) ?? 0) + taken)) }
        : part,
    ),
    typed(choice, cents(0 - taken)),
  ];
}

/** Without the parts that nobody has said anything of: they give way to what is added. */
const said = (parts: readonly TypedPart[]): TypedPart[] => parts.filter(({ choice }) => choice !== "");

/** The parts with one of a kind more: its subject is the next one that is offered, its amount what is left for it. */
export function withKind(line: PartLine, parts: readonly TypedPart[], kind: PartKind): TypedPart[] {
  const before = said(parts);
  const taken = new Set(before.map(({ choice }) => choice));
  if (kind === "return") {
    const left = remainderOf(line.amount, before);
    const next = line.returns.find(({ transaction_id, invoices }) =>
      invoices.some(({ id }) => !taken.has(choiceOf(kind, `${transaction_id}:${id}`))),
    );
    if (!next) return [...before, typed(`${kind}:`, undefined)];
    const choices = next.invoices.map(({ id }) => choiceOf(kind, `${next.transaction_id}:${id}`));
    return [
      ...before,
      ...choices
        .filter((choice) => !taken.has(choice))
        .map((choice) => typed(choice, suggestedAmount(line, choice, left))),
    ];
  }
  const choice = nextChoice(line, before, kind, taken);
  return kind === "write_off" && taken.has(choice) ? before : withPart(line, before, choice);
}

function nextChoice(
  line: PartLine,
  before: readonly TypedPart[],
  kind: PartKind,
  taken: ReadonlySet<PartChoice>,
): PartChoice {
  const proposed = line.proposal && kindOf(line.proposal.choice) === kind ? line.proposal.choice : undefined;
  switch (kind) {
    case "fees":
    case "unknown":
      return kind;
    case "account":
      return proposed ?? "account:";
    case "write_off":
      return paidInvoices(before).length === 0
        ? "write_off:"
        : choiceOf(kind, paidInvoices(before).at(-1) ?? "");
    case "advance":
    case "credit": {
      const paid = line.invoices.find(({ id }) => paidInvoices(before).includes(String(id)));
      const clients = clientsOf(line);
      const client = paid?.cinema_id ?? (clients.length === 1 ? clients[0]?.id : undefined);
      const choice = client === undefined ? `${kind}:` : choiceOf(kind, client);
      return taken.has(choice) ? `${kind}:` : choice;
    }
    default: {
      const free = optionsOf(kind, line, before, NOTHING_FOUND).find(({ value }) => !taken.has(value));
      return free?.value ?? `${kind}:`;
    }
  }
}

/** A way to go on that one click takes: what it is called, and the parts afterwards. */
export interface Offer {
  /** Undefined when no key of a kind takes it. */
  readonly kind: PartKind | undefined;
  readonly label: string;
  readonly parts: readonly TypedPart[];
}
/** Of a kind at most; its list has them all. */
const MOST_OFFERS = 4;

/** What is known of the payer, as the parts that it would be; nothing is taken by itself. */
export function offersOf(line: PartLine, parts: readonly TypedPart[]): Offer[] {
  const before = said(parts);
  const taken = new Set(before.map(({ choice }) => choice));
  const { kinds } = line;
  const ofKind = (kind: PartKind): Offer[] =>
    kinds.includes(kind)
      ? optionsOf(kind, line, before, NOTHING_FOUND)
          .filter(({ value }) => !taken.has(value))
          .slice(0, MOST_OFFERS)
          .map(({ value, label }) => ({
            kind,
            label,
            parts: withPart(line, before, value),
          }))
      : [];
  const returns = (kinds.includes("return") ? line.returns : [])
    .filter(({ transaction_id, invoices }) =>
      invoices.some(({ id }) => !taken.has(choiceOf("return", `${transaction_id}:${id}`))),
    )
    .slice(0, MOST_OFFERS)
    .map(
      (one): Offer => ({
        kind: "return",
        label: TEXTS.reopens(
          one.invoices.map(({ number }) => number),
          formatDate(one.transaction_date),
        ),
        parts: withKind({ ...line, returns: [one] }, before, "return"),
      }),
    );
  const isReturn = line.returns.some((one) => one.is_likely);
  return [
    ...(before.length === 0 ? line.nets.map(netOffer) : []),
    ...smallDifference(line, before),
    // What its words call a return comes first; else what is given back, which reopens nothing.
    ...(isReturn ? [...returns, ...ofKind("refund")] : [...ofKind("refund"), ...returns]),
    ...ofKind("client_credit"),
    ...ofKind("invoice"),
  ];
}

/** All that a receipt of invoices less credits is made of, each part whole. */
const netParts = ({ invoices, credits }: OfferedNet): TypedPart[] => [
  ...invoices.map((one) => ({
    ...typed(choiceOf("invoice", one.id), one.outstanding),
    name: TEXTS.invoice(one),
  })),
  ...credits.map((one) => ({
    ...typed(choiceOf("client_credit", one.id), cents(0 - one.remaining)),
    name: TEXTS.clientCredit(one),
  })),
];

const netOffer = (net: OfferedNet): Offer => ({
  kind: undefined,
  label: TEXTS.net(net.reasons[0] ?? ""),
  parts: netParts(net),
});

/** What is left of a paid invoice, when it is no more than the distributor lets one write off. */
export function smallDifference(line: PartLine, parts: readonly TypedPart[]): Offer[] {
  const left = remainderOf(line.amount, parts);
  const invoice = paidInvoices(parts).at(-1);
  if (!line.kinds.includes("write_off")) return [];
  if (left === 0 || Math.abs(left) > line.writeOffLimit || invoice === undefined || line.amount < 0)
    return [];
  if (parts.some(({ choice }) => kindOf(choice) === "write_off")) return [];
  return [
    {
      kind: "write_off",
      label: TEXTS.smallDifference(formatMoney(left), left < 0),
      parts: [...parts, typed(choiceOf("write_off", invoice), left)],
    },
  ];
}

/** The parts with another choice at a place; its amount follows unless a person typed it. */
export function withChoice(
  line: PartLine,
  parts: readonly TypedPart[],
  place: number,
  choice: PartChoice,
  found: FoundTargets,
): TypedPart[] {
  return parts.map((part, index) => {
    if (index !== place) return part;
    const left = remainderOf(
      line.amount,
      parts.filter((_, other) => other !== place),
    );
    const before = signedCentsTyped(part.amount);
    const isOurs =
      part.amount.trim() === "" ||
      part.amount === part.suggested ||
      before === left ||
      before === suggestedAmount(line, part.choice, left);
    const next = isOurs ? suggestedAmount(line, choice, left, found) : undefined;
    const name = optionGroups(line, parts, place, found)
      .flatMap(({ items }) => items)
      .find(({ value }) => value === choice)?.label;
    const text = next === undefined ? undefined : amountText(next);
    return { choice, name: name ?? "", amount: text ?? part.amount, suggested: text ?? part.suggested };
  });
}

/**
 * What the dialog begins with: what was chosen before, each with what it owes, and the rest as the key said; without both, what
 * is proposed for the whole line.
 */
export function initialParts(
  line: PartLine,
  chosen: readonly OfferedInvoice[],
  kind: PartKind | undefined,
): TypedPart[] {
  const paid = chosen.map(({ id, outstanding }) => typed(choiceOf("invoice", id), outstanding));
  const left = remainderOf(line.amount, paid);
  if (paid.length > 0 && left === 0) return paid;
  if (kind !== undefined && line.kinds.includes(kind)) return withKind(line, paid, kind);
  if (paid.length > 0) return [...paid, typed("", left)];
  if (line.refund) {
    const choice = choiceOf("refund", line.refund.credit);
    return [typed(choice, suggestedAmount(line, choice, left))];
  }
  const net = line.proposal ? undefined : likelyNet(line);
  return net ? netParts(net) : [typed(line.proposal?.choice ?? "", left)];
}

const likelyNet = ({ nets }: PartLine): OfferedNet | undefined => nets.find(({ is_likely }) => is_likely);

/** Why the dialog begins with what is proposed, in French; undefined when nothing is. */
export const reasonOfInitial = (line: PartLine): string | undefined =>
  line.refund?.reason ?? line.proposal?.reason ?? likelyNet(line)?.reasons.join(" · ");
