import { baht, bankPhone } from '../../../testing/bank-phone.ts'
import { once } from '../../../testing/refusal.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import { linkByTwo } from '../../../testing/world/links.ts'
import type { LineDesk } from '../../../testing/world/line-desk.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'

const minuteMs = 60_000
export const reason = 'ข้อความเดียวกันเข้าสองครั้ง'

/** An account with its phone, and what people do with its lines. */
export async function doublesOfAccount({ make, server, cashier, second }: LineDesk, hasBalances: boolean) {
  const account = await make.account({ bank: 'SCB', hasBalances })
  const phone = await bankPhone(make, account)
  const idOf = ({ body }: Awaited<ReturnType<typeof phone.say>>): string => body.data?.lineId ?? ''
  const read = (id: string) => cashier.call('preTransactions.line', { id })
  const versionOf = async (id: string) => (await read(id)).line.version
  const ask = async (id: string, intoId: string) =>
    cashier.call(
      'preTransactions.askMerge',
      { id, version: await versionOf(id), intoId, intoVersion: await versionOf(intoId), reason },
      once(),
    )
  return {
    account,
    phone,
    read,
    ask,
    /** A message of SCB’s app: it tells no balance. */
    push: async (amountMinor: number, minutesAgo: number, from = '6048'): Promise<string> =>
      idOf(
        await phone.say(
          `คุณได้รับเงิน ${baht(amountMinor)} บาท ผ่านรายการพร้อมเพย์จาก KTB / xxxxxx${from} ` +
            `เข้าบัญชี xxxxxx${account.accountNo.slice(-4)}`,
          { source: 'push', sentAt: new Date(server.services.now() - minutesAgo * minuteMs) },
        ),
      ),
    /** A message with a balance. */
    sms: async (amountMinor: number, direction: 'in' | 'out' = 'in'): Promise<string> =>
      idOf(await phone.receives({ amountMinor, direction })),
    credit: async (id: string, member: FactoryMember) =>
      linkByTwo(cashier, second, { id, version: await versionOf(id), memberId: member.outside }),
    merge: async (id: string, intoId: string) => decideAs(second, (await ask(id, intoId)).approvalId),
    unmerge: async (id: string) => {
      const input = { id, version: await versionOf(id), reason }
      const asked = await cashier.call('preTransactions.askUnmerge', input, once())
      return decideAs(second, asked.approvalId)
    },
    candidates: (id: string) => cashier.call('preTransactions.mergeCandidates', { id }),
    state: async (id: string) => (await read(id)).line.state,
    /** What the book says is in the bank, and nobody’s. */
    book: () =>
      Promise.all([
        make.balance(`bank:${account.outside}`).then((balance) => -balance),
        make.balance(`unmatched:${account.outside}`),
      ]),
    wallet: (member: FactoryMember) => make.balance(`member:${member.outside}:cash`),
  }
}
export type Doubles = Awaited<ReturnType<typeof doublesOfAccount>>
