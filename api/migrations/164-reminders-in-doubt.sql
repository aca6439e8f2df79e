-- MAIL-13: a reminder that may have left waits for what a person answers to its action. Those that nobody has answered get theirs: an action is of the
-- last mail of its invoice that was in doubt then, which first left on that day or at an earlier try.
select set_config('app.all_distributors', 'on', true);
with doubtful as materialized (
  select m.id, m.distributor_id, m.kind, m.sent_at, x.invoice_id from mail m join mail_invoice x on x.mail_id = m.id
  where m.state in ('unconfirmed', 'refused')
)
update mail m set user_action_id = a.id
from (
  select distinct on (d.id) d.id as mail_id, a.id
  from user_action a
  cross join lateral (
    select d.id from doubtful d
    where d.invoice_id = a.invoice_id and d.distributor_id = a.distributor_id and d.sent_at <= a.created_at
    order by d.sent_at desc, d.kind = 'reminder' desc, d.id desc limit 1) d
  where a.reason_code = 'unconfirmed_email' and a.status not in ('DONE', 'REJECTED')
  order by d.id, a.id desc) a
where m.id = a.mail_id and m.kind = 'reminder' and m.state = 'unconfirmed'
  and not exists (select from mail_recipient r where r.mail_id = m.id and r.state = 'accepted');

update user_action a set explanation = jsonb_build_array(
    'L’envoi a été interrompu au moment où le serveur de messagerie devait l’accepter : la relance est peut-être partie. Demandez au cinéma s’il l’a reçue.',
    '« Résoudre » : elle est arrivée, et compte comme envoyée. « Rejeter » : elle n’est pas arrivée, et figure de nouveau parmi les prochaines relances.',
    'Tant que cette action attend, cette relance ne repart pas, et le passage en défaut n’est pas proposé.')
  || (a.explanation - 0)
where a.reason_code = 'unconfirmed_email' and a.status not in ('DONE', 'REJECTED')
  and exists (select from mail m where m.user_action_id = a.id and m.kind = 'reminder');
