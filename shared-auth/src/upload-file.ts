import type { RouteContract } from "@bobine/contract/route";
import type { z } from "zod";
import {
  fetchCsrfCookie,
  isExpiredSession,
  isLostCsrfCookie,
  noteRefusal,
  ownerCheck,
  pathOf,
  refreshSession,
} from "./api-client.ts";
import { ApiError, errorOfAnswer } from "./api-error.ts";
import { asOneAction } from "./one-action.ts";
import { announceRegistryId } from "./registry-id.ts";
import { API_PREFIX, csrfCookie, requestHeaders } from "./request-headers.ts";
import { sessionStore } from "./session-store.ts";

/** UI-10: the bar stops here until the server has answered. */
export const UPLOAD_PROGRESS_CAP = 90;

export interface UploadOptions {
  /** 0 to 90 while the bytes leave, 100 once the server has answered well. */
  onProgress?: (percent: number) => void;
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  /** What is said beside the file (`uploadFields` of the route), each sent as JSON. */
  fields?: Record<string, unknown>;
  signal?: AbortSignal;
}

/**
 * Sends one file to an upload route of the contract (its `upload` names the multipart field).
 * XMLHttpRequest because fetch reports no upload progress.
 * @throws ApiError
 */
export async function uploadFile<R extends RouteContract>(
  route: R,
  file: File,
  options: UploadOptions = {},
): Promise<R["response"] extends z.ZodType ? z.output<R["response"]> : undefined> {
  if (!route.upload) throw new TypeError(`${route.path} takes no file`);
  const checkOwner = ownerCheck(route);
  const field = route.upload;
  const action = [options.params, options.query, options.fields, file.name, file.size, file.lastModified];
  const body = await asOneAction(route, action, (headers) =>
    send(route, field, file, { ...options, headers }, checkOwner),
  );
  checkOwner();
  const parsed = route.response?.safeParse(body);
  if (parsed && !parsed.success) throw new ApiError("unreadable", { body, cause: parsed.error });
  options.onProgress?.(100);
  return parsed?.data as R["response"] extends z.ZodType ? z.output<R["response"]> : undefined;
}

type Sent = UploadOptions & { readonly headers: Readonly<Record<string, string>> };

async function send(
  route: RouteContract,
  field: string,
  file: File,
  options: Sent,
  checkOwner: () => void,
): Promise<unknown> {
  const path = pathOf(route.path, options.params);
  if (!csrfCookie()) await fetchCsrfCookie();
  checkOwner();
  const token = sessionStore.getState().session?.token;
  try {
    return await attempt(route.method, path, field, file, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (token !== undefined && isExpiredSession(error, path)) await refreshSession(token);
    else if (isLostCsrfCookie(error)) await fetchCsrfCookie();
    else throw noteRefusal(error);
    checkOwner();
    return attempt(route.method, path, field, file, options).catch((again: unknown) => {
      throw again instanceof ApiError ? noteRefusal(again) : again;
    });
  }
}

function attempt(
  method: string,
  path: string,
  field: string,
  file: File,
  { onProgress, query, fields = {}, signal, headers }: Sent,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new ApiError("aborted"));
      return;
    }
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const search = query ? `?${new URLSearchParams(query).toString()}` : "";
    request.open(method, `${API_PREFIX}${path}${search}`);
    request.withCredentials = true;
    for (const [name, value] of Object.entries({ ...requestHeaders(method, path), ...headers }))
      request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable && event.total > 0) {
        onProgress?.(Math.min(UPLOAD_PROGRESS_CAP, Math.round((event.loaded / event.total) * 100)));
      }
    });
    request.addEventListener("loadend", () => signal?.removeEventListener("abort", abort));
    request.addEventListener("error", () => reject(new ApiError("network")));
    request.addEventListener("timeout", () => reject(new ApiError("timeout")));
    request.addEventListener("abort", () => reject(new ApiError("aborted")));
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      announceRegistryId((header) => request.getResponseHeader(header));
      if (status < 200 || status > 299) {
        reject(errorOfAnswer(status, responseText, request.getResponseHeader("retry-after")));
        return;
      }
      try {
        resolve(responseText === "" ? undefined : JSON.parse(responseText));
      } catch (cause) {
        reject(new ApiError("unreadable", { status, cause }));
      }
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, JSON.stringify(value));
    form.append(field, file, file.name);
    request.send(form);
  });
}
