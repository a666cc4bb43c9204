import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { withBareDatabase } from '../../testing/bare-database.ts'
import { catalogueOf } from '../../testing/catalogue.ts'
import { currentMigrations, migrate } from './migrate.ts'
import { currentFunctions, frozenFunctions, type SqlFile } from './sql-functions.ts'

/**
 * Functions whose text is another than the migrations left, or that they never made: what was changed since
 * the functions moved to database/functions. Whoever changes one more names it here.
 */
const changedSince: readonly string[] = [
  'add_to_play',
  'attach_all_links',
  'attach_bet_month',
  'attach_links',
  'balance_at',
  'balance_on',
  'bare_name',
  'begin_paid_bets',
  'begin_posting',
  'booking_account',
  'books_alone',
  'brought_in',
  'business_day_ends',
  'checkers_needed',
  'company_end',
  'contract_of',
  'credited_alone',
  'detach_bet_month',
  'end_launches',
  'figures_of_archive',
  'fill_rollups',
  'fixed_settings',
  'fold_play',
  'fold_spreads',
  'forget_comparison',
  'forget_old_notices',
  'forget_old_sessions',
  'forget_play',
  'found_postings',
  'gave_alone',
  'given_of_line',
  'guard_account_loosened',
  'guard_adjustment_day',
  'guard_adjustment_reversals',
  'guard_adjustments',
  'guard_agreed_account',
  'guard_agreed_gateway',
  'guard_approvals',
  'guard_bet_void_whole',
  'guard_bet_voids',
  'guard_blacklist',
  'guard_booked',
  'guard_booking_rules',
  'guard_bookings',
  'guard_cancel_words',
  'guard_checkers_needed',
  'guard_clearings',
  'guard_concerned',
  'guard_decisions',
  'guard_distributor_contracts',
  'guard_employees',
  'guard_explanations',
  'guard_file_credits',
  'guard_file_lines',
  'guard_file_rows',
  'guard_game_transfers',
  'guard_gateway_deposits',
  'guard_gateway_events',
  'guard_gateway_orders',
  'guard_invoice_drawn_whole',
  'guard_invoice_payment_whole',
  'guard_line_credits',
  'guard_line_facts',
  'guard_links',
  'guard_manual_deposits',
  'guard_member_accounts',
  'guard_merge_done',
  'guard_merged_lines',
  'guard_merges',
  'guard_new_account',
  'guard_paying_line',
  'guard_payments_of_invoices',
  'guard_payout_unlinks',
  'guard_private_files',
  'guard_proof_of_payout',
  'guard_provider_added',
  'guard_provider_drawn',
  'guard_provider_fees',
  'guard_provider_invoices',
  'guard_provider_opened',
  'guard_provider_paid',
  'guard_proving_line',
  'guard_receipts',
  'guard_reconcile_close',
  'guard_reconcile_closed',
  'guard_reconcile_day',
  'guard_refunded',
  'guard_refunds',
  'guard_requests',
  'guard_restores',
  'guard_reversals',
  'guard_rights_given',
  'guard_second_approval',
  'guard_sender',
  'guard_settings',
  'guard_settings_begun',
  'guard_settings_moved',
  'guard_settled',
  'guard_settled_back',
  'guard_settled_line',
  'guard_settlement_whole',
  'guard_settlements',
  'guard_slips',
  'guard_source',
  'guard_split_whole',
  'guard_splits',
  'guard_standing_deposits',
  'guard_statement_files',
  'guard_switched_on',
  'guard_taught_format',
  'guard_taught_line',
  'guard_thaw',
  'guard_typed_transfers',
  'guard_unlink_whole',
  'guard_wallet_legs',
  'guard_withdrawals',
  'guarded_settings',
  'held_at',
  'held_on',
  'hold_refusal',
  'house_moved',
  'invoice_drawn',
  'invoice_payment_key',
  'invoice_payment_legs',
  'invoice_shares',
  'is_company_name',
  'is_line_of_invoice',
  'is_line_taken',
  'is_linked',
  'is_listed',
  'is_listed_member',
  'is_month_folded',
  'is_paid_order',
  'is_posted_once',
  'is_received',
  'is_refunded_order',
  'is_same_posting',
  'judge_split_part',
  'keep_first_settings',
  'keep_line_doubts',
  'keep_member_names',
  'least_id',
  'ledger_part',
  'leg_keys',
  'leg_refusal',
  'letters_apart',
  'line_moment',
  'link_cells',
  'link_has_ground',
  'link_reasons',
  'link_words',
  'lock_posting_accounts',
  'mask_fits',
  'masks_agree',
  'merge_excluding',
  'merge_refusal',
  'merge_signs',
  'message_moves',
  'move_merged_balance',
  'move_posting_accounts',
  'name_contradicts',
  'name_reads_as',
  'name_script',
  'name_sounds_as',
  'open_bet_months',
  'ordered_of_day',
  'outside_id',
  'owed_by_gateway',
  'payer_key_start',
  'plain_text',
  'play_fold_end',
  'post_play',
  'post_transfers',
  'prepaid_of',
  'prepare_reconcile_day',
  'previous_of_keys',
  'printed_names_agree',
  'provider_state',
  'put_settings_in_force',
  'quick_inside_id',
  'read_posting_accounts',
  'refuse_always',
  'rename_member',
  'report_of',
  'reversal_refusal',
  'roll_messages',
  'rule_fits',
  'seal_business_day',
  'sender_item',
  'spread_senders',
  'standing_receipt',
  'sum_bet_month',
  'switch_settings',
  'taught_confirmed',
  'taught_may_credit',
  'with_doubles',
  'word_sound',
  'write_bet_outcomes',
  'write_bets',
  'write_holds',
  'write_play_words',
]

