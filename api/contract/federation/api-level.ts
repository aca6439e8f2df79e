/**
 * The level of the calls that a server answers (FED-32). A build says which it was made for, and runs where the first number is the same and
 * the others are as high or higher. What kills yesterday's builds (a call or a field of an answer that is gone, a value that they do not
 * know, something more that they must send) raises the first number; what only newer builds may count on the second. `npm run api-level`
 * writes the calls down, `npm run check` refuses a change that the number does not say.
 * 1: the calls of 27 November 2026.
 * 1.1: filters of lists are saved (UI-28).
 * 1.2: pages with the builds that a user had (FED-28).
 * 1.3: the history of decisions says why something was rejected (LET-53), a distributor says where its numbers go on (BILL-9).
 * 1.4: a plan says how many people it comprises (SUB-3).
 * 1.5: the public keys of teams are registered (FED-34).
 * 1.6: the plan of reminders says what was issued before mails began (MAIL-8).
 * 1.7: a bank account says on which day the bank opened it (BANK-33).
 * 1.8: a connected bank says which accounts it reads (AGG-8).
 * 1.9: years of the audit log that are archived, and until when an invoice's history is (SEC-28).
 * 1.10: Bobine's own text of a reminder is shown as it leaves (MAIL-9).
 * 1.11: recovery codes are made anew (SEC-24).
 * 1.12: a statement whose operations may have gone with another is known (BANK-34).
 * 1.13: an import of invoices names the columns that it has not read (BILL-18).
 * 1.14: the plan of reminders says what credits a mail deducts, and which invoices these cover or no address gets (MAIL-8).
 * 1.15: the preview of a mailed statement says what its sender should know (MAIL-11).
 * 1.16: the tie of a bank account says what the books have later than the bank (EXP-15), VAT of a month with which rates advances have it (VAT-5).
 * 1.17: an invitation says that its address refused it (SEC-23), lines without an end are listed that no action waits for (LET-46), a change of IBAN says who was
 * mailed (SEC-17), a cinema has the VAT number of the company that is invoiced (CIN-2).
 * 1.18: whoever saves the list of accounts says which one it replaces (LET-20).
 * 1.19: an import of cinemas tells remarks apart from errors (CIN-8), and billing which subscription has ended (SUB-4).
 * 1.20: whoever saves the text of a reminder says which one it replaces (MAIL-10).
 * 1.21: a change of IBAN and an invitation say whose mail a server refuses without blaming the address (SEC-17, SEC-23), unpaid invoices are searched by
 * their client (LET-24), an invoice says of its payments what they are and with which bank line they are undone (UI-9), whoever letters a line says what its
 * invoices owed on the screen, and reads in a refusal what they owe by now (LET-2), also of lines that are accepted together, whose preview is
 * told which are ticked (LET-47), whoever says why something was rejected rejects nothing (LET-53),
 * reminders and statements say when they are tried next (MAIL-8), whoever confirms a change of IBAN by a code says which
 * one was read (SEC-17), billing what is debited with the end of a subscription (SUB-4),
 * an invitation that waited already that nothing was mailed (SEC-23), a prospect whether its file has changed since the last decision (SEC-15),
 * whoever saves lists of a cinema how they were seen (CIN-2), of a distributor’s settings for it too,
 * the first steps, and the file itself, whether Bobine has asked for more of it (DIST-7),
 * client credits are listed up to a day (LET-27),
 * a request about a cinema whether that is of a sandbox (CIN-10), super admins read what was done for no distributor (SEC-2), and the backlog
 * of invoices says of how many an imported invoice bills the week already (BILL-14), as an import of invoices says which weeks ours bill (BILL-18),
 * whoever ends the trial of a module which build that is of (FED-25),
 * a bill of the subscription what is still to be paid of it (SUB-4), and whoever changes the words of a comment which ones they replace (COM-2).
 */
export const API_LEVEL = "1.21.0";

/** What a build made with these calls asks of a server. */
export const ACCEPTED_API_LEVEL = `^${API_LEVEL}`;
