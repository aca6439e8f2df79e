// The books that the exports must show, written from the rules of accounting and not from the code that writes the exports: double
// entry, letters for what settles one another, capitals for what comes to nothing.
import type { BankLine, Document, Facts } from "./facts.testing.ts";
import { appliedOn, byDate, groupsOf, type OwnGroup, sum } from "./own-groups.testing.ts";

export interface OwnLine {
  readonly journal: "VE" | "AN" | "BQ" | "OD";
  readonly date: string;
  readonly account: string;
  readonly client: string;
  readonly piece: string;
  /** Cents: above zero a debit, below a credit. */
  readonly amount: number;
  /** Of a client line: what it belongs to. */
  readonly group: OwnGroup | undefined;
}

const VAT_ACCOUNTS: Readonly<Record<number, string>> = {
  2000: "445711",
  1000: "445712",
  550: "445713",
  210: "445714",
};

const ACCOUNT_OF_KIND: Readonly<Record<string, string>> = {
  fees: "627800",
  unknown: "471000",
  advance: "419100",
  credit: "411000",
};

/** What of a bank line is no payment of a document. */
interface OwnPart {
  readonly kind: string;
  readonly account: string;
  readonly client: string;
  readonly amount: number;
  readonly group: OwnGroup | undefined;
}

export class OwnLedger {
  readonly groups: readonly OwnGroup[];
  readonly #facts: Facts;
  readonly #documents: ReadonlyMap<number, Document>;
  readonly #groupOf: ReadonlyMap<number, OwnGroup>;
  readonly #groupOfPart: ReadonlyMap<number, OwnGroup>;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#documents = new Map(facts.documents.map((one) => [one.id, one]));
    const { groups, groupOf, groupOfPart } = groupsOf(facts, this.#documents);
    this.groups = groups;
    this.#groupOf = groupOf;
    this.#groupOfPart = groupOfPart;
  }

