import {
  changeSavedFilter,
  deleteSavedFilter,
  FILTERS_OF_LIST,
  listSavedFilters,
  saveFilter,
} from "@bobine/contract/saved-filters";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import { savedFilterErrors } from "./saved-filters.errors.ts";
import { type FilterOwner, savedFiltersRepository as repository } from "./saved-filters.repository.ts";

const ownerOf = ({ user, distributorId }: { user: SignedInUser; distributorId: number }): FilterOwner => ({
  userId: user.id,
  distributorId,
});

/** Filters of lists, which everybody saves for themselves alone (UI-28). They are nobody's business: no audit entry tells of them. */
export function mountSavedFilters(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    listSavedFilters,
    async (context) => ({
      results: await context.transaction((tx) => repository.list(tx, ownerOf(context), context.query.list)),
    }),
    { readsAtOnce: () => true, touchesFew: true },
  );

  mountRoute(app, services, saveFilter, async (context) => {
    const owner = ownerOf(context);
    const { list, name, query } = context.body;
    const at = services.clock.now();
    return await context.transaction(async (tx) => {
      await repository.lockOwner(tx, owner);
      const same = await repository.named(tx, owner, list, name);
      if (same) return await repository.replace(tx, same.id, { name, query, at });
      if ((await repository.count(tx, owner, list)) >= FILTERS_OF_LIST) throw savedFilterErrors.tooMany();
      return await repository.insert(tx, owner, { list, name, query, at });
    });
  });

  mountRoute(app, services, changeSavedFilter, async (context) => {
    const owner = ownerOf(context);
    const { body, params } = context;
    return await context.transaction(async (tx) => {
      await repository.lockOwner(tx, owner);
      const before = await repository.one(tx, owner, params.id);
      if (!before) throw errors.notFound();
      const { name = before.name, is_default = before.is_default } = body;
      const same = await repository.named(tx, owner, before.list, name);
      if (same && same.id !== before.id) throw savedFilterErrors.nameTaken();
      if (is_default) await repository.noDefault(tx, owner, before.list);
      return await repository.change(tx, before.id, { name, is_default, at: services.clock.now() });
    });
  });

  mountRoute(app, services, deleteSavedFilter, async (context) => {
    const isDeleted = await context.transaction((tx) =>
      repository.delete(tx, ownerOf(context), context.params.id),
    );
    if (!isDeleted) throw errors.notFound();
    return undefined;
  });
}
