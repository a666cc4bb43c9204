import { idPrefixes, unloggedKinds } from '@khlang/contract/values/id-kinds.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealActivity } from '../../features/activity-logs/seal.ts'
import { currentMigrations, migrate } from '../../platform/migrations/migrate.ts'
import { currentFunctions } from '../../platform/migrations/sql-functions.ts'
import { linkByTwo } from '../../testing/world/links.ts'
import { uploadEvidence } from '../../testing/world/evidence.ts'
import { codeOf, inDatabase, newMember } from '../../testing/world/members.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { plantOldRows } from '../../testing/old-rows.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword as password } from '../../testing/world/decide.ts'

let world: MoneyOutWorld
let anna: Person
let ben: Person
const permissions = {
  memberManagement: ['isRead', 'isCreate', 'isUpdate'],
  pretransactionDepositWithdraw: ['isRead', 'isCreate', 'isUpdate'],
  pretransactionRequest: ['isRead', 'isUpdate'],
  pretransactionNotMatch: ['isRead', 'isUpdate'],
  employeeManagement: ['isRead', 'isUpdate'],
  adminLog: ['isRead'],
  pretransactionReconcileWithdraw: ['isRead', 'isUpdate'],
} as const

beforeAll(async () => {
  world = await createMoneyOutWorld()
  anna = await world.server.person({ permissions, hasStepUp: true, password })
  ben = await world.server.person({ permissions, hasStepUp: true, password })
})
afterAll(() => world.stop())

const account = () => {
  const { bank, accountNo, accountName } = newMember()
  return { bank, accountNo, accountName, reason: 'asked by phone' }
}
const asksForAccount = async (id: string, by = anna) => {
  const evidenceId = await uploadEvidence(world.server, by, id)
  return by.call('members.changeAccount', { id, ...account(), evidenceId }, { idempotencyKey: key() })
}
const creditsByHand = (memberId: string, kind: 'goodwill' = 'goodwill') =>
  anna.call(
    'preTransactions.createDeposit',
    { memberId, kind, amountMinor: 10_000, reasonCode: 'compensation', remarkStaff: 'an hour of waiting' },
    { idempotencyKey: key() },
  )
const actsOf = async ({ outside: id }: FactoryMember) =>
  (await ben.call('members.activity', { id, size: 50 })).records.map(({ action }) => action)

describe('a member’s history', () => {
  test('shows every act about them: notes, credits by hand, account changes, links', async () => {
    const member = await world.factory.member()
    const id = member.outside
    await anna.call('members.addNote', { id, body: 'called twice' })
    await creditsByHand(id)
    const asked = await asksForAccount(id)
    await decideAs(ben, asked.approvalId)
    const [line] = await world.factory.query<{ id: string; version: number }>(
      `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, source,
         dedupe_key, chain, state, received_at, bank_time, business_on, value_on)
       select id, 'in', 4200, 'second', 'sms', 'history', 'linked', 'unmatched', now(), now(), current_date,
              current_date from bank_accounts where role = 'deposit' limit 1 returning id, version`,
    )
    const link = {
      id: encodeId('statementLine', line?.id ?? ''),
      version: line?.version ?? 1,
      memberId: id,
      remark: 'slip seen',
      isConfirmed: true,
    }
    await linkByTwo(anna, ben, link)
    expect(await actsOf(member)).toEqual([
      'linked',
      'lineLinkAsked',
      'accountChanged',
      'accountChangeApproved',
      'accountChangeAsked',
      'evidenceUploaded',
      'manualDeposit',
      'noteAdded',
    ])
    const { records } = await ben.call('members.activity', { id })
    expect(records[0]).toMatchObject({ before: null, after: { amountMinor: 4200 } })
  })

  test('shows rows in the spelling of before among those of today, and nobody else’s', async () => {
    const [member, other] = [await world.factory.member(), await world.factory.member()]
    const row = { actor_kind: 'employee', actor_id: anna.id, entity: 'member' }
    await plantOldRows(world.server.database, [
      { ...row, entity_id: member.id, action: 'stateSet' },
      { ...row, entity_id: member.outside, action: 'manualDeposit' },
      { ...row, entity_id: other.id, action: 'updated' },
    ])
    await anna.call('members.addNote', { id: member.outside, body: 'seen' })
    expect(await actsOf(member)).toEqual(['noteAdded', 'manualDeposit', 'stateSet'])
    expect(await actsOf(other)).toEqual(['updated'])
    const { db, secrets, now } = world.server.services
    await sealActivity(db, secrets, now())
    const log = await ben.call('activityLogs.list', { entityId: member.outside })
    expect(log.records.map(({ action, entityId }) => [action, entityId])).toEqual([
      ['noteAdded', member.outside],
      ['manualDeposit', member.outside],
      ['stateSet', member.outside],
    ])
  })

  test('ends the member’s own sessions by the row of today as by one of before', async () => {
    const [member, old] = [await world.factory.member(), await world.factory.member()]
    await anna.call('members.changePassword', { id: member.outside, reason: 'asked for' })
    const row = { actor_kind: 'employee', entity: 'member', action: 'passwordChanged' }
    await plantOldRows(world.server.database, [{ ...row, entity_id: old.id }])
    for (const { outside } of [member, old]) {
      const self = await world.site.send('/member/v1/member/get', { memberId: outside })
      expect(self.body).toMatchObject({ data: { sessionsEndedAt: expect.any(String) } })
    }
  })
})

