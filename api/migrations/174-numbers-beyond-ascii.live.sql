-- LET-41: `number_key` leaves out what is beyond ASCII (« DÉC-2026-014 »), which banks write without: the few open documents of such a number are
-- read one by one.
create index concurrently if not exists invoice_beyond_ascii on invoice (distributor_id)
  where octet_length(invoice_number) > length(invoice_number) and (status <> 'paid' or type = 'credit_note');
