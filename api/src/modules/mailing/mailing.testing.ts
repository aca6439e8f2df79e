// A mail server that tests can make fail, and invoices that can be mailed.
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { BuiltDistributor } from "../../testing/builders.ts";

export interface ReceivedMail {
  readonly from: string;
  readonly to: string[];
  readonly content: Buffer;
}

/** A step of the conversation, in its order; `taken` is before the answer to the end of the message, `answered` after it. */
export type SmtpStep = "connected" | "from" | "recipient" | "data" | "taken" | "answered";

export interface TestSmtpServer {
  readonly url: string;
  /** Messages that came to their end, answered or not. */
  readonly received: ReceivedMail[];
  /** What it answers to a recipient, 250 unless told; with its words: « 554 5.7.1 Relay access denied ». */
  readonly recipients: Map<string, number | string>;
  /** What it answers to a whole message. */
  message: number | string;
  /** Told of each step; what it awaits, the sender awaits. */
  onStep: (step: SmtpStep, session: SMTPServerSession) => Promise<void> | void;
  /** Cuts all connections without a word (a goodbye would be an answer) and refuses new ones, until it is opened again. */
  hangUp(): Promise<void>;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

const refusal = (answer: number | string) => {
  const [code = "", ...words] = String(answer).split(" ");
  const text = words.length === 0 ? `answer ${code}` : words.join(" ");
  return Object.assign(new Error(text), { responseCode: Number(code) });
};

export async function startTestSmtpServer(): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const recipients = new Map<string, number | string>();
  const sockets = new Set<Socket>();
  const make = () => {
    const made = new SMTPServer({
      disabledCommands: ["STARTTLS", "AUTH"],
      authOptional: true,
      closeTimeout: 100,
      onConnect: (session, done) => void step("connected", session).then(() => done()),
      onMailFrom: (_address, session, done) => void step("from", session).then(() => done()),
      onRcptTo: ({ address }, session, done) =>
        void step("recipient", session).then(() => {
          const code = recipients.get(address) ?? 250;
          done(code === 250 ? null : refusal(code));
        }),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        void step("data", session);
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          if (state.message === 250)
            received.push({
              from: mailFrom === false ? "" : mailFrom.address,
              to: rcptTo.map((to) => to.address),
              content: Buffer.concat(chunks),
            });
          void step("taken", session).then(() => {
            done(state.message === 250 ? null : refusal(state.message));
            void step("answered", session);
          });
        });
      },
    });
    made.on("error", () => undefined);
    made.server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    });
    return made;
  };
  let server = make();
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  const state: TestSmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    recipients,
    message: 250,
    onStep: () => undefined,
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
    reopen: async () => {
      server = make();
      await listen(port);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  async function step(name: SmtpStep, session: SMTPServerSession): Promise<void> {
    await state.onStep(name, session);
  }
  return state;
}

let serial = 0;

/** An invoice of our own issue, with all that its document shows. */
export async function anIssuedInvoice(
  tx: Tx,
  distributor: BuiltDistributor,
  cinema: { readonly id: number; readonly name: string },
  changes: Partial<{
    invoice_number: string;
    type: "invoice" | "credit_note";
    invoice_date: string;
    due_date: string;
    total_amount: string;
    is_factor_guaranteed: boolean;
    factor_name: string;
    factor_iban: string;
    corrects_id: number;
    client_account: string;
    siren: string;
  }> = {},
): Promise<{ id: number; invoice_number: string }> {
  serial += 1;
  const type = changes.type ?? "invoice";
  const sign = type === "invoice" ? "" : "-";
  const total = `${sign}${changes.total_amount ?? "110.00"}`;
  const client = {
    name: "SARL Ciné",
    cinema_name: cinema.name,
    cinema_city: "Douai",
    address: "3 place du Beffroi",
    address_line_2: "",
    post_code: "59500",
    city: "Douai",
    siren:
      changes.siren ??
      (await tx.maybe<{ siren: string }>(sql`select siren from cinema where id = ${cinema.id}`))?.siren ??
      "",
    vat_number: "",
    is_factor_guaranteed: changes.is_factor_guaranteed ?? false,
  };
  const supplier = {
    name: distributor.name,
    legal_mention: "SAS au capital de 40 000 €",
    rcs_city: "Paris",
    address: "14 rue des Ormes-Bleus",
    post_code: "75010",
    city: "Paris",
    phone: "01 99 00 14 10",
    siren: "100000001",
    vat_number: "FR39100000001",
    iban: "FR7699999000010001234567809",
    vat_on_debits: false,
    factor_name: changes.factor_name ?? "",
    factor_iban: changes.factor_iban ?? "",
  };
  const row = await tx.one<{ id: number; invoice_number: string; net: string }>(sql`
    insert into invoice (distributor_id, cinema_id, type, origin, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number,
      week_year, client, supplier, client_account, corrects_id, total_net_amount, total_vat_amount, total_amount, vat_breakdown)
    values (${distributor.id}, ${cinema.id}, ${type}, 'issued',
      ${changes.invoice_number ?? `${type === "invoice" ? "F" : "A"}26${String(serial).padStart(6, "0")}`},
      ${changes.invoice_date ?? "2026-11-30"}, ${changes.due_date ?? "2026-12-30"}, ${cinema.name}, '2026-11-18', 47, 2026,
      ${JSON.stringify(client)}, ${JSON.stringify(supplier)}, ${changes.client_account ?? "411CINE"}, ${changes.corrects_id ?? null},
      round(${total}::numeric / 1.1, 2), ${total}::numeric - round(${total}::numeric / 1.1, 2), ${total},
      json_build_array(json_build_object('vat_rate_bp', 1000, 'net_amount', round(${total}::numeric / 1.1, 2)::text,
        'vat_amount', (${total}::numeric - round(${total}::numeric / 1.1, 2))::text)))
    returning id, invoice_number, total_net_amount as net`);
  await tx.run(sql`
    insert into invoice_line (distributor_id, invoice_id, position, kind, film_title, visa_number, run_week, admissions_paid, gross_ttc,
      base_film_ht, rate_bp, description, net_amount, vat_rate_bp)
    values (${distributor.id}, ${row.id}, 1, 'rental', 'Les Heures bleues', '160001', 1, 50, 300, 200, 5000, 'Location', ${row.net}, 1000)`);
  return row;
}

/** A receipt of a client that is on no invoice: what was paid too much, or an advance. */
export async function aReceiptWithoutInvoice(
  tx: Tx,
  distributor: BuiltDistributor,
  cinema: { readonly id: number },
  {
    kind,
    amount,
    on,
    client_account,
  }: {
    readonly kind: "credit" | "advance";
    readonly amount: string;
    readonly on: string;
    readonly client_account: string;
  },
): Promise<void> {
  serial += 1;
  const line = await tx.one<{ id: number }>(sql`
    insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
    values (${distributor.id}, ${on}, 'VIREMENT', ${amount}, ${`receipt-${serial}`}) returning id`);
  const decided = await tx.one<{ id: number }>(sql`
    insert into reconciliation (distributor_id, transaction_id, invoice_ids) values (${distributor.id}, ${line.id}, '{}') returning id`);
  await tx.run(sql`
    insert into bank_part (distributor_id, reconciliation_id, transaction_id, position, kind, amount, cinema_id, client_account)
    values (${distributor.id}, ${decided.id}, ${line.id}, 1, ${kind}, ${amount}, ${cinema.id}, ${client_account})`);
}
