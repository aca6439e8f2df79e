import {
  acceptLinkRequest as acceptLinkRequestRoute,
  acceptScreenProposal,
  cutLink as cutLinkRoute,
  LINK_REQUESTS_PAGE_SIZE,
  listLinkRequests,
  listNewLinks,
  listScreenProposals,
  NEW_LINK_DAYS,
  refuseScreenProposal,
} from "@bobine/contract/cinema-links";
import type { FastifyInstance } from "fastify";
import { auditSourceOf } from "../../http/audit.ts";
import { mountPages } from "../../http/mount-list.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { PAGE_SIZE } from "../../http/pages.ts";
import type { Services } from "../../services.ts";
import { maySeeEveryCinema } from "@bobine/contract/policy/cinemas";
import { inTransaction } from "../../db/scope.ts";
import { acceptLinkRequest } from "./adopt-sandbox.ts";
import { cutLink } from "./cut-link.ts";
import { readLinkRequests } from "./read-link-requests.ts";
import { distributorMeant, scopeOfAnyDistributor } from "../../access/distributor-meant.ts";
import { cinemaLinksRepository as repository } from "./cinema-links.repository.ts";
import { decideScreenProposal } from "./decide-screen-proposal.ts";
import { takenAsFieldError } from "./taken-as-field-error.ts";

const DAY_MS = 86_400_000;

/** The super admins' watch over links between cinemas and distributors, and over what files say of shared cinemas. */
export function mountCinemaLinks(app: FastifyInstance, services: Services): void {
  mountPages(app, services, listScreenProposals, PAGE_SIZE, (tx, _context, page, size) =>
    repository.proposals(tx, page, size),
  );

  const decide = (
    context: RequestContext<typeof acceptScreenProposal> | RequestContext<typeof refuseScreenProposal>,
    isAccepted: boolean,
  ): Promise<void> =>
    takenAsFieldError(
      () =>
        context.transaction((tx) =>
          decideScreenProposal(
            tx,
            auditSourceOf(context),
            context.params.id,
            isAccepted,
            services.clock.now(),
          ),
        ),
      "authorization_number",
    );
  mountRoute(app, services, acceptScreenProposal, async (context) => {
    await decide(context, true);
    return undefined;
  });
  mountRoute(app, services, refuseScreenProposal, async (context) => {
    await decide(context, false);
    return undefined;
  });

  mountPages(app, services, listNewLinks, PAGE_SIZE, async (tx, _context, page, size) => {
    const now = services.clock.now();
    const since = new Date(now.getTime() - NEW_LINK_DAYS * DAY_MS);
    const { count, rows } = await repository.links(tx, since, page, size);
    return { count, rows, more: { alerts: await repository.alerts(tx, now) } };
  });

  mountPages(app, services, listLinkRequests, LINK_REQUESTS_PAGE_SIZE, (tx, _context, page, size) =>
    readLinkRequests(tx, page, size),
  );
  mountRoute(app, services, acceptLinkRequestRoute, async (context) => {
    const { params, body } = context;
    const accept = () =>
      context.transaction((tx) =>
        acceptLinkRequest(
          tx,
          services.jobs,
          auditSourceOf(context),
          params.id,
          body.cinema,
          services.clock.now(),
        ),
      );
    await takenAsFieldError(accept, "cinema");
    return undefined;
  });

  mountRoute(app, services, cutLinkRoute, async (context) => {
    const { params, user } = context;
    const distributorId = distributorMeant(context, params.distributor);
    await inTransaction(services.pool, scopeOfAnyDistributor(context), (tx) =>
      cutLink(
        tx,
        { ...auditSourceOf(context), distributorId },
        { cinemaId: params.id, distributorId, isForGood: maySeeEveryCinema(user), at: services.clock.now() },
      ),
    );
    return undefined;
  });
}
