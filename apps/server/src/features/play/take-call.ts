import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { RawBody, Services } from '../../platform/call/context.ts'
import { FreshReads } from '../../platform/db/fresh-reads.ts'
import { GatheredReads } from '../../platform/db/gathered-reads.ts'
import { balancesOf } from '../../platform/posting/ledger-store.ts'
import type { Answer, Asked, Told, Word } from './adapters/adapter.ts'
import { adapters } from './adapters/adapters.ts'
import { openLaunch } from './launch/open-launch.ts'
import { telling, type Saw } from './meter/telling.ts'
import { findProvider, secretPlace, type ProviderRow } from './providers.ts'
import { openPrizes } from './prizes.ts'
import { tellOfWord, tellPeople } from './tell-people.ts'
import { PlayWallet } from './wallet/play-wallet.ts'

/** A provider that calls, with the secret that its words are signed with. */
interface Caller extends ProviderRow {
  readonly opened: string
}

/** A provider calls thousands of times a second; what people set of it counts from the next call on. */
const callerRestMs = 5
const callerReads = new WeakMap<Services, FreshReads<Caller | undefined>>()

async function findCaller(services: Services, id: string, address: string): Promise<Caller | undefined> {
  const provider = await findProvider(services.machineDb, id, address)
  if (!provider) return undefined
  const opened = services.secrets.open(secretPlace(provider.id), provider.secret).toString('utf8')
  return { ...provider, opened }
}

function callerOf(services: Services, id: string, address: string): Promise<Caller | undefined> {
  const reads = callerReads.get(services) ?? new FreshReads<Caller | undefined>(callerRestMs)
  callerReads.set(services, reads)
  return reads.read(`${id} ${address}`, () => findCaller(services, id, address))
}

const wallets = new WeakMap<Services, PlayWallet>()

/** The one wallet of this process: what gathers words is shared by all calls. */
export function walletOf(services: Services): PlayWallet {
  const known = wallets.get(services)
  if (known) return known
  const when = async () => {
    const nowMs = services.now()
    return {
      at: new Date(nowMs).toISOString(),
      businessOn: businessOn(await services.settings.get(), nowMs),
    }
  }
  const made = new PlayWallet(services.machineDb, when)
  wallets.set(services, made)
  return made
}

const untaken = (outcome: Told['outcome']): Told => ({ outcome, balanceMinor: 0, ourRef: '' })

/** What members may spend, by the codes of their wallets. */
const balanceReads = new WeakMap<Services, GatheredReads<number>>()

function balanceOf(services: Services, memberId: string): Promise<number> {
  const reads =
    balanceReads.get(services) ??
    new GatheredReads(async (codes) => {
      const found = await balancesOf(services.machineDb, codes)
      return (code: string) => found.get(code) ?? 0
    })
  balanceReads.set(services, reads)
  return reads.read(memberCash(encodeId('member', memberId)).code)
}

/**
 * What a game provider calls: its signature is judged over the bytes, its word is taken once for ever, and it
 * is answered in its own shape.
 * @throws notFound for a provider that is not there
 */
export async function takeProviderCall(
  services: Services,
  { providerId, word }: { readonly providerId: string; readonly word: string },
  raw: RawBody,
  address: string,
  saw: Saw = () => undefined,
): Promise<Answer> {
  const provider = await callerOf(services, providerId, address)
  if (!provider) throw new ApiError('notFound')
  const adapter = telling(adapters[provider.adapter], saw)
  const to = { nowMs: services.now() }
  if (!provider.isFrom) return adapter.answer(untaken('badSignature'), to)
  const asked = adapter.read(provider.opened, word, raw)
  if (asked.kind === 'unread') {
    if (asked.owed !== undefined)
      await tellPeople(services.machineDb, 'provider.owed', provider, {
        reference: asked.owed,
        why: 'unclear',
      })
    return adapter.answer(untaken(asked.why), to)
  }
  if (asked.kind === 'balance') {
    const balanceMinor = await balanceOf(services, asked.memberId)
    return adapter.answer({ outcome: 'done', balanceMinor, ourRef: '' }, to)
  }
  if (asked.kind === 'authenticate') {
    const opened = await openLaunch(services, provider, asked)
    if (opened.outcome !== 'done') return adapter.answer(untaken(opened.outcome), to)
    const { outcome, memberId } = opened
    const balanceMinor = await balanceOf(services, memberId)
    return adapter.answer({ outcome, balanceMinor, ourRef: '', memberId }, to)
  }
  return adapter.answer(await takeWords(services, provider, asked), { ...to, word: asked.word })
}

/** What no repeat makes otherwise. */
const isFinal = ({ outcome }: Told): boolean =>
  outcome === 'done' || outcome === 'voided' || outcome === 'roundOver'

/**
 * A result and its prize have names of their own: whatever of them was taken before is answered again. A
 * prize is of no round, so it is paid also where the round takes no result any more.
 */
async function takeWords(
  services: Services,
  provider: Caller,
  { word, prize }: Asked & { kind: 'word' },
): Promise<Told> {
  const told = await takeWord(services, provider, word)
  if (prize === undefined || !isFinal(told)) return told
  const given = await takeWord(services, provider, prize)
  return told.outcome === 'done' || !isFinal(given) ? { ...given, ourRef: told.ourRef } : told
}

async function takeWord(services: Services, provider: Caller, word: Word): Promise<Told> {
  const wallet = walletOf(services)
  let told = await wallet.take(provider, word)
  if (word.kind === 'prize' && told.outcome === 'gameUnknown') {
    await openPrizes(services.machineDb, provider.id)
    told = await wallet.take(provider, word)
  }
  await tellOfWord(services.machineDb, provider, word, told)
  return told
}
