import type { Pool } from "pg";

/** What is archived so far was so the night before (SEC-28). @param owner of the database */
export async function passNight(owner: Pool): Promise<void> {
  await owner.query(
    `begin; set local session_replication_role = replica;
     update audit_archive set archived_at = archived_at - interval '1 day'; commit`,
  );
}
