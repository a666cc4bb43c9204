-- A payer who was learnt for a member speaks for lines of that payer alone: another's line has no ground in
-- it. The key is bank, digits and name; the name is compared by the server, which knows how names are read.
create function payer_key_start(p_bank text, p_mask text) returns text language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(p_bank, '') || '|' || regexp_replace(coalesce(p_mask, ''), '^\?+', '') || '|' $$;

create or replace function link_has_ground(p_line uuid, p_member uuid, p_employee uuid, p_adopted uuid)
  returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from deposits d where d.member_id = p_member
            and d.amount_requested_minor = l.amount_minor
            and (p_employee is null or d.created_at < l.created_at)
            and (d.id = p_adopted or d.state in ('created', 'pending')
              and (d.by_kind = 'member' or p_employee is null or not is_same_person(d.by_id, p_employee)))
            and not is_amount_contested(l.bank_account_id, l.amount_minor, p_member, l.created_at))
      or exists (select from member_bank_accounts a where a.member_id = p_member and a.state <> 'refused'
            and (p_employee is null or a.since < l.created_at)
            and length(regexp_replace(l.payer_mask, '\D', '', 'g')) >= 4
            and mask_fits(l.payer_mask, a.account_no))
      or exists (select from deposits d where d.member_id = p_member and l.ref in (d.slip_ref, d.gateway_ref))
      or exists (select from payer_aliases y where y.member_id = p_member and y.hits >= 2
            and coalesce(l.payer_mask, l.payer_name) is not null
            and starts_with(y.payer_key, payer_key_start(l.payer_bank, l.payer_mask)))
    from statement_lines l where l.id = p_line $$;
