import type { InvoiceDetail } from "@bobine/contract/invoice-detail";
import { isUnpaid } from "@bobine/contract/invoices";
import type { InvoiceMail } from "@bobine/contract/mailing";
import { centsFromWire } from "@bobine/contract/money";
import type { ReminderStop } from "@bobine/contract/reminders";
import { useToday } from "@bobine/shared-ui/dates";
import { FrenchDate, Money, Notice, StatusBadge } from "@bobine/shared-ui";
import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconArrowsSplit2,
  IconBellOff,
  IconFileText,
  IconMail,
  IconReceiptRefund,
  IconScale,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { CommentThread } from "../../comments/comment-thread.tsx";
import { useDecides } from "../../decider.tsx";
import { mailProblemTitle } from "../../mail-state.texts.ts";
import { paths } from "../../paths.ts";
import { ReminderStopNotice } from "../../reminder-stop/reminder-stop.notice.tsx";
import { STOP_TEXTS } from "../../reminder-stop/reminder-stop.texts.ts";
import { hasHistory, History, Mails } from "./invoice-history.tsx";
import { InvoiceLink } from "./invoice-link.tsx";
import { CreditNotes, Lines, Parties, Payments } from "./invoice-sections.tsx";
import classes from "./invoices.module.css";
import { PROVISION_TEXTS } from "./provision.texts.ts";
import { ACTION_TEXTS, hasRemainingCredit, labelOf, TEXTS } from "./invoices.texts.ts";

export type RequestedAction = "default" | "reopen" | "send" | "credit" | "apply" | "provision" | "stop";

interface InvoiceDetailViewProps {
  detail: InvoiceDetail;
  /** Undefined while they load. */
  mails: readonly InvoiceMail[] | undefined;
  mailsError: boolean;
  /** What keeps it from being reminded. */
  reminderStop?: ReminderStop | undefined;
  onAction: (action: RequestedAction) => void;
  onPreview: () => void;
}

/** The newest mail with a problem, unless one of its kind has arrived since. @param mails newest first */
function unsolvedProblem(mails: readonly InvoiceMail[]): InvoiceMail | undefined {
  const arrived = new Set<InvoiceMail["kind"]>();
  for (const mail of mails) {
    if (mail.problem !== "" && mail.state !== "cancelled" && !arrived.has(mail.kind)) return mail;
    if (mail.state === "sent" && mail.problem === "") arrived.add(mail.kind);
  }
  return undefined;
}

/** One invoice from top to bottom: what it is, what one can do, then what it is made of and what happened to it. */
export function InvoiceDetailView(props: InvoiceDetailViewProps) {
  const { detail, mails } = props;
  const { invoice } = detail;
  const shown = labelOf(invoice);
  const today = useToday();
  const isLate = isUnpaid(invoice.status) && invoice.due_date < today;
  const problem = unsolvedProblem(mails ?? []);
  return (
    <Stack gap="lg">
      <div className={classes["head"]}>
        <StatusBadge color={shown.color}>{shown.label}</StatusBadge>
        {isLate ? <StatusBadge color="orange">{TEXTS.overdue}</StatusBadge> : null}
        {detail.client_account === "" ? (
          <Text fw={550}>{invoice.cinema_name}</Text>
        ) : (
          <Anchor
            component={Link}
            to={paths.clientAccount(detail.client_account)}
            fw={550}
            title={TEXTS.toAccount}
          >
            {invoice.cinema_name}
          </Anchor>
        )}
        <Text c="dimmed" size="sm">
          {invoice.week_display}
        </Text>
      </div>
      <Actions {...props} />
      {invoice.origin === "imported" && invoice.type === "invoice" && detail.vat_breakdown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {ACTION_TEXTS.creditUnknownRate}
        </Text>
      ) : null}
      {props.reminderStop && isUnpaid(invoice.status) ? (
        <ReminderStopNotice id={invoice.id} stop={props.reminderStop} />
      ) : null}
      {problem ? (
        <Notice tone="warning" title={mailProblemTitle(problem.state)}>
          {problem.problem}
        </Notice>
      ) : null}
      <Figures detail={detail} />
      {detail.corrects ? (
        <Text size="sm">
          Corrige la facture <InvoiceLink {...detail.corrects} />.
        </Text>
      ) : null}
      {detail.lines.length > 0 ? (
        <Section title="Lignes">
          <Lines detail={detail} />
        </Section>
      ) : null}
      <Section title="Règlements" isEmpty={detail.payments.length === 0} empty="Aucun règlement rapproché.">
        <Payments payments={detail.payments} number={detail.invoice.invoice_number} />
      </Section>
      {detail.credit_notes.length > 0 ? (
        <Section title="Avoirs">
          <CreditNotes credits={detail.credit_notes} />
        </Section>
      ) : null}
      {detail.applied_to.length > 0 ? (
        <Section title="Imputé sur">
          <CreditNotes credits={detail.applied_to} />
        </Section>
      ) : null}
      <CommentThread subject={{ kind: "invoice", id: invoice.id }} />
      {props.mailsError || (mails && mails.length > 0) ? (
        <Section title="E-mails" isEmpty={props.mailsError} empty="Impossible de charger les e-mails.">
          <Mails mails={mails ?? []} />
        </Section>
      ) : null}
      <Section title="Parties">
        <Parties detail={detail} />
      </Section>
      {detail.reports.length > 0 ? (
        <Section title={detail.reports.length > 1 ? "Rapports d’origine" : "Rapport d’origine"}>
          {detail.reports.map((report) => (
            <Text key={report.id} size="sm">
              <Anchor
                component={Link}
                to={`${paths.declarations(report.id)}?search=${encodeURIComponent(invoice.cinema_name)}`}
              >
                {report.file_name}
              </Anchor>
            </Text>
          ))}
        </Section>
      ) : null}
      {invoice.notes ? (
        <Section title="Notes internes">
          <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
            {invoice.notes}
          </Text>
        </Section>
      ) : null}
      <Section
        title="Historique"
        isEmpty={!hasHistory(detail, mails ?? [])}
        empty="Rien n’est encore enregistré."
      >
        <History events={detail.events} archivedUntil={detail.archived_until} mails={mails ?? []} />
      </Section>
    </Stack>
  );
}

