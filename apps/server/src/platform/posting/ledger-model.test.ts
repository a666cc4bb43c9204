import { accountsOfBank, accountsOfMember, sharedAccounts } from '@khlang/ledger/accounts.ts'
import { Book } from '@khlang/ledger/book.ts'
import { depositCredited, depositReceived } from '@khlang/ledger/deposits.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { bonusGrant, bonusForfeit, reversalOf } from '@khlang/ledger/wallet.ts'
import { withdrawFailed, withdrawHold, withdrawRelease, withdrawSent } from '@khlang/ledger/withdrawals.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedgerWorld, day, type LedgerWorld } from '../../testing/world/ledger-world.ts'
import { GroupCommit } from './group-commit.ts'
import { refusalOf } from './ledger-error.ts'
import { balancesOf } from './ledger-store.ts'

let world: LedgerWorld
beforeAll(async () => {
  world = await createLedgerWorld([])
  // Who may take what back is judged elsewhere (app/promises/dual-control.test.ts); here it is the book
  // alone.
  await world.asAdmin('alter table transfers disable trigger guard_typed_reversals')
})
afterAll(async () => {
  await world.end()
})

const step = fc.record({
  act: fc.constantFrom(
    'receive',
    'credit',
    'add',
    'cut',
    'hold',
    'release',
    'send',
    'fail',
    'reverse',
    'again',
  ),
  member: fc.nat(1),
  source: fc.nat(2),
  amountMinor: fc.integer({ min: 1, max: 60 }),
  pick: fc.nat(),
  grouped: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Done = {
  readonly posting: Posting
  readonly modelIds: readonly number[]
  readonly ids: readonly number[]
}

let runs = 0
/**
 * The same act for the model and the database: they differ in nothing but the ids of the transfers
 * reversed.
 */
function build(
  run: number,
  each: Step,
  occurrence: number,
  done: readonly Done[],
): [Posting, Posting] | null {
  const cause = {
    sourceId: `x${run}-${each.source}`,
    memberId: `r${run}-${each.member}`,
    bankAccountId: 'kbank',
    amountMinor: each.amountMinor,
    businessOn: day,
    occurrence,
  }
  const original = done[each.pick % Math.max(1, done.length)]
  const both = (posting: Posting): [Posting, Posting] => [posting, posting]
  const of = (make: (transferIds: readonly number[]) => Posting): [Posting, Posting] | null =>
    original === undefined || original.posting.legs.some((one) => one.reversesId !== undefined)
      ? null
      : [make(original.modelIds), make(original.ids)]
  switch (each.act) {
    case 'receive':
      // Of one line once: another time follows a merge that two took back.
      return both(depositReceived({ ...cause, sourceId: `${cause.sourceId}-${occurrence}`, occurrence: 1 }))
    case 'credit':
      return both(depositCredited(cause))
    case 'add':
      return both(bonusGrant(cause))
    case 'cut':
      return both(bonusForfeit(cause))
    case 'hold':
      return both(withdrawHold(cause))
    case 'release':
      return both(withdrawRelease(cause))
    case 'send':
      return both(withdrawSent({ ...cause, feeMinor: each.amountMinor > 10 ? 3 : 0 }))
    case 'fail':
      return original?.posting.kind === 'withdraw.sent'
        ? of((transferIds) =>
            withdrawFailed({ ...cause, sent: { legs: original.posting.legs, transferIds } }),
          )
        : null
    case 'reverse':
      // What came in is taken back by its line alone (`guard_receipts`).
      return original?.posting.hold === undefined &&
        original !== undefined &&
        original.posting.kind !== 'deposit.received'
        ? of((transferIds) =>
            reversalOf({ ...cause, original: { legs: original.posting.legs, transferIds } }),
          )
        : null
    case 'again':
      return original === undefined
        ? null
        : both({
            ...original.posting,
            legs: original.posting.legs.map((one) => ({
              ...one,
              amountMinor: one.amountMinor + (each.pick % 2),
            })),
          })
  }
}

/** Moments at which a balance is said to have been another than the sum of what was there by then. */
async function momentsThatDiffer(codes: readonly string[]): Promise<unknown[]> {
  const { rows } = await world.pool.query(
    `with entries as (select e.* from account_entries e join accounts a on a.id = e.account_id
       where a.code = any($1)),
     moments as (select distinct created_at - late as at
       from entries, unnest(array[interval '0', '1 microsecond']) late)
     select * from (select a.code, m.at, balance_at(a.code, m.at) as said,
         (select coalesce(sum(delta_minor), 0) from entries e
           where e.account_id = a.id and e.created_at <= m.at) as summed
       from accounts a cross join moments m where a.code = any($1)) x where said <> summed`,
    [codes],
  )
  return rows
}

test('the database answers every act as the plain model does, in both ways of posting', async () => {
  const group = new GroupCommit(world.pool)
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const run = (runs += 1)
      const accounts = [...accountsOfMember(`r${run}-0`), ...accountsOfMember(`r${run}-1`)]
      await world.pool.query('select 1 from open_accounts($1::jsonb)', [JSON.stringify(accounts)])
      const book = new Book([...sharedAccounts, ...accountsOfBank('kbank'), ...accounts])
      const done: Done[] = []
      for (const [at, each] of steps.entries()) {
        const pair = build(run, each, at + 1, done)
        if (
          pair === null ||
          (each.act === 'again' && pair[0].legs.some((one) => one.reversesId !== undefined))
        )
          continue
        const [forModel, forDatabase] = pair
        const expected = book.post(forModel)
        const answer = await (
          each.grouped ? group.post(forDatabase) : world.post(forDatabase).then(([one]) => one)
        ).then(
          (result) => result,
          (error: unknown) => ({ outcome: refusalOf(error) ?? String(error), transferIds: [] }),
        )
        seen.set(expected, (seen.get(expected) ?? 0) + 1)
        expect({ act: each.act, outcome: answer?.outcome }).toEqual({ act: each.act, outcome: expected })
        if (answer?.outcome === 'posted')
          done.push({
            posting: forModel,
            modelIds: book.transferIds(forModel.key),
            ids: answer.transferIds,
          })
      }
      const codes = accounts.map((account) => account.code)
      expect([...(await balancesOf(world.db, codes)).values()]).toEqual(
        codes.map((code) => book.balanceMinor(code)),
      )
      expect(await momentsThatDiffer(codes)).toEqual([])
    }),
    { numRuns: 40 },
  )
  // Or nothing would have been compared.
  expect(seen.get('posted')).toBeGreaterThan(100)
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['replayed', 'keyMismatch', 'insufficientFunds', 'holdNotOpen']),
  )
  expect(await world.judge()).toEqual([])
})
