import { randomBytes } from 'node:crypto'
import { idPrefixes, type IdKind } from '@khlang/contract/values/id-kinds.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sealActivity } from '../../features/activity-logs/seal.ts'
import { refreshMemberFacts } from '../../features/members/jobs.ts'
import { tellNews } from '../news.ts'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import { bankPhone } from '../bank-phone.ts'
import { startFakeProvider } from '../fakes/fake-provider.ts'
import type { FactoryMember } from './money-factory.ts'
import type { MoneyOutWorld } from './money-out.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import type { Person } from '../server.ts'

type Special = 'transfer' | 'outgoing' | 'unknownWithdrawal' | 'payingAccount'

/** One thing of each kind by its outside id, and how people would look for some of them. */
export interface Things {
  readonly id: Readonly<Record<IdKind | Special, string>>
  readonly username: string
  readonly reference: string
  readonly accountNo: string
  readonly person: string
  readonly roleName: string
  /** How the account that pays is called. */
  readonly label: string
}

const kinds = Object.keys(idPrefixes) as IdKind[]
const ids = (uuid: string) =>
  Object.fromEntries(kinds.map((kind) => [kind, encodeId(kind, uuid)])) as Record<IdKind, string>

/** What nobody has. */
export const absent: Things = (() => {
  const id = ids('0198a000-0000-7000-8000-00000000aaaa')
  return {
    id: {
      ...id,
      transfer: 'trf_999999999',
      outgoing: id.statementLine,
      unknownWithdrawal: id.withdrawal,
      payingAccount: id.bankAccount,
    },
    username: 'nobody0000',
    reference: 'W0000-000000',
    accountNo: '0000000001',
    person: 'nobody',
    roleName: 'No such role',
    label: 'No such account',
  }
})()

/** What an unknown payout and the line that could prove it are about. */
const unknownMinor = 2_000_000
const name = () => randomBytes(5).toString('hex')

async function idOfRow(world: MoneyOutWorld, text: string, values: unknown[] = []): Promise<string> {
  const [row] = await world.factory.query<{ id: string }>(text, values)
  if (!row) throw new Error(`nothing was found: ${text}`)
  return row.id
}

const requestOf = async (world: MoneyOutWorld, member: FactoryMember) =>
  encodeId('deposit', await world.factory.request(member, null, 12_345))
const reviewOf = async (world: MoneyOutWorld, member: FactoryMember) =>
  (await world.withdraw(member, 4_000_000)).body.data?.id ?? ''

/** Members of a seller with money, a deposit that waits, a withdrawal to decide and one of unknown end. */
export async function ownThings(world: MoneyOutWorld, seller: Person): Promise<Things> {
  const { factory } = world
  const [member, other] = [
    await factory.member({ sellerId: seller.id }),
    await factory.member({ sellerId: seller.id }),
  ]
  for (const each of [member, other]) await world.fund(each, 9_000_000)
  const unknown = (await world.withdraw(other, unknownMinor)).body.data?.id ?? ''
  await world.server.database.plant(
    `update withdrawals set state = 'unknown', bank_account_id = $2, sent_at = now(),
       band = 'onePerson', decision_kind = 'employee', decided_at = now(),
       decided_by = (select id from employees where type = 'staff' order by id limit 1)
      where outside_id('wdr', id) = $1`,
    [unknown, world.source.id],
  )
  const deposit = await requestOf(world, member)
  const withdrawal = await reviewOf(world, member)
  const session = await idOfRow(world, 'select id from sessions where employee_id = $1', [seller.id])
  await refreshMemberFacts(world.server.services.db)
  return {
    ...absent,
    id: {
      ...absent.id,
      member: member.outside,
      deposit,
      withdrawal,
      unknownWithdrawal: unknown,
      employee: encodeId('employee', seller.id),
      session: encodeId('session', session),
    },
    username: member.username,
  }
}

