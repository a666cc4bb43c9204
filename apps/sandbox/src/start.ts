import { Acts } from './acts.ts'
import { BadDay } from './bad-day/bad-day.ts'
import { ChatRooms } from './chat/rooms.ts'
import { ChatServer } from './chat/server.ts'
import type { Configuration } from './configuration.ts'
import type { Outside } from './control.ts'
import { GatewayActs } from './gateway/gateway-acts.ts'
import { Gateway } from './gateway/gateway.ts'
import { allGames } from './games/all-games.ts'
import { MemberSite } from './members.ts'
import { Page } from './page.ts'
import { Phones } from './phones/phones.ts'
import { Rail } from './rail.ts'
import { randomOf } from './random.ts'
import { Schedule } from './schedule.ts'
import { signedClient } from './signed-client.ts'
import { SlipService } from './slips/service.ts'
import { StateFile, type KeptState } from './state-file.ts'
import { World } from './world.ts'

export interface Started extends Outside {
  readonly ports: { readonly railPort: number; readonly pagePort: number; readonly chatPort: number }
  readonly stop: () => Promise<void>
}

/** Puts the world together and starts it. Throws when a port is taken. */
export async function startOutside(
  configuration: Configuration,
  say: (text: string) => void,
): Promise<Started> {
  const { statePath, seed } = configuration
  const kept: KeptState = StateFile.load(statePath) ?? { balances: {}, unsent: [], payouts: [] }
  // People, banks and the rail draw from springs of their own, so that one does not disturb the others.
  const [people, banks, rails] = [randomOf(seed), randomOf(seed + 1), randomOf(seed + 2)]
  const client = signedClient(configuration.base)
  const changed = (): void => state.changed()
  const phones = new Phones(configuration, kept, { changed, say })
  const world = new World(configuration.accounts, kept, banks, {
    send: (message) => phones.take(message),
    changed,
  })
  const rail = new Rail({ world, random: rails, secret: configuration.railSecret, changed }, kept)
  const { base, gateway: key } = configuration
  const gateway = key === null ? null : new Gateway({ key, base, changed, say }, kept.orders ?? [])
  const slips = configuration.slips === null ? null : new SlipService(world, configuration.slips)
  const rooms = new ChatRooms(kept.rooms ?? [], changed)
  const chat = new ChatServer(rooms)
  const state = new StateFile(statePath, () => ({
    balances: world.balances,
    unsent: phones.waiting,
    inbox: phones.inbox.slice(-300),
    payouts: rail.payouts.slice(-2000),
    orders: gateway?.orders.slice(-200),
    rooms: rooms.kept,
    phones: phones.kept,
    sims: world.sims,
    opened: world.opened,
    movements: world.movements,
    awaited: rail.awaited,
    badDay: badDay.kept,
    ...play.kept,
  }))
  const site = new MemberSite(client, configuration.memberKey, people)
  const acts = new Acts(site, world, phones, people)
  const through = gateway === null ? null : new GatewayActs(gateway, { world, acts, random: people })
  const schedule = new Schedule({ acts, through }, people, {
    isOn: configuration.hasEvents,
    everyMs: configuration.eventEveryMs,
    settleEveryMs: configuration.settleEveryMs,
    say,
  })
  const isPaused = () => schedule.state.isPaused
  const play = allGames(configuration, { site, say, isPaused, kept, changed })
  const moves = { world, site, phones, rail, gateway, acts }
  const badDay = new BadDay(moves, { seed, paidBefore: configuration.paidBefore, changed }, kept.badDay)
  const outside: Outside = { ...moves, through, rooms, chat, schedule, badDay, games: play.table }
  const page = new Page(outside, configuration.base)
  const railPort = await rail.start(configuration.railPort)
  const pagePort = await page.start(configuration.pagePort)
  const chatPort = await chat.start(configuration.chatPort)
  await gateway?.start(configuration.gatewayPort)
  await slips?.start(configuration.slipPort)
  await play.start(configuration.gamesPort)
  phones.start()
  schedule.start()
  badDay.start()
  return {
    ...outside,
    ports: { railPort, pagePort, chatPort },
    stop: async () => {
      await Promise.all([schedule.stop(), badDay.stop(), play.stop()])
      await Promise.all([page, rail, gateway, slips, chat, phones].map(async (part) => part?.stop()))
      state.write()
    },
  }
}
