import { requestOf } from '@khlang/contract/derived/client.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { scbText } from '../apps/server/src/testing/bank-phone.ts'
import type { FactoryMember } from '../apps/server/src/testing/world/money-factory.ts'
import type { Act, Caller, Final } from './caller.ts'
import type { Clerk, Feed, Key, World } from './world.ts'

/** Money that came to one of our accounts, and whose it is: known here, not asked of the server. */
export interface Movement {
  readonly feed: Feed
  readonly amountMinor: number
  readonly afterMinor: number
  readonly owner: FactoryMember | null
  readonly externalId: string
  final: Final | null
}

/** What the clients did and were told. */
export interface Diary {
  readonly movements: Movement[]
  /** Links by employees: to whom and how much, by the statement line. */
  readonly links: {
    readonly final: Final
    /** Credited: at once, or once a second person had agreed. */
    readonly isLinked: boolean
    readonly memberId: string
    readonly amountMinor: number
  }[]
  readonly failures: unknown[]
}

const chance = (share: number): boolean => randomInt(1000) < share * 1000
const pick = <T>(items: readonly T[]): T => items[randomInt(items.length)] as T
const newKey = (): string => `prove-${randomBytes(12).toString('hex')}`

/** Load of all kinds over HTTP until it is told to end; every act goes on to its final answer. */
export class Load {
  readonly diary: Diary = { movements: [], links: [], failures: [] }
  readonly #world: World
  readonly #caller: Caller
  #isEnding = false
  #running: Promise<void>[] = []

  constructor(world: World, caller: Caller) {
    this.#world = world
    this.#caller = caller
  }

  start(): void {
    const { feeds, clerks } = this.#world
    const workers = [
      ...feeds.map((feed) => () => this.#phone(feed)),
      ...Array.from({ length: 10 }, () => () => this.#member()),
      ...[...clerks, ...clerks].map((clerk) => () => this.#decide(clerk)),
      ...clerks.map((clerk) => () => this.#link(clerk)),
    ]
    this.#running = workers.map(async (work) => {
      while (!this.#isEnding) {
        await work().catch((error: unknown) => {
          this.diary.failures.push(error)
          return sleep(200)
        })
      }
    })
  }

  /** Nothing new is begun; what was begun is brought to its answer. */
  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#running)
  }

  /** A phone tells of what its bank did; now and then two messages overtake each other. */
  async #phone(feed: Feed): Promise<void> {
    const movements = Array.from({ length: chance(0.15) ? 2 : 1 }, () => this.#movement(feed))
    await Promise.all(movements.map((movement) => this.#tell(movement)))
    await sleep(randomInt(20))
  }

  #movement(feed: Feed): Movement & { text: string } {
    const amountMinor = randomInt(20_000, 300_000)
    const owner = chance(0.8) ? pick(this.#world.members) : null
    feed.balanceMinor += amountMinor
    const digits = owner?.accountNo.slice(-6) ?? String(randomInt(100_000, 999_999))
    const text = scbText(feed.account, { amountMinor, payer: { tag: 'KBNK', digits } }, feed.balanceMinor)
    const movement = {
      feed,
      amountMinor,
      afterMinor: feed.balanceMinor,
      owner,
      externalId: newKey(),
      final: null,
      text,
    }
    this.diary.movements.push(movement)
    return movement
  }

  async #tell(movement: Movement & { text: string }): Promise<void> {
    const body = {
      externalId: movement.externalId,
      source: 'sms',
      sender: 'SCB',
      text: movement.text,
      sentAt: new Date().toISOString(),
    }
    movement.final = await this.#caller.untilFinal({
      call: 'autoApi.message',
      path: '/auto/v1/message/create',
      body,
      key: movement.externalId,
      signs: movement.feed.key,
    })
  }

  /** A member asks for money, more often than not more than they have; some take it back. */
  async #member(): Promise<void> {
    const member = pick(this.#world.members)
    const key = newKey()
    const final = await this.#site('memberApi.createWithdrawal', '/member/v1/withdrawal/create', key, {
      memberId: member.outside,
      amountMinor: randomInt(10_000, 60_000),
      requestKey: key,
    })
    const answer = JSON.parse(final.text) as { data?: { id: string; state: string } }
    if (answer.data?.state === 'review' && chance(0.15)) {
      const body = { id: answer.data.id, memberId: member.outside }
      await this.#site('memberApi.cancelWithdrawal', '/member/v1/withdrawal/cancel', newKey(), body)
    }
    await sleep(randomInt(60))
  }

  #site(call: string, path: string, key: string, body: object): Promise<Final> {
    const signs: Key = this.#world.site
    return this.#caller.untilFinal({ call, path, body, key, signs })
  }

  async #decide(clerk: Clerk): Promise<void> {
    const page = await clerk.call('preTransactions.requests', { size: 30 }).catch(() => null)
    const rows = page?.records.filter((row) => row.kind === 'withdrawal') ?? []
    if (rows.length === 0) return sleep(100)
    const { id, version } = pick(rows)
    const name = chance(0.8) ? 'preTransactions.approve' : 'preTransactions.reject'
    const more = name === 'preTransactions.reject' ? { reasonCode: 'other', remarkStaff: 'proof' } : {}
    await this.#caller.untilFinal(actOf(clerk, name, { id, version, ...more }))
  }

  async #link(clerk: Clerk): Promise<void> {
    const page = await clerk.call('preTransactions.lines', { size: 30, direction: 'in' }).catch(() => null)
    if (!page || page.records.length === 0) return sleep(100)
    const { id, version, amountMinor } = pick(page.records)
    const memberId = pick(this.#world.members).outside
    const input = { id, version, memberId, isConfirmed: true, isOtherMoney: true, remark: 'proof' }
    const final = await this.#caller.untilFinal(actOf(clerk, 'preTransactions.link', input))
    const isLinked = await this.#agreed(clerk, final)
    this.diary.links.push({ final, isLinked, memberId, amountMinor })
    if (!isLinked || !chance(0.15)) return
    const line = await clerk.call('preTransactions.line', { id }).catch(() => null)
    if (!line) return
    const undo = { id, version: line.line.version, reason: 'proof' }
    await this.#caller.untilFinal(actOf(clerk, 'preTransactions.undoLink', undo))
  }

  /** Whether a link has credited its member; where it waits for a second person, one of the others agrees. */
  async #agreed(maker: Clerk, final: Final): Promise<boolean> {
    if (final.status !== 200) return false
    const { data } = JSON.parse(final.text) as { data: { state: string; approvalId: string | null } }
    if (data.state === 'done') return true
    const second = this.#world.clerks.find((each) => each !== maker)
    const id = data.approvalId ?? ''
    const seen = await second?.call('approvals.get', { id }).catch(() => null)
    if (!second || !seen) return false
    const { documentHash } = seen
    const input = { id, isApproved: true, comment: 'proof', documentHash, password: second.password }
    return (await this.#caller.untilFinal(actOf(second, 'approvals.decide', input))).status === 200
  }
}

type Named =
  | 'approvals.decide'
  | 'preTransactions.approve'
  | 'preTransactions.reject'
  | 'preTransactions.link'
  | 'preTransactions.undoLink'

function actOf(clerk: Clerk, call: Named, input: Record<string, unknown>): Act {
  const { path, body } = requestOf(call, input)
  return {
    call,
    path,
    body: JSON.parse(body ?? '{}') as object,
    key: newKey(),
    token: () => clerk.token,
    address: clerk.address,
  }
}
