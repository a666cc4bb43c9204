import { accountRoles, chatChannels } from '@khlang/contract/values/value-lists.ts'
import { readPairing } from '@khlang/phone-client/pairing.ts'
import type { BadDay } from './bad-day/bad-day.ts'
import { differenceDays } from './bad-day/differences.ts'
import type { Moves } from './bad-day/planter.ts'
import { chatModes, type ChatRooms } from './chat/rooms.ts'
import type { ChatServer } from './chat/server.ts'
import type { GameTable } from './games/game-table.ts'
import { launch } from './games/launch.ts'
import type { GatewayActs } from './gateway/gateway-acts.ts'
import { payManners } from './gateway/gateway.ts'
import { wordings } from './message-shapes.ts'
import type { Schedule } from './schedule.ts'
import { slipsOf } from './slips/slips.ts'
import { railPlans } from './state-file.ts'
import { choice, flag, listOf, needed, readWish, text, whole, type WishOf } from './wish.ts'
import { manners } from './world.ts'

/** The whole outside world, for whoever drives it by hand. */
export interface Outside extends Moves {
  readonly rooms: ChatRooms
  readonly chat: ChatServer
  readonly schedule: Schedule
  /** Null where the house has no gateway of ours. */
  readonly through: GatewayActs | null
  readonly badDay: BadDay
  /** Null where the house has no games of ours. */
  readonly games: GameTable | null
}

/** One single event: the fields of its wish by name, and what it does. */
interface Control {
  readonly fields: readonly string[]
  /** Throws BadWish for a wish that has other fields, or other values in them. */
  readonly run: (outside: Outside, wish: unknown) => object | null | Promise<object | null>
}

const control = <F extends Parameters<typeof readWish>[0]>(
  fields: F,
  run: (outside: Outside, wish: WishOf<F>) => object | null | Promise<object | null>,
): Control => ({
  fields: Object.keys(fields),
  run: (outside, wish) => run(outside, readWish(fields, wish)),
})

const amount = whole(1)
const waitMs = whole(0, 600_000)
const countMax = 1000
const dayMs = 86_400_000
const pairingText = {
  ...text,
  must: 'what the picture says: http…/auto/v1/device/pair#CODE',
  read: (value: unknown) => (typeof value === 'string' && readPairing(value) ? value : undefined),
}

const accountDigits = {
  ...text,
  must: '6 to 15 digits',
  read: (value: unknown) => (typeof value === 'string' && /^\d{6,15}$/.test(value) ? value : undefined),
}
/** Where an account of ours can be opened: banks whose messages we can write. */
export const openingBanks: readonly string[] = Object.keys(wordings)

async function happen(outside: Outside, count: number, pauseMs: number): Promise<object> {
  const events: string[] = []
  for (let done = 0; done < count; done += 1) events.push(await outside.schedule.once(pauseMs))
  return { events }
}