describe('the database', () => {
  const refused = (statement: string, values: unknown[]) =>
    inDatabase(world.server.database.appUrl, statement, values).then(
      () => 'taken',
      (error: { constraint?: string }) => error.constraint,
    )
  const logged = (entity: string, id: string | null) =>
    refused(
      `insert into activity_log (actor_kind, entity, entity_id, action) values ('system', $1, $2, 'tried')`,
      [entity, id],
    )

  test('takes a new row of the log by the outside id alone', async () => {
    const { id, outside } = await world.factory.member()
    expect(await logged('member', outside)).toBe('taken')
    expect(await logged('member', null)).toBe('taken')
    expect(await logged('list', 'members')).toBe('taken')
    for (const wrong of [id, encodeId('employee', id), 'mbr_x', 'anna', id.toUpperCase()])
      expect(await logged('member', wrong)).toBe('activity_log_outside_id')
    expect(await logged('session', encodeId('session', id))).toBe('activity_log_outside_id')
    expect(await logged('list', id)).toBe('activity_log_outside_id')
  })

  test('takes a new request by the outside id alone', async () => {
    const { id } = await world.factory.member()
    const asked = `insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id,
        requires)
      values ('memberAccountChange', 'member', $1, '{}', sha256('x'), 'test', $2,
        (select requires from approval_needs where kind = 'memberAccountChange'))`
    expect(await refused(asked, [id, anna.id])).toBe('approvals_outside_id')
  })

  test('knows the prefix of every kind of thing that the log names by its id', async () => {
    const unnamed = Object.fromEntries(unloggedKinds.map((kind) => [kind, null]))
    const kinds = Object.entries({ ...idPrefixes, session: 'emp', ...unnamed })
    const known = await world.factory.query<{ prefix: string | null }>(
      'select id_prefix(entity) as prefix from unnest($1::text[]) with ordinality k (entity, at) order by at',
      [kinds.map(([kind]) => kind)],
    )
    expect(known.map(({ prefix }) => prefix)).toEqual(kinds.map(([, prefix]) => prefix))
  })
})

describe('a request that waited under the old spelling', () => {
  /** As it lay there before: then 0025 comes, as at an update of the product. */
  const broughtOver = async (approvalIds: readonly string[]) => {
    const { adminUrl } = world.server.database
    await inDatabase(
      adminUrl,
      `begin;
       alter table approvals drop constraint approvals_outside_id, disable trigger approvals_guard;
       update approvals set entity_id = inside_id(entity_id)::text
        where outside_id('apr', id) in (${approvalIds.map((id) => `'${id}'`).join(', ')});
       alter table approvals enable trigger approvals_guard;
       alter table activity_log drop constraint activity_log_outside_id;
       drop index activity_log_number_searched, activity_log_of_member;
       drop function id_prefix(text), is_outside_id(text, text);
       delete from schema_migrations where name like '0025%';
       commit`,
    )
    const migrations = currentMigrations()
    const brought = await migrate(adminUrl, 'test', { migrations, functions: [] })
    expect(brought.migrations).toEqual(['0025_outside_ids.sql'])
    // Later migrations know more prefixes; here they are applied already and do not come again.
    const frozen = currentFunctions().find(({ name }) => name === 'frozen.sql')
    await inDatabase(adminUrl, frozen?.sql ?? '')
    await migrate(adminUrl, 'test')
  }

  test('is brought over: seen, asked for once, executed with its document', async () => {
    const member = await world.factory.member()
    const asked = await asksForAccount(member.outside)
    await broughtOver([asked.approvalId])
    expect(await codeOf(asksForAccount(member.outside, ben))).toBe('409 conflict')
    const shown = await ben.call('approvals.get', { id: asked.approvalId })
    expect(shown).toMatchObject({ entityId: member.outside, mayDecide: true })
    expect((await ben.call('members.get', { id: member.outside })).pendingChange).not.toBeNull()
    expect(await decideAs(ben, asked.approvalId)).toEqual({ state: 'approved' })
    const { accounts } = await ben.call('members.get', { id: member.outside })
    expect(accounts.map(({ state }) => state)).toEqual(['primary', 'alias'])
  })

  test('of before that was decided long ago stays readable', async () => {
    const member = await world.factory.member()
    const asked = await asksForAccount(member.outside)
    await decideAs(ben, asked.approvalId, false)
    await broughtOver([asked.approvalId])
    expect(await ben.call('approvals.get', { id: asked.approvalId })).toMatchObject({
      entityId: member.outside,
      state: 'rejected',
    })
    const { records } = await anna.call('approvals.list', { scope: 'settled', size: 50 })
    expect(records.find(({ id }) => id === asked.approvalId)?.entityId).toBe(member.outside)
  })
})
