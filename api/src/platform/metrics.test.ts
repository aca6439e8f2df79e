import { describe, expect, test } from "vitest";
import { createMetrics, type Measures } from "./metrics.ts";

const MEASURES: Measures = {
  jobs: [
    { name: "send-mails", state: "failed", count: 2 },
    { name: "sync-bank", state: "created", count: 5 },
  ],
  oldest_job_seconds: 12.5,
  mails: [{ kind: "invoice", state: "sent", count: 40 }],
  imports: [{ kind: "box_office", count: 3 }],
  lettering: { automatic: 200, reverted: 1 },
};

describe("the metrics", () => {
  test("count requests by route and answer, with how long they took", async () => {
    const metrics = createMetrics();
    const request = { method: "GET", route: "/api/v1/invoices/invoices/:id/", status: 200 };
    metrics.request({ ...request, seconds: 0.004 });
    metrics.request({ ...request, seconds: 0.3 });
    const text = await metrics.read();
    const labels = 'method="GET",route="/api/v1/invoices/invoices/:id/",status="200"';
    expect(text).toContain(`bobine_http_request_seconds_bucket{le="0.005",${labels}} 1\n`);
    expect(text).toContain(`bobine_http_request_seconds_count{${labels}} 2\n`);
  });

  test("count runs of jobs, failures of remotes and the lag of the event loop", async () => {
    const metrics = createMetrics();
    metrics.job("send-mails", "failed", 2);
    metrics.remoteFailure("mfe-finance", "network");
    const text = await metrics.read();
    expect(text).toContain('bobine_job_run_seconds_count{job="send-mails",outcome="failed"} 1\n');
    expect(text).toContain('bobine_remote_failures_total{remote="mfe-finance",kind="network"} 1\n');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  test("tell what the database counts for all nodes", async () => {
    const metrics = createMetrics();
    metrics.measureBy(async () => MEASURES);
    const text = await metrics.read();
    for (const line of [
      "bobine_shared_measures_ok 1",
      'bobine_jobs{job="send-mails",state="failed"} 2',
      "bobine_oldest_job_seconds 12.5",
      'bobine_mails{kind="invoice",state="sent"} 40',
      'bobine_imports{kind="box_office"} 3',
      'bobine_letterings_90_days{outcome="reverted"} 1',
      "bobine_lettering_precision 0.995",
    ])
      expect(text).toContain(`${line}\n`);
  });

  test("do not call nothing lettered precise", async () => {
    const metrics = createMetrics();
    metrics.measureBy(async () => ({ ...MEASURES, lettering: { automatic: 0, reverted: 0 } }));
    expect(await metrics.read()).toContain("bobine_lettering_precision Nan\n");
  });

  test("are still read when the database is away, and show no old count", async () => {
    const metrics = createMetrics();
    metrics.measureBy(async () => MEASURES);
    await metrics.read();
    metrics.measureBy(() => Promise.reject(new Error("away")));
    const text = await metrics.read();
    expect(text).toContain("bobine_shared_measures_ok 0\n");
    expect(text).not.toMatch(/^bobine_(jobs|mails)\{/m);
  });
});