/** What the staff writes of its own: people, requests, groups, messages, views. */
async function officeThings(world: MoneyOutWorld, boss: Person) {
  const { server } = world
  const person = await server.person()
  const roleOf = (id: string) => idOfRow(world, 'select role_id as id from employees where id = $1', [id])
  const roleId = encodeId('role', await roleOf(person.id))
  const wanted = encodeId('role', await roleOf((await server.person()).id))
  const employee = encodeId('employee', person.id)
  const asked = { id: employee, roleId: wanted, reason: 'night shift' }
  const { approvalId } = await boss.call('employees.setRole', asked)
  const group = await boss.call('groupNotifications.create', {
    name: `Room ${name()}`,
    channel: 'telegram',
    target: '-100',
    events: ['risk.alert'],
    credential: '123456:secret-token',
  })
  const sent = await boss.call('notifications.create', { title: `Rain ${name()}` })
  const view = await boss.call('listViews.create', {
    list: 'members',
    name: `View ${name()}`,
    scope: 'everyone',
    filters: {},
  })
  const session = await idOfRow(world, 'select id from sessions where employee_id = $1', [person.id])
  const file = await idOfRow(
    world,
    `insert into export_jobs (employee_id, call, list, filter, columns, language, is_xlsx_asked, session_id,
       address, device, request_id, file_name)
     select $1, 'members.exportList', 'members', '{}', '{}', 'th', false, $2, '127.0.0.1', 'x', 'x', 'x.csv'
     returning id`,
    [person.id, session],
  )
  const job = await idOfRow(
    world,
    `insert into background_jobs (kind, subject_id, owner_id, name) values ('export', $1, $2, 'x.csv')
     returning id`,
    [file, person.id],
  )
  return {
    person,
    found: {
      employee,
      role: roleId,
      approval: approvalId ?? absent.id.approval,
      group: group.id,
      notification: sent.id,
      listView: view.id,
      session: encodeId('session', session),
      export: encodeId('export', file),
      backgroundJob: encodeId('backgroundJob', job),
    },
  }
}

/** A stake of a member at a game provider. */
async function betOf(world: MoneyOutWorld, { outside: userId }: FactoryMember) {
  const provider = await startFakeProvider(world.server)
  await provider.say('bet', { userId, gameId: 'tiger', roundId: name(), amount: '10', reference: name() })
  const bet = await idOfRow(world, 'select id from bets where provider_id = $1', [provider.id])
  const game = await idOfRow(world, 'select game_id as id from bets where id = $1', [bet])
  const [outside, gameProvider] = [encodeId('bet', bet), encodeId('gameProvider', provider.id)]
  return { bet: outside, gameProvider, game: encodeId('game', game) }
}

/** A round of a brand's day, of which somebody without it in sight must not learn anything. */
export async function brandDoes(world: MoneyOutWorld, boss: Person): Promise<Things> {
  const { factory, server } = world
  const { person, found } = await officeThings(world, boss)
  const member = await factory.member()
  await world.fund(member, 8_000_000)
  const bet = await betOf(world, member)
  await boss.call('members.addNote', { id: member.outside, body: 'called twice' })
  const deposit = await requestOf(world, member)
  const withdrawal = await reviewOf(world, member)
  const account = await factory.account({ bank: 'SCB' })
  const phone = await bankPhone(factory, account)
  const line = (await phone.receives({ amountMinor: 12_345 })).body.data?.lineId ?? ''
  await phone.say('ข้อความที่อ่านไม่ออก')
  const message = await idOfRow(world, 'select id from bank_messages order by received_at desc limit 1')
  const outgoing = await world.outgoing(unknownMinor, { isOnlyStored: true })
  const { accountNo } = member
  await raiseAlarm(server.services.db, { code: 'bank.silent', entity: 'bankAccount', entityId: account.id })
  const alarm = await idOfRow(world, 'select id from alarms order by raised_at desc limit 1')
  const { db, secrets, settings, now } = server.services
  await refreshMemberFacts(db)
  await sealActivity(db, secrets, now())
  await tellNews({ db, settings })
  const [names] = await factory.query<Record<'reference' | 'role' | 'transfer' | 'label', string>>(
    `select (select reference from withdrawals where outside_id('wdr', id) = $1) as reference,
            (select r.name from employees e join roles r on r.id = e.role_id where e.id = $2) as role,
            (select label from bank_accounts where id = $3) as label,
            (select max(id) from transfers)::text as transfer`,
    [withdrawal, person.id, world.source.id],
  )
  return {
    id: {
      ...absent.id,
      ...found,
      member: member.outside,
      deposit,
      ...bet,
      withdrawal,
      unknownWithdrawal: withdrawal,
      statementLine: line,
      outgoing: encodeId('statementLine', outgoing.lineId),
      bankAccount: account.outside,
      payingAccount: world.source.outside,
      message: encodeId('message', message),
      alarm: encodeId('alarm', alarm),
      transfer: `trf_${names?.transfer ?? ''}`,
    },
    username: member.username,
    reference: names?.reference ?? '',
    accountNo,
    person: person.username,
    roleName: names?.role ?? '',
    label: names?.label ?? '',
  }
}

/**
 * What must stand in no answer: ids and names of things that are somebody else's. The account that paid has
 * its id on a seller's own row, and no name there.
 */
export const tellTales = ({ id, ...called }: Things): string[] => [
  ...Object.entries(id).flatMap(([kind, each]) =>
    kind === 'payingAccount' || each === absent.id[kind as keyof typeof id] ? [] : [each],
  ),
  ...Object.values(called),
  maskAccountNo(called.accountNo),
]
