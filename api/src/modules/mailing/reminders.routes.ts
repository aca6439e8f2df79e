import type { ReminderLevel } from "@bobine/contract/mail-values";
import {
  listReminders,
  listReminderTexts as listTextsRoute,
  previewReminder as previewRoute,
  previewOurReminderText as previewOurTextRoute,
  previewReminderText as previewTextRoute,
  readReminderPlan as planRoute,
  REMINDERS_PAGE,
  removeReminderText as removeTextRoute,
  resumeReminders as resumeRoute,
  saveReminderText as saveTextRoute,
  sendReminder as sendRoute,
  stopReminders as stopRoute,
} from "@bobine/contract/reminders";
import type { FastifyInstance } from "fastify";
import type { Tx } from "../../db/scope.ts";
import { nextReminderDay } from "../../domain/mailing/schedule.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountPages } from "../../http/mount-list.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { mailingRepository } from "./mailing.repository.ts";
import { pastReminders } from "./past-reminders.repository.ts";
import { readReminderPlan, sendReminder } from "./plan-reminders.ts";
import { previewReminder } from "./preview-mail.ts";
import {
  listReminderTexts,
  previewReminderText,
  removeReminderText,
  saveReminderText,
} from "./reminder-texts.ts";
import { resumeReminders, type StopRequest, stopReminders } from "./stop-reminders.ts";

const LEVELS: Readonly<Record<"0" | "1" | "2" | "3", ReminderLevel>> = { 0: 0, 1: 1, 2: 2, 3: 3 };

/** What people decide about reminders (MAIL-7 to MAIL-10). */
export function mountReminders(app: FastifyInstance, services: Services): void {
  mountStops(app, services);
  mountPlan(app, services);
  mountTexts(app, services);
}

function mountStops(app: FastifyInstance, services: Services): void {
  const { clock } = services;
  const stopRequest = (
    context: RequestContext<typeof stopRoute> | RequestContext<typeof resumeRoute>,
  ): StopRequest => ({
    distributorId: context.distributorId,
    userId: context.user.id,
    invoiceId: context.params.id,
    source: auditSourceOf(context),
    now: clock.now(),
    today: clock.today(),
  });
  mountRoute(app, services, stopRoute, async (context) =>
    context.transaction((tx) => stopReminders(tx, stopRequest(context), context.body)),
  );
  mountRoute(app, services, resumeRoute, async (context) => {
    await context.transaction((tx) => resumeReminders(tx, stopRequest(context)));
    return undefined;
  });
}

function mountPlan(app: FastifyInstance, services: Services): void {
  const { clock, config, jobs } = services;
  const moment = () => ({ now: clock.now(), today: clock.today() });
  const nextDay = async (tx: Tx, distributorId: number) => {
    const { now, today } = moment();
    return nextReminderDay(today, now, await mailingRepository.isMorningTaken(tx, distributorId, today));
  };
  mountRoute(app, services, planRoute, async ({ transaction, distributorId }) =>
    transaction((tx) => readReminderPlan(tx, distributorId, moment())),
  );
  mountRoute(app, services, previewRoute, async ({ transaction, distributorId, body }) =>
    transaction(async (tx) =>
      previewReminder(tx, config, {
        distributorId,
        level: body.level,
        invoiceIds: body.invoice_ids,
        today: clock.today(),
        morning: await nextDay(tx, distributorId),
      }),
    ),
  );
  mountRoute(app, services, sendRoute, async ({ transaction, distributorId, user, body }) =>
    transaction((tx) =>
      sendReminder(tx, jobs, {
        ...moment(),
        distributorId,
        userId: user.id,
        level: body.level,
        invoiceIds: body.invoice_ids,
      }),
    ),
  );
  mountPages(app, services, listReminders, REMINDERS_PAGE, async (tx, { distributorId }, page) => ({
    count: await pastReminders.count(tx, distributorId),
    rows: await pastReminders.page(tx, distributorId, page),
  }));
}

function mountTexts(app: FastifyInstance, services: Services): void {
  const { clock, config } = services;
  mountRoute(app, services, listTextsRoute, async ({ transaction, distributorId }) => ({
    results: await transaction((tx) => listReminderTexts(tx, distributorId)),
  }));
  mountRoute(app, services, saveTextRoute, async (context) => {
    const source = { ...auditSourceOf(context), distributorId: context.distributorId };
    const level = LEVELS[context.params.level];
    const { known_text, ...words } = context.body;
    return await context.transaction((tx) =>
      saveReminderText(tx, source, level, words, known_text, clock.now()),
    );
  });
  mountRoute(app, services, removeTextRoute, async (context) => {
    const source = { ...auditSourceOf(context), distributorId: context.distributorId };
    return await context.transaction((tx) => removeReminderText(tx, source, LEVELS[context.params.level]));
  });
  mountRoute(app, services, previewOurTextRoute, async ({ transaction, distributorId, params }) => {
    const ours = { level: LEVELS[params.level], words: null };
    return await transaction((tx) => previewReminderText(tx, config, distributorId, ours, clock.today()));
  });
  mountRoute(app, services, previewTextRoute, async ({ transaction, distributorId, body }) => {
    const { level, ...words } = body;
    return await transaction((tx) =>
      previewReminderText(tx, config, distributorId, { level, words }, clock.today()),
    );
  });
}
