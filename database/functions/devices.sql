-- Phones that report our accounts: for which of them one may speak (ADR 0041).

-- The rows by which a message finds its account follow the list that two agreed to.
create or replace function spread_senders() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from device_senders s
   where s.device_id = new.id and not new.senders @> sender_item(s.bank_account_id, s.source, s.sender);
  insert into device_senders (device_id, bank_account_id, source, sender)
  select new.id, inside_id(d ->> 'accountId'), d ->> 'source', d ->> 'sender'
    from jsonb_array_elements(new.senders) d
  on conflict do nothing;
  return null;
end $$;

-- One row of device_senders as the list of a phone has it.
create or replace function sender_item(p_account uuid, p_source text, p_sender text) returns jsonb
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_array(jsonb_build_object(
    'accountId', outside_id('oba', p_account), 'source', p_source, 'sender', p_sender)) $$;

create or replace trigger spread_senders_changed after update of senders on devices for each row
  when (new.senders is distinct from old.senders)
  execute function spread_senders();

-- A phone with a key of its own speaks for no account beside that list, nor does any phone in production:
-- only the sandbox has phones of another kind.
create or replace function guard_sender() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from devices d where d.id = new.device_id
       and not d.senders @> sender_item(new.bank_account_id, new.source, new.sender)
       and (d.key_id is not null or exists (select from deployment where profile = 'production'))) then
    raise exception 'approvalMissing' using errcode = 'KL105';
  end if;
  return new;
end $$;
create or replace trigger guard_sender_written before insert or update on device_senders for each row
  execute function guard_sender();

-- A key that was revoked never opens anything again, nor does its phone.
create or replace trigger guard_device_revoked before update of state on devices for each row
  when (old.state = 'revoked' and new.state <> 'revoked')
  execute function refuse_always('revokedForEver');
create or replace trigger guard_key_revoked before update of state on machine_keys for each row
  when (old.state = 'revoked' and new.state <> 'revoked')
  execute function refuse_always('revokedForEver');

-- A phone is born without a key and without accounts: both come with what two agreed to.
create or replace trigger guard_device_born before insert on devices for each row
  when (new.key_id is not null or new.senders <> '[]')
  execute function refuse_always('approvalMissing');

-- What a key is, and whose, never changes: two people looked at this very one.
create or replace trigger guard_key_kept before update on machine_keys for each row
  when ((old.id, old.kind, old.subject_id) is distinct from (new.id, new.kind, new.subject_id)
    or old.public_key is distinct from new.public_key or old.secret is distinct from new.secret)
  execute function refuse_change();
