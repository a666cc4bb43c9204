import { decodeId } from '@khlang/contract/values/values.ts'
import pg from 'pg'
import { checkInvariants } from '../apps/server/src/testing/invariant-checker.ts'
import { checkDecisions } from '../apps/server/src/testing/invariant-decisions.ts'
import type { Caller, Final } from './caller.ts'
import type { Diary } from './load.ts'
import type { World } from './world.ts'

type Rows = Record<string, unknown>[]

/** Everything the clients were told, against what the database holds. */
export class Verdict {
  readonly problems: string[] = []
  /** Lines that wait for a person because of a hole in their account's chain. */
  heldLines = 0
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
  }

  async #rows(text: string, values: unknown[] = []): Promise<Rows> {
    return (await this.#client.query<Record<string, unknown>>(text, values)).rows
  }

  #expect(isRight: boolean, what: string, example: unknown): void {
    if (isRight || this.problems.length > 200) return
    this.problems.push(`${what}: ${JSON.stringify(example)}`)
  }

  /** I1 to I9 as the tables say. */
  async invariants(): Promise<void> {
    for (const broken of await checkInvariants(this.#client)) this.#expect(false, broken.check, broken)
    for (const broken of await checkDecisions(this.#client)) this.#expect(false, broken.check, broken)
  }

  /** I6 for acts with a key: what was answered 2xx is there with its answer, what was refused is not. */
  async keys(finals: readonly Final[]): Promise<void> {
    const keyed = finals.filter(({ act }) => act.call !== 'autoApi.message')
    const stored = new Set(
      (await this.#rows('select call, key from idempotency_keys where status is not null')).map(
        ({ call, key }) => `${String(call)} ${String(key)}`,
      ),
    )
    for (const { act, status, text } of keyed) {
      const isThere = stored.has(`${act.call} ${act.key}`)
      this.#expect(isThere === (status === 200), 'I6: answer and key disagree', { act, status, text })
    }
  }

  /** I6 for messages: each is there once, became one line of its amount, and the account holds the sum. */
  async messages(world: World, diary: Diary): Promise<void> {
    const rows = await this.#rows(
      `select m.external_id, m.id, l.amount_minor, l.balance_after_minor, l.state, d.member_id
         from bank_messages m join devices v on v.id = m.device_id
         left join statement_lines l on l.id = m.statement_line_id
         left join deposits d on d.statement_line_id = l.id and d.state = 'credited'`,
    )
    const byKey = Map.groupBy(rows, (row) => String(row['external_id']))
    for (const movement of diary.movements) {
      const { final, amountMinor, afterMinor, owner, externalId } = movement
      const [row, ...more] = byKey.get(externalId) ?? []
      const told = JSON.parse(final?.text ?? '{}') as { data?: { id: string } }
      const isWhole =
        final?.status === 200 &&
        more.length === 0 &&
        decodeId('message', told.data?.id ?? '') === row?.['id'] &&
        Number(row['amount_minor']) === amountMinor &&
        Number(row['balance_after_minor']) === afterMinor
      this.#expect(isWhole, 'I6: message and line disagree', { externalId, row, status: final?.status })
      const isOwners = row?.['state'] !== 'autoMatched' || row['member_id'] === owner?.id
      this.#expect(isOwners, 'credited to a wrong member', { externalId, row, owner: owner?.id })
    }
    // A line that waits behind a hole, or for a person to say what it is, is not in the book yet.
    const held = new Set(
      rows
        .filter((row) => ['waiting', 'quarantined'].includes(String(row['state'])))
        .map((row) => String(row['external_id'])),
    )
    for (const feed of world.feeds) {
      const [row] = await this.#rows('select balance_minor from account_balances where code = $1', [
        `bank:${feed.account.outside}`,
      ])
      const outMinor = diary.movements
        .filter((movement) => movement.feed === feed && held.has(movement.externalId))
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      // What we own stands on the other side of the book than what we owe.
      const isEqual = -Number(row?.['balance_minor']) === feed.balanceMinor - outMinor
      this.#expect(isEqual, 'our account and the bank disagree', { row, bank: feed.balanceMinor, outMinor })
    }
    this.heldLines = held.size
  }

  /** Each wallet holds what was credited less what was asked for, computed from the answers alone. */
  async wallets(world: World, diary: Diary, finals: readonly Final[]): Promise<void> {
    const cash = new Map<string, number>(world.members.map(({ outside }) => [outside, 0]))
    const add = (member: string, amountMinor: number): void => {
      cash.set(member, (cash.get(member) ?? 0) + amountMinor)
    }
    const lines = await this.#rows(
      `select m.external_id from bank_messages m join statement_lines l on l.id = m.statement_line_id
        where l.state = 'autoMatched'`,
    )
    const credited = new Set(lines.map((row) => String(row['external_id'])))
    for (const { owner, externalId, amountMinor } of diary.movements)
      if (owner && credited.has(externalId)) add(owner.outside, amountMinor)
    const undone = new Set(
      finals
        .filter(({ act, status }) => act.call === 'preTransactions.undoLink' && status === 200)
        .map(({ act }) => `${act.path.split('/').at(-1)} ${(act.body as { version: number }).version}`),
    )
    for (const { final, isLinked, memberId, amountMinor } of diary.links) {
      const { version } = final.act.body as { version: number }
      const isUndone = undone.has(`${final.act.path.split('/').at(-1)} ${version + 1}`)
      if (isLinked && !isUndone) add(memberId, amountMinor)
    }
    await this.#withdrawals(finals, add)
    for (const [member, expectedMinor] of cash) {
      const [row] = await this.#rows('select balance_minor from account_balances where code = $1', [
        `member:${member}:cash`,
      ])
      const isEqual = Number(row?.['balance_minor'] ?? 0) === expectedMinor
      this.#expect(isEqual, 'wallet and answers disagree', { member, row, expectedMinor })
    }
  }

  async #withdrawals(finals: readonly Final[], add: (member: string, amountMinor: number) => void) {
    const rows = await this.#rows('select request_key, id, state, amount_minor from withdrawals')
    const byKey = new Map(rows.map((row) => [String(row['request_key']), row]))
    for (const { act, status, text } of finals) {
      if (act.call !== 'memberApi.createWithdrawal') continue
      const { memberId, amountMinor } = act.body as { memberId: string; amountMinor: number }
      const row = byKey.get(act.key)
      const told = (JSON.parse(text) as { data?: { id: string } }).data
      const isSame =
        told === undefined ? row === undefined : row?.['id'] === decodeId('withdrawal', told.id)
      this.#expect(isSame, 'I6: withdrawal and answer disagree', { act, status, text, row })
      const isBack = ['rejected', 'cancelled'].includes(String(row?.['state']))
      if (row !== undefined && !isBack) add(memberId, -amountMinor)
    }
  }

  /** Asks some acts again with the same key: the same bytes come back, and nothing else happens. */
  async replays(caller: Caller, finals: readonly Final[], count: number): Promise<number> {
    const done = finals.filter(({ act, status }) => status === 200 && act.call !== 'autoApi.message')
    const sample = done.toSorted(() => Math.random() - 0.5).slice(0, count)
    for (const { act, status, text } of sample) {
      const again = await caller.once(act)
      const isSame = again.status === status && again.text === text
      this.#expect(isSame, 'a replay answers otherwise', { act, text, again })
    }
    return sample.length
  }
}

/** Opens the database as its administrator, does the work, closes it. */
export async function withDatabaseClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // It may go away under us: PostgreSQL is killed as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
