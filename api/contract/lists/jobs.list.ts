import { exportJobList } from "../calls/list-exports.contract.ts";
import { JOBS_PAGE_SIZE, listJobs, type OperatedJob } from "../calls/operations.contract.ts";
import { jobLabel } from "../labels/job-labels.ts";
import { JOB_STATUS } from "../labels/status-labels.ts";
import { guarded, instantCell } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

export const JOB_LIST = defineList({
  page: listJobs,
  csv: exportJobList,
  fileName: "taches-de-fond.csv",
  pageSize: JOBS_PAGE_SIZE,
  columns: defineColumns<OperatedJob>()({
    id: { label: "Identifiant", csv: (job) => job.id },
    job: { label: "Tâche", csv: (job) => guarded(jobLabel(job.name)) },
    state: { label: "État", csv: (job) => JOB_STATUS[job.state].label },
    distributor: { label: "Distributeur", csv: (job) => guarded(job.distributor?.name ?? "") },
    created_at: { label: "Demandée", csv: (job) => instantCell(job.created_at) },
    started_at: { label: "Commencée", csv: (job) => instantCell(job.started_at) },
    ended_at: { label: "Terminée", csv: (job) => instantCell(job.ended_at) },
    tries: { label: "Essais", csv: (job) => String(job.tries) },
    max_tries: { label: "Essais au plus", csv: (job) => String(job.max_tries) },
    failure: { label: "Raison du dernier échec", csv: (job) => guarded(job.failure ?? "") },
  }),
});