  /** What is still owed of a document; of a credit note, below zero, what nobody has used. */
  outstanding(document: Document): number {
    const { allocations, credits } = this.#facts;
    const paid = allocations.filter((one) => one.document_id === document.id);
    const credited = credits.filter((one) => one.document_id === document.id);
    const used = credits.filter((one) => one.note_id === document.id);
    return document.total - sum(paid) - sum(credited) + sum(used) - sum(this.#refundsOf(document));
  }

  #refundsOf = (note: Document): Facts["parts"] => this.#facts.parts.filter((one) => one.note_id === note.id);

  status(document: Document): string {
    if (this.outstanding(document) <= 0) return "paid";
    if (document.in_default) return "default";
    return sum(this.#facts.allocations.filter((one) => one.document_id === document.id)) > 0
      ? "part_paid"
      : "awaiting_payment";
  }

  /** All lines of all entries. */
  lines(): OwnLine[] {
    const { documents, allocations, credits, lines } = this.#facts;
    return [
      ...documents.flatMap((document) =>
        document.opening_date === null
          ? this.#saleOf(document)
          : this.#balanceOf(document, document.opening_date),
      ),
      ...allocations.flatMap(({ line_id, part_id, document_id, amount }) => {
        const document = this.#documents.get(document_id);
        return line_id === null && part_id === null && document?.opening_date === null
          ? this.#openingOf(document, amount)
          : [];
      }),
      ...lines.flatMap((line) => this.#receiptOf(line)),
      ...documents.flatMap((document) => this.#doubtfulOf(document)),
      ...credits.flatMap((credit) => this.#movedBetween(credit)),
      ...allocations.flatMap((use) => this.#useOf(use)),
      ...(this.#facts.on_collection ? documents.flatMap((document) => this.#vatOf(document)) : []),
    ];
  }

  /** On collection: after each settlement, what is due of a rate is its share of what is settled, half a cent up. */
  #vatOf(document: Document): OwnLine[] {
    const settled = this.#settlementsOf(document);
    return ownRates(document).flatMap(({ account, vat }) => {
      let [sum, moved] = [document.opening_date === null ? 0 : this.#paidBefore(document), 0];
      // On the way through its dates a document may be settled twice for some days: no more VAT is due than there is.
      const held = () => Math.min(Math.abs(document.total), Math.max(0, sum * Math.sign(document.total)));
      const share = () => Math.round((Math.abs(vat) * held()) / Math.abs(document.total)) * Math.sign(vat);
      moved = share();
      return settled.flatMap(({ date, amount, isWrittenOff }): OwnLine[] => {
        sum += amount;
        const moves = share() - moved;
        moved += moves;
        const line = { journal: "OD" as const, date, client: "", piece: document.number, group: undefined };
        return moves === 0
          ? []
          : [
              { ...line, account: "445740", amount: moves },
              // What is written off never becomes due.
              { ...line, account: isWrittenOff ? "658000" : account, amount: -moves },
            ];
      });
    });
  }

  /** What an invoice owes while it is in default is on another account of its client: what changes it on a day is entered on that day. */
  #doubtfulOf(document: Document): OwnLine[] {
    const { reopenings, defaulted_on, number: piece, account: client } = document;
    const defaults = [
      ...reopenings,
      ...(defaulted_on === null ? [] : [{ defaulted_on, reopened_on: "9999-12-31" }]),
    ];
    if (defaults.length === 0) return [];
    const settled = this.#settlementsOf(document);
    // On one day: what settles it, then what ends a default, then what begins one.
    const events = [
      ...settled.map(({ date, amount }) => ({ date, amount, begins: undefined })),
      ...defaults.flatMap(({ defaulted_on: from, reopened_on: to }) => [
        { date: from, amount: 0, begins: true },
        { date: to, amount: 0, begins: false },
      ]),
    ]
      .filter(({ date }) => date < "9999-12-31")
      .sort(
        (a, b) =>
          a.date.localeCompare(b.date) || Number(a.begins !== undefined) - Number(b.begins !== undefined),
      );
    let [owed, doubtful, isInDefault] = [this.outstanding(document) + sum(settled), 0, false];
    return events.flatMap(({ date, amount, begins }): OwnLine[] => {
      owed -= amount;
      isInDefault = begins ?? isInDefault;
      const moved = (isInDefault ? Math.max(0, owed) : 0) - doubtful;
      doubtful += moved;
      const line = { journal: "OD" as const, date, client, piece };
      return moved === 0
        ? []
        : [
            { ...line, account: "416000", amount: moved, group: undefined },
            { ...line, account: "411000", amount: -moved, group: this.groupOf(document) },
          ];
    });
  }

  #paidBefore = (document: Document): number =>
    sum(
      this.#facts.allocations.filter(
        (one) => one.document_id === document.id && one.line_id === null && one.part_id === null,
      ),
    );

  /** In their order, with the sign of the document; on one day what is paid before what is written off, then credits as they were put on it, then refunds. */
  #settlementsOf(
    document: Document,
  ): { readonly date: string; readonly amount: number; readonly isWrittenOff?: boolean }[] {
    const { allocations, credits, lines, parts } = this.#facts;
    const short = parts.filter(
      (one) => one.kind === "write_off" && one.amount < 0 && one.document_id === document.id,
    );
    const dates = new Map(lines.map((line) => [line.id, line.date]));
    return [
      ...allocations
        .filter((one) => one.document_id === document.id)
        .flatMap(({ line_id, returned_line_id, settled_on, amount }) => {
          if (settled_on !== null) return [{ date: settled_on, amount }];
          if (line_id === null && document.opening_date !== null) return [];
          const written = returned_line_id === null ? sum(short.filter((one) => one.line_id === line_id)) : 0;
          return [
            {
              date: line_id === null ? document.date : (dates.get(line_id) as string),
              amount: amount + written,
            },
          ];
        }),
      ...short.map(({ line_id, amount }) => ({
        date: dates.get(line_id) as string,
        amount: -amount,
        isWrittenOff: true,
      })),
      ...credits
        .filter((one) => one.document_id === document.id || one.note_id === document.id)
        .sort((one, other) => one.id - other.id)
        .map((credit) => ({
          date: appliedOn(credit, this.#documents),
          amount: credit.note_id === document.id ? -credit.amount : credit.amount,
        })),
      ...this.#refundsOf(document).map(({ line_id, amount }) => ({
        date: dates.get(line_id) as string,
        amount,
      })),
    ].sort((a, b) => a.date.localeCompare(b.date));
  }

  /** A client credit that waited elsewhere than on the account of its invoice. */
  #useOf({ part_id, settled_on, document_id, amount }: Facts["allocations"][number]): OwnLine[] {
    const part = this.#facts.parts.find((one) => one.id === part_id);
    const document = this.#documents.get(document_id);
    if (!part || !document || settled_on === null) return [];
    // It waited where the invoice is: its line is lettered with it.
    if (part.kind === "credit" && part.client === document.account) return [];
    const line = { journal: "OD" as const, date: settled_on, piece: document.number };
    return [
      {
        ...line,
        account: ACCOUNT_OF_KIND[part.kind] ?? "",
        client: part.client,
        amount,
        group: this.#groupOfPart.get(part.id),
      },
      {
        ...line,
        account: "411000",
        client: document.account,
        amount: -amount,
        group: this.groupOf(document),
      },
    ];
  }

  /** A credit note of another account of its client. */
  #movedBetween(credit: Facts["credits"][number]): OwnLine[] {
    const [note, document] = [credit.note_id, credit.document_id].map((id) => this.#documents.get(id));
    if (!note || !document || note.account === document.account) return [];
    const line = {
      journal: "OD" as const,
      date: appliedOn(credit, this.#documents),
      account: "411000",
      piece: document.number,
    };
    return [
      { ...line, client: note.account, amount: credit.amount, group: this.groupOf(note) },
      { ...line, client: document.account, amount: -credit.amount, group: this.groupOf(document) },
    ];
  }

  paymentsOf(line: BankLine): { document: Document; amount: number }[] {
    return this.#facts.allocations
      .filter((one) => one.line_id === line.id)
      .map((one) => ({ document: this.#documents.get(one.document_id) as Document, amount: one.amount }))
      .sort((a, b) => byDate(a.document, b.document));
  }

  groupOf(document: Document): OwnGroup | undefined {
    return this.#groupOf.get(document.id);
  }

  #saleOf(document: Document): OwnLine[] {
    const { date, number: piece, account: client, net, vat, total, vat_by_rate } = document;
    const entry = { journal: "VE" as const, date, piece };
    const taxes = this.#facts.on_collection
      ? [{ account: "445740", vat: ownRates(document).reduce((all, one) => all + one.vat, 0) }]
      : vat_by_rate.length === 0
        ? [{ account: "445710", vat }]
        : vat_by_rate.map((one) => ({ account: VAT_ACCOUNTS[one.rate] ?? "445710", vat: one.vat }));
    const gap = total - net - taxes.reduce((all, one) => all + one.vat, 0);
    return [
      { ...entry, account: "411000", client, amount: total, group: this.groupOf(document) },
      { ...entry, account: "706100", client: "", amount: -net, group: undefined },
      ...taxes.map((one) => ({
        ...entry,
        account: one.account,
        client: "",
        amount: -one.vat,
        group: undefined,
      })),
      { ...entry, account: gap < 0 ? "658000" : "758000", client: "", amount: -gap, group: undefined },
    ].filter((line) => line.amount !== 0);
  }

  /** What a document of other books was owed when it came in. */
  #balanceOf(document: Document, date: string): OwnLine[] {
    const { id, number: piece, account: client, total } = document;
    const entry = { journal: "AN" as const, date, piece };
    const group = this.#groupOf.get(id);
    const paid = this.#paidBefore(document);
    const waiting = this.#facts.on_collection
      ? ownRates(document).reduce(
          (all, { vat }) => all + vat - Math.round((Math.abs(vat) * paid) / total) * Math.sign(vat),
          0,
        )
      : 0;
    return [
      { ...entry, account: "890000", client: "", amount: waiting, group: undefined },
      { ...entry, account: "445740", client: "", amount: -waiting, group: undefined },
      { ...entry, account: "411000", client, amount: total, group },
      { ...entry, account: "411000", client, amount: -paid, group },
      { ...entry, account: "890000", client: "", amount: paid - total, group: undefined },
    ].filter((line) => line.amount !== 0);
  }

  #openingOf(document: Document, amount: number): OwnLine[] {
    const entry = { journal: "AN" as const, date: document.date, piece: document.number };
    return [
      { ...entry, account: "890000", client: "", amount, group: undefined },
      {
        ...entry,
        account: "411000",
        client: document.account,
        amount: -amount,
        group: this.groupOf(document),
      },
    ];
  }

  /**
   * Of a returned payment: who owes how much again, as the entry of its credit said who had paid; "" is nobody whom one can name. Undefined
   * of no return.
   */
  returnedBy(line: BankLine): { readonly account: string; readonly amount: number }[] | undefined {
    const credits = this.#facts.lines.filter((one) => line.returns?.includes(one.id));
    if (line.amount >= 0 || credits.length === 0) return undefined;
    const whole = -line.amount;
    const told = credits.flatMap((credit) => {
      const payments = this.paymentsOf(credit);
      if (payments.length === 0) return [];
      const owing: Record<string, number> = {};
      const give = (account: string, amount: number): void => {
        if (amount > 0) owing[account] = (owing[account] ?? 0) + amount;
      };
      let given = 0;
      for (const { document, amount } of payments) {
        const share = Math.min(amount, whole - given);
        give(document.account, share);
        given += share;
      }
      give(payments[0]?.document.account ?? "", whole - given);
      return [owing];
    });
    const sorted = (owing: Record<string, number>) =>
      JSON.stringify(Object.entries(owing).toSorted(([a], [b]) => a.localeCompare(b)));
    const [owing] = told;
    if (owing === undefined || new Set(told.map(sorted)).size > 1) return [{ account: "", amount: whole }];
    return Object.entries(owing).map(([account, amount]) => ({ account, amount }));
  }

  partsOf(line: BankLine): OwnPart[] {
    return this.#facts.parts
      .filter((one) => one.line_id === line.id)
      .map((part) => ({
        kind: part.kind,
        amount: part.amount,
        group: this.#groupOfPart.get(part.id),
        ...this.#accountOf(part),
      }));
  }

  /** A refund is entered where the credit waited that it gives back. */
  #accountOf(part: Facts["parts"][number]): { account: string; client: string } {
    const { kind, client, amount, note_id, source_id } = part;
    if (note_id !== null) return { account: "411000", client: this.#documents.get(note_id)?.account ?? "" };
    const source = this.#facts.parts.find((one) => one.id === source_id);
    if (source) return this.#accountOf(source);
    if (kind === "write_off") return { account: amount < 0 ? "658000" : "758000", client };
    return { account: part.account || ACCOUNT_OF_KIND[kind] || "", client };
  }

  /** Every line of the bank: what it paid, its other parts, and what nobody has decided. */
  #receiptOf(line: BankLine): OwnLine[] {
    const piece = `BQ${line.date.replaceAll("-", "")}-${String(line.id).padStart(3, "0")}`;
    const entry = { journal: "BQ" as const, date: line.date, piece, client: "", group: undefined };
    const payments = this.paymentsOf(line);
    const parts = this.partsOf(line);
    const returned = payments.length + parts.length === 0 ? this.returnedBy(line) : undefined;
    const rest = returned ? 0 : line.amount - sum(payments) - sum(parts);
    return [
      { ...entry, account: "512100", amount: line.amount },
      ...payments.map(({ document, amount }) => ({
        ...entry,
        piece: document.number,
        account: "411000",
        client: document.account,
        amount: -amount,
        group: this.groupOf(document),
      })),
      ...parts.map(({ account, client, amount, group }) => ({
        ...entry,
        account,
        client,
        group,
        amount: -amount,
      })),
      ...(returned ?? []).map(({ account, amount }) => ({
        ...entry,
        account: account === "" ? "471000" : "411000",
        client: account,
        amount,
      })),
      { ...entry, account: "471000", amount: -rest },
    ].filter((one) => one.amount !== 0);
  }
}

/** What of a document's VAT goes to which account once it is due. An imported one may tell no rates. */
function ownRates({ net, vat, vat_by_rate }: Document): { readonly account: string; readonly vat: number }[] {
  if (vat_by_rate.length > 0)
    return vat_by_rate.map((one) => ({ account: VAT_ACCOUNTS[one.rate] ?? "445710", vat: one.vat }));
  const showing = [2000, 1000, 850, 550, 210].filter(
    (rate) => Math.abs(Math.round((Math.abs(net) * rate) / 10_000) - Math.abs(vat)) <= 1,
  );
  const [rate] = showing.length === 1 ? showing : [];
  return [
    { account: (rate === undefined ? undefined : { ...VAT_ACCOUNTS, 850: "445715" }[rate]) ?? "445710", vat },
  ];
}
