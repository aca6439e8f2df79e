import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import { sendUnlessRefused } from "../../send-mail.ts";
import type { Job, Services } from "../../services.ts";
import { superAdmins } from "../auth/registration.repository.ts";
import { cinemaLinksRepository as repository } from "./cinema-links.repository.ts";
import { newRequestMail, type RequestKind } from "./new-request.mail.ts";
import { unusualLinksMail } from "./unusual-links.mail.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** The work behind `links-round`: a mail to each super admin for each alert that today has none of yet. */
async function linksRound({ pool, clock, jobs }: Services): Promise<void> {
  await inTransaction(pool, { kind: "all" }, async (tx) => {
    const alerts = await repository.alerts(tx, clock.now());
    for (const { distributor, count, limit } of alerts) {
      if (!(await repository.takeAlert(tx, distributor.id, clock.today()))) continue;
      for (const user_id of await superAdmins(tx))
        await jobs.enqueue(tx, {
          name: "notify-of-links",
          data: { distributor_id: distributor.id, user_id, count, limit },
        });
    }
  });
}

/** The work behind `notify-of-links`: one job for each super admin, so that one mail that fails repeats no other. */
async function notifyOfLinks(
  services: Services,
  { distributor_id, user_id, count, limit }: DataOf<"notify-of-links">,
): Promise<void> {
  const found = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    tx.maybe<{ email: string; first_name: string; distributor: string }>(sql`
      select u.email, u.first_name, d.name as distributor from app_user u, distributor d
      where u.id = ${user_id} and u.system_role = 'super_admin' and u.disabled_at is null and d.id = ${distributor_id}`),
  );
  // No super admin any more.
  if (!found) return;
  const link = `${services.config.publicUrl}/super-admin?tab=links`;
  const { email: to, first_name: firstName, distributor } = found;
  await sendUnlessRefused(services, unusualLinksMail({ to, firstName, distributor, count, limit, link }));
}

/** The work behind `notify-of-request`: one job for each super admin, so that one mail that fails repeats no other. */
async function notifyOfRequest(
  services: Services,
  { user_id, ...data }: DataOf<"notify-of-request">,
): Promise<void> {
  if (user_id === undefined) {
    await inTransaction(services.pool, { kind: "all" }, async (tx) => {
      for (const one of await superAdmins(tx))
        await services.jobs.enqueue(tx, { name: "notify-of-request", data: { ...data, user_id: one } });
    });
    return;
  }
  const found = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    tx.maybe<{
      email: string;
      first_name: string;
      distributor: string;
      subject: string;
      words: string;
      asks: RequestKind;
    }>(sql`
      select u.email, u.first_name, d.name as distributor, q.subject, q.words, case when q.list_name is not null then 'list' when q.proposal is not null then 'proposal' else 'correction' end as asks
      from app_user u, cinema_request q join distributor d on d.id = q.distributor_id
      where u.id = ${user_id} and u.system_role = 'super_admin' and u.disabled_at is null
        and q.id = ${data.request_id} and q.state = 'open'`),
  );
  // No super admin any more, or answered or withdrawn already.
  if (!found) return;
  const { email: to, first_name: firstName, ...asked } = found;
  const link = `${services.config.publicUrl}/super-admin?tab=requests`;
  await sendUnlessRefused(services, newRequestMail({ to, firstName, link, ...asked }));
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const cinemaHandlers = (services: Services) => ({
  "links-round": () => linksRound(services),
  "notify-of-links": (data: DataOf<"notify-of-links">) => notifyOfLinks(services, data),
  "notify-of-request": (data: DataOf<"notify-of-request">) => notifyOfRequest(services, data),
});
