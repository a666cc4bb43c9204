-- Moving an authenticator to another device: the new secret waits beside the one in force until a code of it
-- is given.
alter table employees
  add column otp_next_secret bytea,
  add column otp_next_until timestamptz,
  add check ((otp_next_secret is null) = (otp_next_until is null));

alter table sessions drop constraint sessions_ended_by_check;
alter table sessions add constraint sessions_ended_by_check check (ended_by in
  ('logout', 'replaced', 'otherSession', 'admin', 'passwordChange', 'otpChange', 'otpFailures', 'tooMany',
   'reset'));
