-- What each posting reads costs less. An account is found by its code in one page instead of four; the unique
-- index stays the judge.
create index accounts_code_found on accounts using hash (code);

-- Whose balance is a member's is never below zero: the judge of what enters a wallet (guard_wallet_legs)
-- leaves out legs to house accounts unseen.
alter table accounts add constraint accounts_members_guarded
  check (mode = 'guarded' or code not like 'member:%');
comment on constraint accounts_members_guarded on accounts is
  'no caller: the code and the mode of an account come from one function (packages/ledger)';
