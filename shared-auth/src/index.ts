export {
  readUserAnew,
  callApi,
  callBinary,
  fetchCsrfCookie,
  type CallArgs,
  type QueryArgs,
} from "./api-client.ts";
export { ApiError, type ApiFailure, isApiError } from "./api-error.ts";
export { type DescribedError, describeError, ERROR_TEXTS, loadFailure } from "./describe-error.ts";
export { changeDistributor } from "./change-distributor.ts";
export { useDataAge } from "./data-age.ts";
export { isRefusal } from "./one-action.ts";
export { createQueryClient, KEPT_ACROSS_DISTRIBUTORS } from "./query-client.ts";
export { type ProductSettings, productSettings, provideProductSettings } from "./product-settings.ts";
export type { DraftKind } from "./draft-storage.ts";
export {
  watchRegistryId,
  /** @deprecated the name until host contract 2.2; builds of remotes that are published may import it */
  watchRegistryId as whenRegistryIsTold,
} from "./registry-id.ts";
export type { ExposedModule } from "./exposed-module.ts";
export { answersOf, fileQuery, invalidateAfter, routeKey, routeQuery } from "./route-query.ts";
export type { SessionUser } from "./session-storage.ts";
export { followOtherTabs } from "./session-store.ts";
export { currentViewer } from "./session-viewer.ts";
export { announceBuild, type MountedBuild, mountedBuilds, whenBuildMounts } from "./ui-build.ts";
export {
  reloadPage,
  type UnfinishedWork,
  unfinishedWork,
  useUnfinishedWork,
  whenWorkBegins,
} from "./unfinished-work.ts";
export { UPLOAD_PROGRESS_CAP, uploadFile, type UploadOptions } from "./upload-file.ts";
export { type Action, type ActionCallbacks, useAction } from "./use-action.ts";
export { type Draft, draftedId, dropDraft, hasDraft, useDraft } from "./use-draft.ts";
export {
  currentSession,
  type DistributorScope,
  hasRequestedLink,
  requestMagicLink,
  Allowed,
  type Session,
  signOut,
  updateProfile,
  useDistributorScope,
  useMay,
  useSession,
  verifyMagicLink,
} from "./use-session.ts";
