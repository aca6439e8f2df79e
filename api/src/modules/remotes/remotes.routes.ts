import { readFile } from "node:fs/promises";
import { audienceText, REMOTE_RIGHT_LABELS } from "@bobine/contract/remote-labels";
import {
  canIDeployAsTeam,
  decideRemote,
  decideRemoteAsTeam,
  listRemotes,
  listRemoteTokens,
  makeRemoteToken,
  MAX_REMOTE_TOKENS,
  publishRemoteBuild,
  readRemoteAsTeam,
  readRemoteLog,
  type RemoteDecision,
  revokeRemoteToken,
} from "@bobine/contract/remotes";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { writeAudit } from "../../http/audit.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { withUpload } from "../../http/receive-upload.ts";
import { hashOf } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import type { Obstacle } from "../shell/deployability.ts";
import type { HostObstacle } from "../shell/host-decisions.ts";
import { HOST } from "../shell/host-seals.ts";
import { openRegistryStorage } from "../shell/open-registry-storage.ts";
import type { RegisteredKeys } from "../shell/registered-keys.ts";
import { RegistryRefusal } from "../shell/remote-pointer.ts";
import { type RegistryStore, registryStore } from "../shell/registry-store.ts";
import { wholeBuild } from "../shell/whole-build.ts";
import { auditDecision, completeAudit, type Decider } from "./audit-decision.ts";
import { MOST_BUNDLE_BYTES, readBundle, TOO_LARGE } from "./build-bundle.ts";
import { countsSince } from "./build-reports.repository.ts";
import { mountBuildReports } from "./build-reports.routes.ts";
import { decide, rightFor } from "./decide.ts";
import { onPlatform, sourceOf } from "./on-platform.ts";
import { mountRemoteKeys } from "./remote-keys.routes.ts";
import { logOf, remoteState, remoteStates } from "./remote-states.ts";
import {
  insertToken,
  lockedTokenCount,
  revokeToken,
  workingTokens,
  type WorkingToken,
} from "./remote-tokens.repository.ts";
import { orRefused, remotesErrors } from "./remotes.errors.ts";
import { authenticateTeam, newTeamToken } from "./team-token.ts";

const UPLOAD = {
  field: "build",
  maxBytes: MOST_BUNDLE_BYTES,
  tooLarge: TOO_LARGE,
  missing: "Aucun build n’a été envoyé.",
};
/** From one address of the network. */
const TEAM_LIMIT = { rateLimit: { max: 120, timeWindow: "15 minutes" } };
/** Each is in memory while it is checked and written. */
const PUBLISHED_AT_ONCE = 2;

/** Modules: teams publish and decide by their tokens, super admins in the console (FED-25, SEC-26). */
export function mountRemotes(app: FastifyInstance, services: Services, keys: RegisteredKeys): void {
  const store = registryStore(openRegistryStorage(services.config), keys.now, services.config.secretKey);
  mountTeamCalls(app, services, store);
  mountConsoleCalls(app, services, store);
  mountTokens(app, services);
  mountRemoteKeys(app, services, keys);
  mountBuildReports(app, services, store);
}

const DAY_MS = 86_400_000;
/** What browsers told of a day. */
const healthNow = (services: Services, remote?: string) =>
  onPlatform(services, (tx) => countsSince(tx, new Date(services.clock.now().getTime() - DAY_MS), remote));

/** A decision, carried out and told. */
async function carryOut(
  services: Services,
  store: RegistryStore,
  asked: {
    readonly remote: string;
    readonly decision: RemoteDecision;
    readonly refuseNew?: (() => Error) | undefined;
  },
  who: Decider,
) {
  const { remote, decision, refuseNew } = asked;
  const { reason } = decision;
  const { request } = who.caller;
  const by = { who: who.name, now: services.clock.now(), request: request.id, ...(reason ? { reason } : {}) };
  const { build, changed } = await orRefused(() =>
    decide(services, store, remote, decision, by, refuseNew).catch(async (error: unknown) => {
      if (error instanceof RegistryRefusal) await completeAudit(services, store, remote, who);
      throw error;
    }),
  );
  if (changed)
    await auditDecision(services, who.caller, remote, {
      decision: decision.decision,
      build,
      reason,
      team: who.team,
      more: {
        ...(decision.decision === "canary" ? { audience: audienceText(decision) } : {}),
        ...("force" in decision && decision.force ? { forced: "Oui" } : {}),
      },
    });
  else await completeAudit(services, store, remote, who);
  return { changed, state: await remoteState(store, remote, await healthNow(services, remote)) };
}