/** Every single event there is, by the last part of its path: `POST /control/<name>`. */
export const controls: Readonly<Record<string, Control>> = {
  deposit: control(
    {
      member: text,
      amountMinor: amount,
      accountNo: text,
      payer: choice(['self', 'other', 'stranger']),
      hasRequest: flag,
      isWrongAmount: flag,
      isPromptPay: flag,
      manner: choice(manners),
      waitMs,
      showsSlip: flag,
    },
    ({ acts }, wish) => acts.deposit(wish),
  ),
  stranger: control({ manner: choice(manners) }, ({ acts }, { manner }) => acts.strangerDeposit(manner)),
  withdrawal: control({ member: text, amountMinor: amount }, ({ acts }, wish) => acts.withdrawal(wish)),
  message: control(
    { accountNo: needed(text), text: needed(text), source: choice(['sms', 'push']), sender: text },
    ({ acts }, wish) => acts.message(wish),
  ),
  duplicate: control({}, ({ acts }) => acts.duplicate()),
  'out-of-order': control({ accountNo: text, gapMs: waitMs }, ({ acts }, wish) =>
    acts.outOfOrderPair(wish),
  ),
  unreadable: control({ accountNo: text }, ({ acts }, wish) => acts.unreadable(wish)),
  'new-wording': control({ accountNo: text, amountMinor: amount }, ({ acts }, wish) =>
    acts.newWording(wish),
  ),
  'own-transfer': control({ from: needed(text), to: needed(text), amountMinor: amount }, ({ acts }, wish) =>
    acts.ownTransfer({ ...wish, amountMinor: wish.amountMinor ?? 100_000 }),
  ),
  fee: control({ accountNo: text, amountMinor: amount }, ({ acts }, wish) => acts.fee(wish)),
  login: control({ member: text, isRefused: flag }, ({ acts }, wish) => acts.login(wish)),
  play: control({ member: text, game: text, language: choice(['th', 'en']) }, ({ site, games }, wish) =>
    launch(site, games, wish),
  ),
  rail: control({ next: needed(listOf(railPlans)) }, ({ rail }, { next }) => {
    rail.plan(...next)
    return { next }
  }),
  order: control({ member: text, amountMinor: amount }, ({ acts }, wish) => acts.order(wish)),
  'pay-order': control(
    { order: text, payManner: choice(payManners) },
    ({ gateway }, { order, payManner }) => gateway?.pay(order, payManner ?? 'plain') ?? null,
  ),
  'refund-order': control({ order: text }, ({ gateway }, { order }) => gateway?.refund(order) ?? null),
  'settle-gateway': control({}, ({ through }) => through?.settle() ?? null),
  chat: control(
    { channel: listOf(chatChannels), mode: needed(choice(chatModes)), slowMs: waitMs },
    ({ rooms }, { channel = chatChannels, mode, slowMs }) => {
      rooms.behave(channel, mode, slowMs)
      return { channel, mode }
    },
  ),
  'open-account': control(
    {
      bank: needed(choice(openingBanks)),
      accountNo: needed(accountDigits),
      accountName: text,
      role: choice(accountRoles),
      balanceMinor: whole(0),
      phone: text,
    },
    ({ acts }, wish) => acts.openAccount(wish),
  ),
  sim: control({ accountNo: needed(text), phone: needed(text) }, ({ acts }, wish) => acts.putSim(wish)),
  'pair-phone': control({ text: needed(pairingText), accountNo: text }, ({ acts }, wish) =>
    acts.pairPhone(wish),
  ),
  phone: control(
    {
      phone: needed(text),
      isOn: flag,
      batteryPercent: whole(0, 100),
      isCharging: flag,
      skewMs: whole(-dayMs, dayMs),
      losesQueue: flag,
    },
    ({ acts }, wish) => acts.farePhone(wish),
  ),
  run: control({ count: whole(1, countMax), waitMs }, (outside, wish) =>
    happen(outside, wish.count ?? 1, wish.waitMs ?? 0),
  ),
  'bad-day': control(
    { seed: whole(0, 999_999_999), lengthMs: whole(1000, 3_600_000) },
    ({ badDay }, wish) => badDay.begin(wish),
  ),
  'end-bad-day': control({}, ({ badDay }) => badDay.end()),
  'day-differences': control({ day: choice(differenceDays) }, ({ badDay }, { day = 'yesterday' }) =>
    badDay.differences(day),
  ),
  reload: control({}, async ({ site }) => {
    await site.load()
    return { memberCount: site.members.length }
  }),
}

/** What the world looks like now: `GET /control/state`. */
export const stateOf = ({
  world,
  phones,
  rail,
  gateway,
  rooms,
  chat,
  schedule,
  badDay,
  games,
}: Outside) => ({
  schedule: schedule.state,
  badDay: badDay.state,
  accounts: world.accounts,
  phones: phones.state,
  slips: slipsOf(world).slice(0, 20),
  games: games?.games ?? [],
  planned: rail.planned,
  messages: { waiting: phones.waiting.length, ...phones.counts },
  gateway:
    gateway === null
      ? null
      : {
          orders: gateway.orders.map(({ id, reference, amountMinor, state }) => ({
            id,
            reference,
            amountMinor,
            state,
          })),
        },
  payouts: rail.payouts.map(({ id, state, plan, amountMinor, ref }) => ({
    id,
    state,
    plan,
    amountMinor,
    ref,
  })),
  chat: { address: `http://127.0.0.1:${chat.port}`, channels: rooms.state },
})
