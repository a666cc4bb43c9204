import { accountsOfMember } from '@khlang/ledger/accounts.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomOf, type Random } from '../../../../sandbox/src/random.ts'
import { refreshMemberFacts } from '../../features/members/jobs.ts'
import { closeGgr } from '../../features/reports/ggr-close.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { openAccounts } from '../../platform/posting/ledger-store.ts'
import { storeChatGroups } from './chat-groups.ts'
import { historyDays, planHistory } from './history.ts'
import { iso, uuidAt } from './ids.ts'
import { linesOf } from './line-rows.ts'
import { openCases, openMoments } from './open-cases.ts'
import { specialDeposits, specialPeople } from './special-people.ts'
import { planHouse } from './own-accounts.ts'
import { planMembers, type SeedMember } from './people.ts'
import { makeKeys, type SandboxKeys } from './sandbox-keys.ts'
import { storeHouse } from './store-house.ts'
import { insertRows } from './store.ts'
import { storeHistory } from './store-history.ts'
import { planPlay, withPlay } from './play/plan-play.ts'
import { storeGateway } from './partners/store-gateway.ts'
import { storeDistributors } from './partners/store-distributors.ts'
import { storePictures } from './partners/store-pictures.ts'
import { storeProvider } from './partners/store-provider.ts'
import { storeSlipService } from './partners/store-slip-service.ts'
import type { SeedWorld } from './world.ts'

const dayMs = 86_400_000

/**
 * Fills a new sandbox: own accounts and phones, a rail, the keys, four chat groups, 300 members and sixty
 * days of their money, thirty of their play, posted through the ledger, with what waits for a person today.
 * The same seed and moment give one world.
 * @returns the keys, for the process that plays the outside world
 */
export async function seedSandbox(services: Services, adminUrl: string, seed = 2611): Promise<SandboxKeys> {
  const random = randomOf(seed)
  const nowMs = services.now()
  const startMs = nowMs - (historyDays + 2) * dayMs
  const house = planHouse(random, startMs)
  const members = planMembers(random, nowMs)
  const people = specialPeople(members)
  const money = planHistory(members, house.accounts, specialDeposits(people, nowMs), random, nowMs)
  const special = new Set(Object.values(people).map(({ id }) => id))
  const players = members.filter(({ id, state }) => state === 'active' && !special.has(id))
  // With chance of its own: whatever is played, the money is the same.
  const play = planPlay(players, money, randomOf(seed + 1), nowMs)
  const history = withPlay(money, play)
  const { lines, balances } = linesOf(history.movements, house.accounts)
  const employees = await employeesOf(services.db)
  const world = {
    services,
    nowMs,
    random,
    house,
    members,
    history,
    lines,
    balances,
    employees,
    people,
    play,
  }
  const keys = makeKeys(house.devices, house.railId)
  await storeHouse(world, keys, startMs)
  await storeGateway(services, keys)
  await storeSlipService(services, keys)
  await storeProvider(services, keys)
  await storePictures(services, employees.ownerId)
  await storeMembers(world)
  const references = await storeHistory(world, { adminUrl, keys }, startMs, openMoments(nowMs))
  await openCases(world, references)
  await storeDistributors(world, keys)
  await storeChatGroups(world)
  await closeGgr(services)
  await refreshMemberFacts(services.db)
  return keys
}

async function employeesOf(db: Reader): Promise<SeedWorld['employees']> {
  const rows = await db.selectFrom('employees').select(['id', 'username']).execute()
  const named = (name: string): string | undefined => rows.find(({ username }) => username === name)?.id
  const [cashierId, managerId, ownerId] = [named('cashier'), named('manager'), named('owner')]
  if (cashierId === undefined || managerId === undefined || ownerId === undefined)
    throw new Error('the sandbox accounts come first')
  return { cashierId, managerId, ownerId }
}

