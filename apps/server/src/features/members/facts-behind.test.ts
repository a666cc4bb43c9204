import { providerClearing } from '@khlang/ledger/accounts.ts'
import { betSettle } from '@khlang/ledger/wallet.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccounts, postStrict } from '../../platform/posting/ledger-store.ts'
import { StepSize } from '../../platform/work/step-size.ts'
import { addMember, inDatabase, openBook } from '../../testing/world/members.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { refreshMemberFacts } from './jobs.ts'

let server: TestServer
const members: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  await openAccounts(server.services.db, [providerClearing('p')])
  const staff = await server.person({ permissions: { memberManagement: ['isCreate'] } })
  for (const username of ['behind1', 'behind2', 'behind3'])
    members.push((await addMember(staff, { username })).id)
  await inDatabase(
    server.database.adminUrl,
    `-- No game is connected yet: without this no bet reaches a wallet.
     alter table transfers disable trigger guard_wallet_legs;
     create table facts_read (member_id uuid);
     grant insert on facts_read to khlang_app;
     create function note_read() returns trigger language plpgsql as $$
       begin insert into facts_read values (new.member_id); return null; end $$;
     create trigger note_read after update on member_facts for each row execute function note_read()`,
  )
  await refreshMemberFacts(server.services.db)
})
afterAll(() => server.stop())

let sources = 0
const wins = (memberId: string, amountMinor: number) =>
  betSettle({
    sourceId: `win${(sources += 1)}`,
    memberId,
    providerId: 'p',
    amountMinor,
    businessOn: '2026-03-02',
  })
const post = (memberId: string, amountMinor: number) =>
  server.services.db.transaction().execute((tx) => postStrict(tx, [wins(memberId, amountMinor)]))
const small = () => new StepSize({ first: 5, least: 5, most: 5 })
const refresh = () => refreshMemberFacts(server.services.db, undefined, small())
const rows = async (text: string) =>
  (await inDatabase(server.database.adminUrl, text)).rows as Record<string, unknown>[]
const balances = async () =>
  (await rows('select balance_minor from member_facts order by username')).map((row) =>
    Number(row['balance_minor']),
  )

test('sixty transfers behind, each member is read about once, and not once a step', async () => {
  await rows('truncate facts_read')
  for (let n = 0; n < 60; n += 1) await post(members[n % 3] ?? '', 100)
  await refresh()
  await refresh()
  expect(await balances()).toEqual([2000, 2000, 2000])
  const [read] = await rows('select count(*)::int as n from facts_read')
  // Twelve steps; those that come before it is certain that nothing is still missing read them again.
  expect(read?.['n']).toBeLessThan(18)
})

test('what is posted while the lists catch up is in them afterwards', async () => {
  for (let n = 0; n < 30; n += 1) await post(members[0] ?? '', 1)
  const late = await server.services.db.startTransaction().execute()
  await postStrict(late, [wins(members[1] ?? '', 7)])
  for (let n = 0; n < 30; n += 1) await post(members[0] ?? '', 1)
  const catching = refresh()
  await post(members[2] ?? '', 5)
  await catching
  await late.commit().execute()
  await post(members[0] ?? '', 1)
  for (let n = 0; n < 3; n += 1) await refresh()
  expect(await balances()).toEqual([2061, 2007, 2005])
})