function Actions({ detail, mails, reminderStop, onAction, onPreview }: InvoiceDetailViewProps) {
  const { invoice } = detail;
  const decides = useDecides();
  const isIssued = invoice.origin === "issued";
  const wasSent = mails?.some((mail) => mail.state === "sent") ?? false;
  return (
    <Group component="section" gap="xs" aria-label="Actions">
      <Button size="xs" leftSection={<IconFileText size={16} aria-hidden />} onClick={onPreview}>
        Voir le document
      </Button>
      {decides ? (
        <>
          {isIssued ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={() => onAction("send")}
            >
              {wasSent ? ACTION_TEXTS.resend : ACTION_TEXTS.send}
            </Button>
          ) : null}
          {hasRemainingCredit(invoice) ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowsSplit2 size={16} aria-hidden />}
              onClick={() => onAction("apply")}
            >
              {ACTION_TEXTS.apply}
            </Button>
          ) : null}
          {detail.creditable.length > 0 ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconReceiptRefund size={16} aria-hidden />}
              onClick={() => onAction("credit")}
            >
              {ACTION_TEXTS.credit}
            </Button>
          ) : null}
          {isUnpaid(invoice.status) && invoice.type === "invoice" && reminderStop?.is_in_effect !== true ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconBellOff size={16} aria-hidden />}
              onClick={() => onAction("stop")}
            >
              {STOP_TEXTS.open}
            </Button>
          ) : null}
          {isUnpaid(invoice.status) ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconAlertCircle size={16} aria-hidden />}
              onClick={() => onAction("default")}
            >
              {ACTION_TEXTS.default}
            </Button>
          ) : null}
          {invoice.status === "default" ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => onAction("reopen")}
            >
              {ACTION_TEXTS.reopen}
            </Button>
          ) : null}
          {detail.provision ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconScale size={16} aria-hidden />}
              onClick={() => onAction("provision")}
            >
              {hasProvision(detail) ? PROVISION_TEXTS.change : PROVISION_TEXTS.open}
            </Button>
          ) : null}
        </>
      ) : null}
    </Group>
  );
}

const hasProvision = ({ provision }: InvoiceDetail): boolean =>
  provision !== null && centsFromWire(provision.amount) > 0;

function Figures({ detail }: { detail: InvoiceDetail }) {
  const { invoice, provision } = detail;
  const figures: [string, ReactNode][] = [
    ["Date", <FrenchDate key="date" date={invoice.invoice_date} />],
    ["Échéance", <FrenchDate key="due" date={invoice.due_date} />],
    ["Montant HT", <Money key="net" amount={invoice.total_net_amount} />],
    ["Montant TTC", <Money key="total" amount={invoice.total_amount} />],
    ...(provision && hasProvision(detail)
      ? [
          [PROVISION_TEXTS.figure, <Money key="provision" amount={provision.amount} />] satisfies [
            string,
            ReactNode,
          ],
        ]
      : []),
    [
      invoice.type === "invoice" ? "Reste dû" : TEXTS.remainingCredit,
      <Money
        key="left"
        amount={invoice.type === "invoice" ? invoice.outstanding : invoice.remaining_credit}
      />,
    ],
  ];
  return (
    <dl className={classes["figures"]}>
      {figures.map(([label, value], index) => (
        <div key={label} data-strong={index === figures.length - 1 || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Section({
  title,
  isEmpty = false,
  empty,
  children,
}: {
  title: string;
  isEmpty?: boolean;
  empty?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h4" mb={6}>
        {title}
      </Title>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        children
      )}
    </section>
  );
}