async function storeMembers({ services, members, random, nowMs, employees }: SeedWorld): Promise<void> {
  const { db } = services
  await insertRows(
    db,
    'members',
    members.map((member) => ({
      id: member.id,
      username: member.username,
      phone: member.phone,
      first_name: member.firstName,
      last_name: member.lastName,
      source_channel: member.source,
      level: member.level,
      tags: member.tags,
      state: member.state,
      state_reason: member.state === 'active' || member.state === 'pending' ? null : 'ตรวจพบหลายยูส',
      can_login: member.state !== 'locked' && member.state !== 'blacklisted',
      can_deposit: true,
      can_withdraw: true,
      is_auto_withdraw: true,
      register_address: member.address,
      device_hash: member.deviceHash,
      created_at: iso(member.createdAtMs),
      version: 1,
    })),
  )
  await insertRows(
    db,
    'member_bank_accounts',
    members.map((member) => ({
      id: uuidAt(member.createdAtMs, random.next),
      member_id: member.id,
      bank: member.bank,
      account_no: member.accountNo,
      account_name: `${member.firstName} ${member.lastName}`,
      state: 'primary',
      since: iso(member.createdAtMs),
    })),
  )
  await openAccounts(
    db,
    members.flatMap((member) => accountsOfMember(encodeId('member', member.id))),
  )
  await insertRows(db, 'member_logins', loginRows(members, random, nowMs))
  await insertRows(db, 'member_notes', noteRows(members, random, nowMs, employees))
  await insertRows(db, 'blacklist', blacklistRows(members, employees.managerId))
}

function loginRows(members: readonly SeedMember[], random: Random, nowMs: number) {
  return members
    .flatMap((member) =>
      Array.from({ length: random.int(1, 4) }, () => {
        const atMs = nowMs - random.int(60_000, Math.min(14 * dayMs, nowMs - member.createdAtMs))
        return {
          id: uuidAt(atMs, random.next),
          member_id: member.id,
          at: iso(atMs),
          address: member.address,
          device_hash: member.deviceHash,
          user_agent: 'Mozilla/5.0 (Linux; Android 15) Mobile',
          result: random.chance(0.04) ? 'refused' : 'done',
        }
      }),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const noteTexts = [
  'โทรแจ้งเปลี่ยนเบอร์ รอเอกสาร',
  'ลูกค้าประจำ ฝากทุกวันศุกร์',
  'ขอเลื่อนระดับ VIP',
  'เคยโอนผิดบัญชี คืนแล้ว',
  'แจ้งว่าฝากไม่เข้า ตรวจแล้วโอนจากบัญชีภรรยา',
]

const noteRows = (
  members: readonly SeedMember[],
  random: Random,
  nowMs: number,
  { cashierId }: SeedWorld['employees'],
) =>
  Array.from({ length: 40 }, () => {
    const member = random.pick(members)
    const atMs =
      nowMs - random.int(3_600_000, Math.max(3_700_000, Math.min(30 * dayMs, nowMs - member.createdAtMs)))
    return {
      id: uuidAt(atMs, random.next),
      member_id: member.id,
      body: random.pick(noteTexts),
      is_pinned: random.chance(0.2),
      author_id: cashierId,
      created_at: iso(atMs),
    }
  })

/** What the blacklisted members had, and two rows of the authorities' list. */
const blacklistRows = (members: readonly SeedMember[], managerId: string) => {
  const own = members
    .filter((member) => member.state === 'blacklisted')
    .flatMap((member) => [
      { kind: 'phone', value: member.phone, source: 'own', reason: 'สลิปปลอม', added_by: managerId },
      {
        kind: 'bankAccount',
        value: member.accountNo,
        source: 'own',
        reason: 'สลิปปลอม',
        added_by: managerId,
      },
    ])
  const listed = ['1188042213', '4427719035'].map((value) => ({
    kind: 'bankAccount',
    value,
    source: 'hr03',
    reason: 'HR-03',
    added_by: managerId,
  }))
  return [...own, ...listed].map((row, position) => ({
    id: uuidAt(Date.parse('2026-01-05T03:00:00Z') + position, () => (position + 1) / 97),
    ...row,
    created_at: '2026-01-05T03:00:00Z',
  }))
}
