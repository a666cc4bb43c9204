import { encodeId } from '@khlang/contract/values/values.ts'
import { providerClearing } from '@khlang/ledger/accounts.ts'
import type { BenchEnv } from './env.ts'

export interface PlaySeed {
  readonly database: string
  readonly members: number
  readonly providerId: string
  readonly adapter: 'betAndResult' | 'transferInOut'
  /** As it lies in its row; hex. */
  readonly secret: string
}

/**
 * Members with money and one provider with a game `g`: written around the ledger, so no judge goes over this
 * book; beside them the rows of the baseline.
 * @returns the members' ids
 */
export async function seedPlay(env: BenchEnv, of: PlaySeed): Promise<string[]> {
  const { database, members, providerId, adapter, secret } = of
  await env.admin(
    database,
    `
    insert into members (username, phone, first_name, last_name)
      select 'kl' || lpad(n::text, 6, '0'), '+668' || lpad(n::text, 8, '0'), 'x', 'y'
        from generate_series(1, ${members}) n;
    create table bench_codes as select member_cash_code(id) as code from members;
    grant select on bench_codes to khlang_ledger;
    set role khlang_ledger;
    insert into accounts (code, kind, mode, currency, balance_minor)
      select code, 'liability', 'guarded', 'THB', 100000000 from bench_codes;
    insert into accounts (code, kind, mode, currency) values
      ('${providerClearing(encodeId('gameProvider', providerId)).code}', 'liability', 'house', 'THB');
    reset role;
    insert into game_providers (id, code, name_th, name_en, adapter, secret, max_minor, state, is_sandbox)
      values ('${providerId}', 'bench', 'x', 'x', '${adapter}', '\\x${secret}', 1000000, 'active', true);
    insert into games (provider_id, code, type, name_th, name_en)
      values ('${providerId}', 'g', 'slot', 'x', 'x');
    create table bench_rows (id int primary key, value bigint not null, filler text) with (fillfactor = 80);
    insert into bench_rows select n, 0, repeat('x', 60) from generate_series(1, 1000000) n;
    create table bench_log (id bigint generated always as identity primary key, row_id int not null,
      at timestamptz not null default now());
    analyze`,
  )
  const { rows } = await env.admin(database, 'select id from members')
  return (rows as { id: string }[]).map(({ id }) => id)
}
