-- The steps of post_transfers (ledger-post.sql) about the accounts of a call: how they are read, and how they
-- are moved. Nobody else calls them.

-- Locks the guarded accounts in the order of their ids and reads all that the call names. Answers them by
-- position, the locked ones first: account_at says where in them an account of p_code is (0: nowhere).
-- `place`: where the row of a locked one is. Of a house account `balance` begins at 0 and becomes what this
-- call moves. Batch mode skips what another transaction holds: `busy`, by position in p_code, is null where
-- nothing was skipped.
create or replace function lock_posting_accounts(p_mode text, p_code text[],
  out account_at int[], out id bigint[], out currency text[], out closed boolean[], out holds boolean[],
  out guarded boolean[], out balance bigint[], out version bigint[], out place tid[], out busy boolean[])
language plpgsql as $$
declare
  v_codes constant int := cardinality(p_code);
  v_positions int[];
  v_left int[];
  v_read int;
  v_account record;
begin
  if p_mode = 'batch' then
    select array_agg(s.position), array_agg(s.id), array_agg(s.currency), array_agg(s.is_closed),
           array_agg(s.is_hold), array_agg(s.balance_minor), array_agg(s.version),
           array_agg(s.ctid)
      into v_positions, id, currency, closed, holds, balance, version, place
      from (select c.position, a.id, a.currency::text, a.is_closed, a.is_hold, a.balance_minor, a.version,
                   a.ctid
              from unnest(p_code) with ordinality as c (code, position) join accounts a on a.code = c.code
             where a.mode = 'guarded' order by a.id for no key update of a skip locked) s;
  else
    select array_agg(s.position), array_agg(s.id), array_agg(s.currency), array_agg(s.is_closed),
           array_agg(s.is_hold), array_agg(s.balance_minor), array_agg(s.version),
           array_agg(s.ctid)
      into v_positions, id, currency, closed, holds, balance, version, place
      from (select c.position, a.id, a.currency::text, a.is_closed, a.is_hold, a.balance_minor, a.version,
                   a.ctid
              from unnest(p_code) with ordinality as c (code, position) join accounts a on a.code = c.code
             where a.mode = 'guarded' order by a.id for no key update of a) s;
  end if;
  account_at := array_fill(0, array[v_codes]);
  v_read := coalesce(cardinality(v_positions), 0);
  guarded := array_fill(true, array[v_read]);
  for v_nth in 1 .. v_read loop account_at[v_positions[v_nth]] := v_nth; end loop;
  if v_read = v_codes then return; end if;

  -- What is left over is house, busy or unknown.
  v_left := array_positions(account_at, 0);
  for v_account in
    select c.position, a.id, a.currency::text, a.is_closed, a.mode
      from unnest(v_left) as c (position) join accounts a on a.code = p_code[c.position]
  loop
    if v_account.mode = 'guarded' then
      if p_mode = 'strict' then                       -- opened between the two statements
        raise exception using errcode = '40001', message = 'postAgain';
      end if;
      busy := coalesce(busy, array_fill(false, array[v_codes]));
      busy[v_account.position] := true;
      continue;
    end if;
    v_read := v_read + 1;
    account_at[v_account.position] := v_read;
    id := id || v_account.id;
    currency := currency || v_account.currency;
    closed := closed || v_account.is_closed;
    holds := holds || false;
    guarded := guarded || false;
    balance := balance || 0::bigint;
    version := version || 0::bigint;
  end loop;
end $$;

-- The same for a swift call, which locks nothing yet and so reads all at once (move_posting_accounts locks).
create or replace function read_posting_accounts(p_code text[],
  out account_at int[], out id bigint[], out currency text[], out closed boolean[], out holds boolean[],
  out guarded boolean[], out balance bigint[], out version bigint[], out place tid[], out busy boolean[])
language plpgsql as $$
declare
  v_positions int[];
begin
  select array_agg(s.position), array_agg(s.id), array_agg(s.currency), array_agg(s.is_closed),
         array_agg(s.is_hold), array_agg(s.is_guarded),
         array_agg(case when s.is_guarded then s.balance_minor else 0 end), array_agg(s.version),
         array_agg(s.ctid) filter (where s.is_guarded)
    into v_positions, id, currency, closed, holds, guarded, balance, version, place
    from (select c.position, a.id, a.currency::text, a.is_closed, a.is_hold, a.mode = 'guarded' as is_guarded,
                 a.balance_minor, a.version, a.ctid
            from unnest(p_code) with ordinality as c (code, position) join accounts a on a.code = c.code
           order by a.mode = 'house', a.id) s;
  account_at := array_fill(0, array[cardinality(p_code)]);
  for v_nth in 1 .. coalesce(cardinality(v_positions), 0) loop
    account_at[v_positions[v_nth]] := v_nth;
  end loop;
end $$;

-- The guarded accounts as the call leaves them, in the order of their ids. Each must still be the row that
-- was read, at its place and of its version, and of a swift call it is locked here; the check constraint of
-- the table is the last judge. A swift call does not stand still for an account that somebody holds: it gives
-- up.
create or replace function move_posting_accounts(p_mode text, p_place tid[], p_id bigint[], p_read bigint[],
  p_balance bigint[], p_version bigint[]) returns void
language plpgsql as $$
declare
  v_patience constant text := current_setting('lock_timeout');
  v_set text;
  v_moved int;
begin
  if p_mode = 'swift' then v_set := set_config('lock_timeout', '2ms', true); end if;
  update accounts a set balance_minor = p_balance[n], version = p_version[n]
    from generate_series(1, cardinality(p_place)) n
   where a.ctid = p_place[n] and a.id = p_id[n] and a.version = p_read[n];
  get diagnostics v_moved = row_count;
  if v_moved <> coalesce(cardinality(p_place), 0) then
    raise exception using errcode = '40001', message = 'postAgain';
  end if;
  if p_mode = 'swift' then v_set := set_config('lock_timeout', v_patience, true); end if;
end $$;

alter function lock_posting_accounts owner to khlang_ledger;
alter function read_posting_accounts owner to khlang_ledger;
alter function move_posting_accounts owner to khlang_ledger;
revoke all on function lock_posting_accounts, read_posting_accounts, move_posting_accounts
  from public, khlang_app;