const migrations = currentMigrations()
const functions = currentFunctions()

/** Name and types of every function of ours, as PostgreSQL spells them, with its text. */
async function functionsIn(admin: pg.Client): Promise<Map<string, string>> {
  const { rows } = await admin.query<{ name: string; text: string }>(
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend x where x.objid = p.oid and x.deptype = 'e') order by 1`,
  )
  return new Map(rows.map(({ name, text }) => [name, text]))
}

const nameOf = (signature: string): string => signature.slice(0, signature.indexOf('('))

/** Names of the functions that a file makes, as often as it makes them. */
const madeBy = ({ sql }: SqlFile): string[] =>
  [...sql.matchAll(/^create or replace function (\w+)/gm)].map(([, name = '']) => name)

/** The files with one text in one of them changed. */
const withText = (from: string, to: string): SqlFile[] => {
  const changed = functions.map((file) => ({ ...file, sql: file.sql.replace(from, to) }))
  expect(changed).not.toEqual(functions)
  return changed
}

describe('the functions in force', () => {
  test('are those that the migrations left, but for those that were changed since', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null, { migrations, functions: [] })
      const before = await functionsIn(admin)
      const catalogue = await catalogueOf(url)
      await migrate(url, null)
      const after = await functionsIn(admin)
      const differing = new Set([...before, ...after].map(([name]) => name))
      for (const [name, text] of before) if (after.get(name) === text) differing.delete(name)
      expect([...new Set([...differing].map(nameOf))].toSorted()).toEqual(changedSince)
      // Owners, rights, tables and triggers too.
      // A trigger of a function that the files brought came with it; those of guard_links are counted apart.
      const changed = '(links|requests|second|standing|thaw)_(inserted|changed)'
      const born =
        '(new_account_unasked|agreed_account_added)|account_kept|own_transfer_over|template_kept|' +
        'device_(born|revoked)'
      const files = 'file_(lines|credits|rows)|statement_files|slips'
      // Those of 0023 and 0029 know no gateway: the files say them anew.
      const gateways =
        'provider_(added|opened)|gateway_\\w+|agreed_gateway_added|credited|line_credit_(inserted|changed)'
      const acts =
        'split\\w*|blacklist|book\\w+|refund(s|ed)|settle\\w+|taught_\\w+|account_(closed|loosened)|' +
        'merge\\w*|receipts|source_\\w+|switched_on|payout_unlinks|proof_of_payout|unlink_whole|' +
        'distributor_contracts|provider_\\w+|invoice_(payment|drawn)_whole|payments_of_invoices|' +
        '(paying|proving)_line'
      const settings = 'settings\\w*|versions_(kept|whole)'
      const play = 'game_transfers|provider_(added|opened)|bet_void\\w*|cancel_words'
      const all = ['line_facts', play, changed, born, gateways, 'key_(revoked|kept)', files, acts, settings]
      const guards = `guard_(${all.join('|')})`
      const senders =
        'guard_sender_written|spread_senders_changed|keep_first_settings|put_settings_in_force|' +
        'move_merged_balance|roll_messages_\\w+|end_launches'
      const came = new RegExp(
        `^(trigger CREATE (CONSTRAINT )?TRIGGER (named(_anew)?|renamed|${guards}|${senders})|` +
          'constraint guard_(file_lines|split_whole|settlement_whole|merge_done|merged_lines|' +
          'unlink_whole|bet_void_whole|invoice_(payment|drawn)_whole) ' +
          'on \\w+ TRIGGER) ',
      )
      // The day close and fault runs came after the functions had moved: their judges are in the files.
      const ofDays = /^trigger .* ON public\.(reconcile_\w+|ledger_day_\w+|shifts|fault_runs) /
      const isOther = (line: string) =>
        !changedSince.some((name) => line.startsWith(`function ${name}(`)) &&
        !came.test(line) &&
        !ofDays.test(line)
      expect((await catalogueOf(url)).filter(isOther)).toEqual(catalogue.filter(isOther))
    })
  })

  test('stand in the files, each once', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      const inForce = [...(await functionsIn(admin)).keys()].map(nameOf)
      expect(functions.flatMap(madeBy).toSorted()).toEqual(inForce.toSorted())
    })
  })

  test('look at no table that a session lays over ours', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      const { rows } = await admin.query(
        `select p.oid::regprocedure::text from pg_proc p
          where p.pronamespace = 'public'::regnamespace
            and (p.prosecdef or p.prorettype = 'trigger'::regtype)
            and not coalesce(p.proconfig, '{}') @> array['search_path=pg_catalog, public, pg_temp']`,
      )
      expect(rows).toEqual([])
    })
  })
})

describe('a start', () => {
  test('brings them to a database that an earlier version made, and then leaves them alone', async () => {
    await withBareDatabase(async (url, admin) => {
      const former = withText("raise exception '% is append-only'", "raise exception '% is kept'")
      await migrate(url, null, { migrations, functions: former })
      const made = async () =>
        (
          await admin.query<{ text: string; xmin: string }>(
            "select prosrc as text, xmin::text from pg_proc where proname = 'refuse_change'",
          )
        ).rows[0]
      expect((await made())?.text).toContain('is kept')
      expect(await migrate(url, null)).toEqual({ migrations: [], functions: ['activity.sql'] })
      const now = await made()
      expect(now?.text).toContain('is append-only')
      expect(await migrate(url, null)).toEqual({ migrations: [], functions: [] })
      expect(await made()).toEqual(now)
    })
  })

  test('brings back after its migrations what one of them took away', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      const added = { name: '9999_away.sql', sql: 'drop function account_balance(text)' }
      expect(await migrate(url, null, { migrations: [...migrations, added], functions })).toEqual({
        migrations: ['9999_away.sql'],
        functions: functions.map(({ name }) => name),
      })
      expect((await functionsIn(admin)).has('account_balance(text)')).toBe(true)
    })
  })

  test('finds nothing open that a judge of the files has not taken over yet', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null, { migrations, functions: [] })
      await admin.query(`
        insert into roles (id, name, permission) values ('${randomUUID()}', 'x', '{}');
        insert into employees (username, display_name, role_id) select 'x', 'x', id from roles`)
      const judged = (statement: string) =>
        admin.query(statement).then(
          () => 'done',
          (error: unknown) => String(error),
        )
      const [rights, limits] = [
        `update roles set permission = '{"a": 1}'`,
        'update employees set approval_limit_minor = 1',
      ]
      for (const act of [rights, limits, `update roles set name = 'y'`])
        expect(await judged(act), act).toContain('append-only')
      expect(await judged('update roles set version = 2')).toBe('done')
      await migrate(url, null)
      for (const act of [rights, limits]) expect(await judged(act), act).toContain('approvalMissing')
    })
  })

  test('changes nothing when one of the files fails', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      const before = await functionsIn(admin)
      const broken = withText("raise exception '% is append-only'", "raise exception '% is kept'").map(
        (file) => (file.name === 'withdrawals.sql' ? { ...file, sql: `${file.sql}select 1/0;` } : file),
      )
      await expect(migrate(url, null, { migrations, functions: broken })).rejects.toThrow(
        /Functions of withdrawals\.sql failed: division by zero/,
      )
      expect(await functionsIn(admin)).toEqual(before)
      expect(await migrate(url, null)).toEqual({ migrations: [], functions: [] })
    })
  })
})

describe('functions that stored rows rest on', () => {
  test('are those of frozen.sql', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      const frozen = [...(await frozenFunctions(admin)).keys()]
      const file = functions.find(({ name }) => name === 'frozen.sql')
      expect(frozen.map(nameOf).toSorted()).toEqual(file && madeBy(file).toSorted())
      expect(frozen).toEqual([
        'id_prefix(text)',
        'inside_id(text)',
        'is_outside_id(text,text)',
        'name_pieces(text)',
        'name_pieces(text,integer)',
        'name_sound(text)',
        'national_phone(text)',
      ])
    })
  })

  test('are not changed by the files alone: the start is refused, and nothing else changes', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      const before = await functionsIn(admin)
      const edited = withText("when 'note' then 'nte'", "when 'note' then 'not'")
      await expect(migrate(url, null, { migrations, functions: edited })).rejects.toThrow(
        /id_prefix\(text\) is what stored rows rest on/,
      )
      expect(await functionsIn(admin)).toEqual(before)
    })
  })

  test('count with what they call', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      await admin.query(`
        create function inner_one(p text) returns text language sql immutable as 'select lower(p)';
        create function outer_one(p text) returns text language sql immutable as 'select public.inner_one(p)';
        create index on members (outer_one(username))`)
      const frozen = [...(await frozenFunctions(admin)).keys()]
      expect(frozen).toContain('outer_one(text)')
      expect(frozen).toContain('inner_one(text)')
    })
  })

  test('change by a migration, which the file follows', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      const sql = functions
        .flatMap((file) => /create or replace function national_phone[^;]+;/.exec(file.sql) ?? [])
        .join('')
      const added = {
        name: '9999_phone.sql',
        sql: sql.replace('66', '67'),
      }
      const edited = withText("'^((\\+|00)?66|0)'", "'^((\\+|00)?67|0)'")
      await migrate(url, null, { migrations: [...migrations, added], functions: edited })
      expect((await functionsIn(admin)).get('national_phone(text)')).toContain('67|0')
    })
  })
})
