-- Where a standby takes over before it has written a sequence that is not in the log to its disk, that is a page of zeros (« bad magic
-- number in sequence »), and nothing that leaves an entry in the audit log can be done any more (OPS-12). The table stays as it is.
alter sequence audit_chain_pending_id_seq set logged;
