-- The session that enabled a second factor: it alone repeats an enrolment whose answer was lost (SEC-24). No reference: a session
-- that is gone asks for nothing, and its id is never another's.
alter table second_factor add column enabled_in uuid;
