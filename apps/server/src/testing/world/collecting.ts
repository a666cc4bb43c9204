import { randomUUID } from 'node:crypto'
import type { FakeGateway } from '../fakes/fake-gateway.ts'
import type { Machine, MoneyFactory } from './money-factory.ts'

type Gateway = Awaited<ReturnType<FakeGateway['register']>>
type Change = NonNullable<Parameters<FakeGateway['register']>[0]>

export interface Collecting {
  readonly gateway: Gateway
  /** Another member pays so much through it. @returns the order */
  readonly collects: (amountMinor: number) => Promise<string>
  /** What it owes us, by the ledger. */
  readonly owed: () => Promise<number>
}

/** A gateway that alone takes orders from now on, and settles on the day of the payment. */
export async function startCollecting(
  make: MoneyFactory,
  fake: FakeGateway,
  change: Change = {},
): Promise<Collecting> {
  await make.query(`update payment_gateways set state = 'paused' where state = 'active'`)
  const gateway = await fake.register({ settleDays: 0, ...change })
  const site: Machine = await make.machine('memberSite', `site ${randomUUID()}`)
  return {
    gateway,
    collects: async (amountMinor) => {
      const { outside: memberId } = await make.member()
      const asked = { memberId, amountMinor, requestKey: randomUUID() }
      const orderId = (await site.send('/member/v1/order/create', asked)).body.data?.id ?? ''
      const { status } = await fake.tell(gateway, { orderId, amountMinor, kind: 'paid' })
      if (status !== 200) throw new Error(`not paid: ${status}`)
      return orderId
    },
    owed: async () => 0 - (await make.balance(`gw:${gateway.outside}:receivable`)),
  }
}