function mountTeamCalls(app: FastifyInstance, services: Services, store: RegistryStore): void {
  const limiter = concurrencyLimiter(PUBLISHED_AT_ONCE);

  mountRoute(
    app,
    services,
    publishRemoteBuild,
    async ({ request, reply, params: { remote } }) => {
      const team = await authenticateTeam(services, request, remote, "publish");
      return limiter.run(() =>
        withUpload(request, reply, UPLOAD, async ({ path }) =>
          orRefused(async () => {
            const bundle = await readBundle(await readFile(path, "utf8"));
            if (bundle.build.name !== remote) throw remotesErrors.otherRemote(bundle.build.name);
            const by = { who: nameOf(team), now: services.clock.now() };
            const { build, obstacles } = await store.publish(bundle, by);
            await auditDecision(services, { request }, remote, {
              decision: "publish",
              build: build.build,
              team: team.team,
            });
            return { build: build.build, obstacles: obstacles.flatMap(sentencesOf) };
          }),
        ),
      );
    },
    TEAM_LIMIT,
  );

  mountRoute(
    app,
    services,
    decideRemoteAsTeam,
    async ({ request, params: { remote }, body: decision }) => {
      const team = await authenticateTeam(services, request, remote, rightFor(decision));
      const who = { caller: { request }, name: nameOf(team), team: team.team };
      const refuseNew = team.rights.includes("promote") ? undefined : remotesErrors.noRight;
      return carryOut(services, store, { remote, decision, refuseNew }, who);
    },
    TEAM_LIMIT,
  );

  mountRoute(
    app,
    services,
    readRemoteAsTeam,
    async ({ request, params: { remote } }) => {
      await authenticateTeam(services, request, remote);
      const health = await healthNow(services, remote);
      const [state, log] = await Promise.all([remoteState(store, remote, health), logOf(store, remote)]);
      return { ...state, log };
    },
    TEAM_LIMIT,
  );

  mountRoute(
    app,
    services,
    canIDeployAsTeam,
    async ({ request, params: { remote, build: start } }) => {
      await authenticateTeam(services, request, remote);
      return orRefused(async () => {
        const build = await wholeBuild(store, remote, start);
        const asked =
          remote === HOST
            ? store.canIDeployHost(build).then((all) => all.flatMap(sentencesOfHost))
            : store.canIDeploy(remote, build).then((all) => all.flatMap(sentencesOf));
        const [obstacles, hosts] = await Promise.all([asked, store.hosts()]);
        return { build, obstacles, hosts: hosts.length };
      });
    },
    TEAM_LIMIT,
  );
}

function mountConsoleCalls(app: FastifyInstance, services: Services, store: RegistryStore): void {
  mountRoute(app, services, listRemotes, async () => ({
    results: await remoteStates(store, await healthNow(services)),
  }));
  mountRoute(app, services, readRemoteLog, async ({ params: { remote } }) => ({
    results: await logOf(store, remote),
  }));
  mountRoute(app, services, decideRemote, async (context) => {
    const { params, body: decision, user } = context;
    return carryOut(
      services,
      store,
      { remote: params.remote, decision },
      { caller: context, name: user.email },
    );
  });
}

function mountTokens(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listRemoteTokens, async () => ({
    results: await onPlatform(services, workingTokens),
  }));
  mountRoute(app, services, makeRemoteToken, async (context) => {
    const { team, remotes, rights } = context.body;
    const token = newTeamToken();
    const made = await onPlatform(services, async (tx) => {
      if ((await lockedTokenCount(tx)) >= MAX_REMOTE_TOKENS)
        throw remotesErrors.tooManyTokens(MAX_REMOTE_TOKENS);
      await writeAudit(tx, sourceOf(context), "other", {
        event: "Jeton d’équipe créé",
        team,
        remote: remotes.join(", "),
        rights: rights.map((right) => REMOTE_RIGHT_LABELS[right]).join(", "),
      });
      return insertToken(tx, {
        team,
        remotes: [...new Set(remotes)],
        rights: [...new Set(rights)],
        hash: hashOf(token),
        by: context.user.id,
        now: services.clock.now(),
      });
    });
    return { ...made, token };
  });
  mountRoute(app, services, revokeRemoteToken, async (context) => {
    await onPlatform(services, async (tx) => {
      const token = await revokeToken(tx, context.params.id, services.clock.now());
      if (!token) throw errors.notFound();
      if (token.isRevoked) return;
      await writeAudit(tx, sourceOf(context), "other", {
        event: "Jeton d’équipe révoqué",
        team: token.team,
        remote: token.remotes.join(", "),
      });
    });
    return undefined;
  });
}

/** For the registry's log. */
const nameOf = ({ id, team }: WorkingToken): string => `${team} (jeton ${id})`;

const sentencesOfHost = ({ remote, reasons }: HostObstacle): string[] =>
  reasons.map((reason) => `${remote}\u00a0: ${reason}`);

const sentencesOf = ({ host, reasons }: Obstacle): string[] =>
  reasons.map((reason) => `${host.node}\u00a0: ${reason}`);
