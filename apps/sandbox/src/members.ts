import type { Party } from './message-shapes.ts'
import { randomUUID } from 'node:crypto'
import type { Random } from './random.ts'
import type { Key, SignedClient } from './signed-client.ts'

/** A member as the site knows them. */
export interface Member {
  readonly id: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly state: string
  readonly cashMinor: number
  readonly lockedMinor: number
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
  readonly sessionsEndedAt: string | null
}

interface DepositRequest {
  readonly id: string
  readonly reference: string
  readonly amountMinor: number
  readonly bank: string
  readonly accountNo: string
}

export interface WithdrawalRequest {
  readonly id: string
  readonly reference: string
  readonly state: string
  readonly amountMinor: number
}

interface LaunchedGame {
  readonly address: string
  readonly token: string
  readonly expiresAt: string
}

const membersMax = 1000
const pageSize = 250

export const partyOf = (member: Member): Party => ({
  bank: member.bank,
  accountNo: member.accountNo,
  name: member.accountName,
})

/** The member site: it signs for its members and asks for what they ask for. */
export class MemberSite {
  readonly #client: SignedClient
  readonly #key: Key
  readonly #random: Random
  #members: Member[] = []
  #keys = 0

  constructor(client: SignedClient, key: Key, random: Random) {
    this.#client = client
    this.#key = key
    this.#random = random
  }

  get members(): readonly Member[] {
    return this.#members
  }

  /** Reads the first thousand members anew. */
  async load(): Promise<void> {
    const found: Member[] = []
    for (let after: string | undefined; found.length < membersMax;) {
      const { records } = (await this.#call('member/list', {
        size: pageSize,
        ...(after === undefined ? {} : { after }),
      })) as { records: Member[] }
      found.push(...records)
      after = records.at(-1)?.id
      if (records.length < pageSize || after === undefined) break
    }
    this.#members = found
  }

  /** Members whose account may pay and be paid; loads them when there are none yet. */
  async active(): Promise<Member[]> {
    if (this.#members.length === 0) await this.load()
    return this.#members.filter((member) => member.state === 'active')
  }

  /** The member with today's balances, by id or user name. Throws when there is none. */
  async find(idOrUsername: string): Promise<Member> {
    if (this.#members.length === 0) await this.load()
    const known = this.#members.find(
      (member) => member.id === idOrUsername || member.username === idOrUsername,
    )
    return (await this.#call('member/get', { memberId: known?.id ?? idOrUsername })) as Member
  }

  async anyone(): Promise<Member> {
    return this.#random.pick(await this.active())
  }

  /** Somebody with at least this much in the wallet, of these first, else anybody; null after some tries. */
  async anyoneWith(amountMinor: number, first: ReadonlySet<string>): Promise<Member | null> {
    const members = await this.active()
    const wished = members.filter((member) => first.has(member.id))
    for (let tries = 0; tries < 12 && members.length > 0; tries += 1) {
      const isWished = tries < 6 && wished.length > 0
      const member = await this.find(this.#random.pick(isWished ? wished : members).id)
      if (member.cashMinor >= amountMinor && member.lockedMinor === 0) return member
    }
    return null
  }

  async requestDeposit(memberId: string, amountMinor: number, method: 'bank' | 'truewallet') {
    const input = { memberId, amountMinor, method }
    return (await this.#call('deposit/create', input, this.#newKey())) as DepositRequest
  }

  /** A member shows the slip of what they paid. */
  async showSlip(memberId: string, picture: Uint8Array): Promise<void> {
    await this.#client.upload(
      this.#key,
      `/member/v1/deposit/show-slip/${memberId}`,
      picture,
      this.#newKey(),
    )
  }

  async order(memberId: string, amountMinor: number) {
    const input = { memberId, amountMinor, requestKey: `order-${randomUUID()}` }
    const { id, reference, qrPayload, expiresAt } = await this.#client.post<{
      id: string
      reference: string
      qrPayload: string | null
      expiresAt: string
    }>(this.#key, '/member/v1/order/create', input)
    return { id, reference, amountMinor, qrPayload, expiresAt }
  }

  /** Where a member's browser is sent to play. */
  async launchGame(memberId: string, game: { providerId: string; gameCode: string; lang: 'th' | 'en' }) {
    return (await this.#call('game/launch', { memberId, ...game })) as LaunchedGame
  }

  /** A member takes money into a wallet that its provider keeps, or brings it back. */
  async transferGame(
    memberId: string,
    wish: { providerId: string; direction: 'in' | 'out'; amountMinor: number; requestKey: string },
  ): Promise<void> {
    await this.#call('game/transfer', { memberId, ...wish })
  }

  async requestWithdrawal(memberId: string, amountMinor: number): Promise<WithdrawalRequest> {
    const requestKey = this.#newKey()
    const input = { memberId, amountMinor, requestKey }
    return (await this.#call('withdrawal/create', input, requestKey)) as WithdrawalRequest
  }

  /** Takes a withdrawal back, while nobody has decided it. */
  async cancelWithdrawal(id: string, memberId: string): Promise<void> {
    await this.#call('withdrawal/cancel', { id, memberId }, this.#newKey())
  }

  async noteLogin(memberId: string, isRefused = false): Promise<void> {
    const address = `171.96.${this.#random.int(1, 254)}.${this.#random.int(1, 254)}`
    const userAgent = this.#random.pick(['Mozilla/5.0 (Linux; Android 15)', 'Mozilla/5.0 (iPhone; iOS 19)'])
    await this.#call('member/note-login', { memberId, address, userAgent, isRefused })
  }

  #newKey(): string {
    this.#keys += 1
    return `site-${Date.now().toString(36)}-${this.#keys}-${this.#random.digits(8)}`
  }

  #call(path: string, input: object, idempotencyKey?: string): Promise<unknown> {
    return this.#client.post(this.#key, `/member/v1/${path}`, input, idempotencyKey)
  }
}
