// What the cinemas screen and the workbench both show of what is asked of Bobine about cinemas (CIN-10).
export { CorrectionDialog, correctionDraft } from "./correction.dialog.tsx";
export {
  useCinemaRequests,
  useProposeCinema,
  useProposeCinemaList,
  useWithdrawRequest,
} from "./cinema-requests.queries.ts";
export { REQUEST_TEXTS } from "./cinema-requests.texts.ts";
export { RequestedList } from "./requested-list.tsx";
export { RequestWords } from "./request-words.tsx";
