import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FactoryServer } from '../world/money-factory.ts'
import { startFakeProvider } from './fake-provider.ts'

/**
 * What happens to the next transfer: it is done, done with a lost answer, lost before it came, refused, under
 * way, or answered with nonsense.
 */
export type Mood = 'done' | 'answerLost' | 'neverCame' | 'refused' | 'pending' | 'nonsense'

interface Moved {
  readonly member: string
  readonly amountMinor: number
  status: 'Success' | 'Failed' | 'Pending'
}
interface FakeBet {
  readonly code: string
  readonly version?: number
  readonly member: string
  readonly game?: string
  readonly stakeMinor: number
  readonly wonMinor: number
}

/** A provider's server that keeps members' wallets, in the shape of the adapter `transferWallet`. */
export interface FakeWalletProvider {
  readonly id: string
  /** What it holds, by member. */
  readonly held: Map<string, number>
  readonly moved: Map<string, Moved>
  /** How often each reference was told, and asked about. */
  readonly told: Map<string, number>
  readonly asked: Map<string, number>
  readonly log: FakeBet[]
  /** What its log tells beside bets, by its own names. */
  readonly beside: Record<string, readonly object[]>
  /** Who was made known to it. */
  readonly members: Set<string>
  /** Makes nobody known. */
  isShut: boolean
  mood: Mood
  /** Answers nothing at all. */
  isDown: boolean
  /** A round of a member there; its log tells of it. */
  readonly play: (bet: FakeBet) => void
  readonly stop: () => Promise<void>
}

const baht = (minor: number) => (minor / 100).toFixed(2)

export async function startFakeWalletProvider(
  server: FactoryServer & {
    readonly database: { readonly plant: (text: string, values: readonly unknown[]) => Promise<unknown> }
  },
): Promise<FakeWalletProvider> {
  const { id, secret } = await startFakeProvider(server, 'transferWallet')
  const [held, moved] = [new Map<string, number>(), new Map<string, Moved>()]
  const [told, asked] = [new Map<string, number>(), new Map<string, number>()]
  const log: FakeBet[] = []
  const members = new Set<string>()
  const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1)
  const shown = (reference: string) => {
    const { member, amountMinor, status } = moved.get(reference) ?? {
      member: '',
      amountMinor: 0,
      status: '',
    }
    const about = { RequestID: reference, Username: member, Amount: baht(amountMinor), Status: status }
    return { status: 200, body: { ...about, TransactionID: `T-${reference}` } }
  }
  const no = (status: number, Code: string) => ({ status, body: { Code, Message: Code } })
  const transfer = (field: (name: string) => string) => {
    const [reference, member] = [field('RequestID'), field('Username')]
    const amountMinor = Math.round(Number(field('Amount')) * 100)
    count(told, reference)
    const { mood } = fake
    if (mood === 'neverCame') return null
    if (!members.has(member)) return no(404, 'NoSuchUser')
    if (moved.has(reference)) return no(400, 'DuplicateRequest')
    if (mood === 'refused') return no(400, 'UserLocked')
    if ((held.get(member) ?? 0) + amountMinor < 0) return no(400, 'InsufficientCredit')
    moved.set(reference, { member, amountMinor, status: mood === 'pending' ? 'Pending' : 'Success' })
    if (mood !== 'pending') held.set(member, (held.get(member) ?? 0) + amountMinor)
    if (mood === 'nonsense') return { status: 200, body: { hello: 'there' } }
    return mood === 'answerLost' ? null : shown(reference)
  }
  const answer = (field: (name: string) => string) => {
    const [method, reference] = [field('Method'), field('RequestID')]
    if (method === 'TC') return transfer(field)
    if (method === 'CU') {
      if (fake.isShut) return no(400, 'UserLocked')
      const isNew = !members.has(field('Username'))
      members.add(field('Username'))
      return { status: isNew ? 201 : 200, body: { Status: isNew ? 'Created' : 'OK' } }
    }
    if (method === 'GC') return { status: 200, body: { Credit: baht(held.get(field('Username')) ?? 0) } }
    if (method === 'TCH') {
      count(asked, reference)
      return moved.has(reference) ? shown(reference) : no(404, 'NotFound')
    }
    const from = Number(field('NextId') || 0)
    const Game = log.slice(from, from + 50).map((bet) => ({
      OCode: bet.code,
      ...(bet.version === undefined ? {} : { Version: bet.version }),
      Username: bet.member,
      GameCode: bet.game ?? 'tiger',
      Amount: baht(bet.stakeMinor),
      Result: baht(bet.wonMinor),
    }))
    return { status: 200, body: { data: { Game, ...fake.beside }, nextId: String(from + Game.length) } }
  }
  const http = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (fake.isDown) return response.destroy()
      const fields = new URLSearchParams(Buffer.concat(parts).toString())
      const sorted = [...fields]
        .filter(([name]) => name !== 'Signature')
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
      const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
      const right = createHmac('sha1', secret).update(text).digest('base64')
      const said =
        fields.get('Signature') === right ? answer((name) => fields.get(name) ?? '') : no(403, 'Signature')
      if (said === null) return response.destroy()
      return response
        .writeHead(said.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(said.body))
    })
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const services = server.services as { egressAllow?: readonly string[] }
  Object.assign(services, { egressAllow: [...(services.egressAllow ?? []), host] })
  // As two had agreed to it.
  await server.database.plant('update game_providers set api_address = $2 where id = $1', [
    id,
    `http://${host}/api`,
  ])
  const fake: FakeWalletProvider = {
    id,
    held,
    moved,
    told,
    asked,
    log,
    beside: {},
    members,
    isShut: false,
    mood: 'done',
    isDown: false,
    play: (bet) => {
      const { member, stakeMinor, wonMinor } = bet
      held.set(member, (held.get(member) ?? 0) - stakeMinor + wonMinor)
      log.push(bet)
    },
    stop: () => new Promise((done) => http.close(() => done())),
  }
  return fake
}
