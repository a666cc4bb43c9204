import type { Acts, DepositWish } from './acts.ts'
import type { MemberSite } from './members.ts'
import type { Phones } from './phones.ts'
import type { Rail } from './rail.ts'
import type { Schedule } from './schedule.ts'
import { railPlans, type RailPlan } from './state-file.ts'
import { manners, type World } from './world.ts'

/** The whole outside world, for whoever drives it by hand. */
export interface Outside {
  readonly world: World
  readonly site: MemberSite
  readonly phones: Phones
  readonly rail: Rail
  readonly acts: Acts
  readonly schedule: Schedule
}

/** The wish cannot be read; the message says which part. */
export class BadWish extends Error {}

type Wish = Readonly<Record<string, unknown>>

function textOf(wish: Wish, name: string): string | undefined {
  const value = wish[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string' || value.length > 2000) throw new BadWish(name)
  return value
}

function neededText(wish: Wish, name: string): string {
  const value = textOf(wish, name)
  if (value === undefined) throw new BadWish(name)
  return value
}

function numberOf(wish: Wish, name: string, least: number): number | undefined {
  const value = wish[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) throw new BadWish(name)
  return value
}

function flagOf(wish: Wish, name: string): boolean | undefined {
  const value = wish[name]
  if (value !== undefined && typeof value !== 'boolean') throw new BadWish(name)
  return value
}

function choiceOf<T extends string>(wish: Wish, name: string, choices: readonly T[]): T | undefined {
  const value = textOf(wish, name)
  if (value === undefined) return undefined
  const choice = choices.find((each) => each === value)
  if (choice === undefined) throw new BadWish(name)
  return choice
}

/** Without the keys that are not there, for exact optional properties. */
function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

const depositWish = (wish: Wish): DepositWish =>
  present({
    member: textOf(wish, 'member'),
    amountMinor: numberOf(wish, 'amountMinor', 1),
    accountNo: textOf(wish, 'accountNo'),
    payer: choiceOf(wish, 'payer', ['self', 'other', 'stranger']),
    hasRequest: flagOf(wish, 'hasRequest'),
    isWrongAmount: flagOf(wish, 'isWrongAmount'),
    isPromptPay: flagOf(wish, 'isPromptPay'),
    manner: choiceOf(wish, 'manner', manners),
    waitMs: numberOf(wish, 'waitMs', 0),
  })

const account = (wish: Wish) => present({ accountNo: textOf(wish, 'accountNo') })

async function happen(outside: Outside, wish: Wish): Promise<object> {
  const count = numberOf(wish, 'count', 1) ?? 1
  const waitMs = numberOf(wish, 'waitMs', 0) ?? 0
  const events: string[] = []
  for (let done = 0; done < Math.min(count, 1000); done += 1)
    events.push(await outside.schedule.once(waitMs))
  return { events }
}

function planRail(outside: Outside, wish: Wish): object {
  const given = Array.isArray(wish['next']) ? wish['next'] : [wish['next']]
  const plans = given.map((each) => choiceOf({ next: each }, 'next', railPlans))
  if (plans.length === 0 || plans.includes(undefined)) throw new BadWish('next')
  outside.rail.plan(...plans.filter((plan): plan is RailPlan => plan !== undefined))
  return { next: plans }
}

type Control = (outside: Outside, wish: Wish) => object | null | Promise<object | null>

/** Every single event there is, by the last part of its path: `POST /control/<name>`. */
export const controls: Readonly<Record<string, Control>> = {
  deposit: ({ acts }, wish) => acts.deposit(depositWish(wish)),
  stranger: ({ acts }, wish) => acts.strangerDeposit(choiceOf(wish, 'manner', manners)),
  withdrawal: ({ acts }, wish) =>
    acts.withdrawal(
      present({ member: textOf(wish, 'member'), amountMinor: numberOf(wish, 'amountMinor', 1) }),
    ),
  message: ({ acts }, wish) =>
    acts.message({
      accountNo: neededText(wish, 'accountNo'),
      text: neededText(wish, 'text'),
      ...present({ source: choiceOf(wish, 'source', ['sms', 'push']), sender: textOf(wish, 'sender') }),
    }),
  duplicate: ({ acts }) => acts.duplicate(),
  'out-of-order': ({ acts }, wish) =>
    acts.outOfOrderPair({ ...account(wish), ...present({ gapMs: numberOf(wish, 'gapMs', 0) }) }),
  unreadable: ({ acts }, wish) => acts.unreadable(account(wish)),
  'own-transfer': ({ acts }, wish) =>
    acts.ownTransfer({
      from: neededText(wish, 'from'),
      to: neededText(wish, 'to'),
      amountMinor: numberOf(wish, 'amountMinor', 1) ?? 100_000,
    }),
  fee: ({ acts }, wish) =>
    acts.fee({ ...account(wish), ...present({ amountMinor: numberOf(wish, 'amountMinor', 1) }) }),
  login: ({ acts }, wish) =>
    acts.login(present({ member: textOf(wish, 'member'), isRefused: flagOf(wish, 'isRefused') })),
  rail: planRail,
  run: happen,
  reload: async ({ site }) => {
    await site.load()
    return { memberCount: site.members.length }
  },
}

/** What the world looks like now: `GET /control/state`. */
export const stateOf = ({ world, phones, rail, schedule }: Outside) => ({
  schedule: schedule.state,
  accounts: world.accounts,
  messages: { waiting: phones.waiting.length, ...phones.counts },
  payouts: rail.payouts.map(({ id, state, plan, amountMinor, ref }) => ({
    id,
    state,
    plan,
    amountMinor,
    ref,
  })),
})
