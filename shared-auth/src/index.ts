export { callApi, callBinary, fetchCsrfCookie, type CallArgs, type QueryArgs } from "./api-client.ts";
export { ApiError, type ApiFailure, isApiError } from "./api-error.ts";
export { type DescribedError, describeError, ERROR_TEXTS } from "./describe-error.ts";
export { createQueryClient, KEPT_ACROSS_DISTRIBUTORS } from "./query-client.ts";
export { type ProductSettings, productSettings, provideProductSettings } from "./product-settings.ts";
export type { RemoteDoor } from "./remote-door.ts";
export type { SessionUser } from "./session-storage.ts";
export { followOtherTabs } from "./session-store.ts";
export { currentViewer } from "./session-viewer.ts";
export { announceBuild } from "./ui-build.ts";
export { UPLOAD_PROGRESS_CAP, uploadFile, type UploadOptions } from "./upload-file.ts";
export {
  currentSession,
  type DistributorScope,
  hasRequestedLink,
  requestMagicLink,
  type Session,
  signOut,
  updateProfile,
  useDistributorScope,
  useSession,
  verifyMagicLink,
} from "./use-session.ts";
