import { randomBytes } from 'node:crypto'
import { decodeId } from '@khlang/contract/values/values.ts'
import { runPayouts } from '../../features/payouts/payouts.ts'
import { settleByLine } from '../../features/withdrawals/settle-by-line.ts'
import { valueOn } from '../../platform/business-day.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'
import { startFakeRail, type FakeRail } from '../fakes/fake-rail.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type Machine,
  type MoneyFactory,
} from './money-factory.ts'
import { decidePassword } from './decide.ts'
import { funding } from './fund.ts'
import { startTestServer, type Person, type PersonOptions, type TestServer } from '../server.ts'

interface SiteAnswer {
  readonly status: number
  readonly body: {
    readonly data?: Record<string, unknown> & { id?: string; state?: string }
    readonly error?: { code: string; details?: unknown }
  }
}

/** A server with a rail, an account that pays through it, and the member site. */
export interface MoneyOutWorld {
  readonly server: TestServer
  readonly factory: MoneyFactory
  readonly rail: FakeRail
  readonly source: FactoryAccount
  readonly site: Machine
  /** Real money into a wallet, with its deposit. */
  readonly fund: (member: FactoryMember, amountMinor: number) => Promise<void>
  /** A member with cash who has been paid before, so that every check is green. */
  readonly regular: (cashMinor: number) => Promise<FactoryMember>
  readonly withdraw: (member: FactoryMember, amountMinor: number, key?: string) => Promise<SiteAnswer>
  readonly cashier: (options?: PersonOptions) => Promise<Person>
  readonly payouts: () => Promise<void>
  readonly row: (outsideId: string) => Promise<WithdrawalFacts>
  /** An outgoing line of the paying account, settled as the intake does it. */
  readonly outgoing: (
    amountMinor: number,
    parts?: { payeeMask?: string; ref?: string; isOnlyStored?: boolean },
  ) => Promise<{ lineId: string; withdrawalId: string | null }>
  readonly stop: () => Promise<void>
}
interface WithdrawalFacts {
  readonly id: string
  readonly state: string
  readonly version: number
  readonly band: string
  readonly checks: { code: string; result: string; detail: Record<string, unknown> }[]
  readonly settled_line_id: string | null
  readonly to_account_no: string
  readonly credit_before_minor: number
  readonly credit_after_minor: number
  readonly is_sole_owner: boolean
  readonly reference: string
}

export const key = (): string => randomBytes(12).toString('hex')

export async function createMoneyOutWorld(): Promise<MoneyOutWorld> {
  const server = await startTestServer()
  const factory = await createMoneyFactory(server)
  const rail = await startFakeRail(server, factory)
  const source = await factory.account({ role: 'withdrawal', railId: rail.id, anchorMinor: 900_000_000 })
  const bank = await factory.account({ role: 'deposit', bank: 'SCB' })
  const site = await factory.machine('memberSite', 'site')
  const { db } = server.services
  let count = 0

  const fund = funding(db, server.database.plant, bank)
  const regular: MoneyOutWorld['regular'] = async (cashMinor) => {
    const member = await factory.member()
    const n = (count += 1)
    await factory.query(
      `insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank,
        to_account_no,
         to_account_name, decision_kind, band, sla_ends_at, requested_at, paid_at, business_on)
       select 'H' || $1, $2, 'h' || $1, 'approved', 100000, 'KBANK', $3, 'x', 'auto', 'auto', now(),
         now() - interval '10 days', null, '2026-11-01'`,
      [String(n), member.id, member.accountNo],
    )
    await factory.query(`update withdrawals set state = 'sending' where reference = $1`, [`H${n}`])
    await factory.query(
      `update withdrawals set state = 'paid', paid_at = now() - interval '10 days' where reference = $1`,
      [`H${n}`],
    )
    if (cashMinor > 0) await fund(member, cashMinor)
    return member
  }
  const outgoing: MoneyOutWorld['outgoing'] = async (amountMinor, parts = {}) => {
    const n = (count += 1)
    const at = new Date(server.services.now()).toISOString()
    return db.transaction().execute(async (tx) => {
      const line = await tx
        .insertInto('statement_lines')
        .values({
          bank_account_id: source.id,
          direction: 'out',
          amount_minor: amountMinor,
          bank_time: at,
          bank_time_precision: 'second',
          received_at: at,
          source: 'sms',
          dedupe_key: `out-${n}`,
          chain: 'linked',
          state: 'unmatched',
          payer_mask: parts.payeeMask ?? null,
          ref: parts.ref ?? null,
          business_on: valueOn(at),
          value_on: valueOn(at),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (parts.isOnlyStored) return { lineId: line.id, withdrawalId: null }
      const settled = await settleByLine(tx, {
        id: line.id,
        bankAccountId: source.id,
        amountMinor,
        bankTime: at,
        receivedAt: at,
        payeeBank: null,
        payeeMask: parts.payeeMask ?? null,
        payeeName: null,
        ref: parts.ref ?? null,
        businessOn: valueOn(at),
        valueOn: valueOn(at),
      })
      if (settled.postings.length > 0) await postStrict(tx, settled.postings)
      return { lineId: line.id, withdrawalId: settled.withdrawalId }
    })
  }
  return {
    server,
    factory,
    rail,
    source,
    site,
    fund,
    regular,
    outgoing,
    withdraw: (member, amountMinor, requestKey = key()) =>
      site.send(
        '/member/v1/withdrawal/create',
        { memberId: member.outside, amountMinor, requestKey },
        key(),
      ),
    cashier: (options = {}) =>
      server.person({
        hasStepUp: true,
        password: decidePassword,
        ...options,
        permissions: {
          pretransactionRequest: ['isRead', 'isUpdate'],
          pretransactionReconcileWithdraw: ['isRead', 'isUpdate'],
          memberManagement: ['isRead', 'isCreate'],
          ...options.permissions,
        },
      }),
    payouts: () => runPayouts(server.services),
    row: async (outsideId) => {
      const [row] = await factory.query<WithdrawalFacts>('select * from withdrawals where id = $1', [
        decodeId('withdrawal', outsideId),
      ])
      if (!row) throw new Error(`no withdrawal ${outsideId}`)
      return row
    },
    stop: async () => {
      await rail.stop()
      await server.stop()
    },
  }
}
