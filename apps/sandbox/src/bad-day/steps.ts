import { partyOf } from '../members.ts'
import { BankRefusal } from '../world.ts'
import type { BadDayKind, PlantFacts } from './planted.ts'
import type { Paid, Planter } from './planter.ts'

/** How long the first message of two lies on its phone: late, as a part of the day; only swapped, in ms. */
const latePart = 0.07
const swappedMs = 1500
/** So often a code is asked for while the gateway fails: after five failures the house leaves it alone. */
const gatewayTries = 5
const otherName = 'วิไล สายทอง'

const factsOf = ({ account, member, amountMinor, reference }: Paid): PlantFacts => ({
  account,
  member,
  amountsMinor: [amountMinor],
  ...(reference === null ? {} : { reference }),
})

/** Two payments in to one account, one after the other. */
async function both(planter: Planter, bank: string, first: Parameters<Planter['pays']>[1]) {
  const one = await planter.pays(bank, first)
  const other = await planter.pays(bank)
  return {
    account: one.account,
    member: `${one.member}, ${other.member}`,
    amountsMinor: [one.amountMinor, other.amountMinor],
  }
}

async function twice(planter: Planter): Promise<PlantFacts> {
  const paid = await planter.pays('SCB')
  await planter.saysAgain(paid)
  return factsOf(paid)
}

/** The bank prints a member's own account, and the name of somebody else. */
async function contradicts(planter: Planter): Promise<PlantFacts> {
  const member = await planter.member()
  const { accountNo } = planter.account('TTB')
  const payer = { ...partyOf(member), name: otherName }
  const { bank, amountMinor } = planter.outside.world.move(accountNo, 'in', planter.amountMinor(), payer)
  return { account: `${bank} ${accountNo}`, member: member.username, amountsMinor: [amountMinor] }
}

/** A phone falls silent, and a member pays in meanwhile. */
async function phoneOff(planter: Planter): Promise<PlantFacts> {
  const { phones, acts, world } = planter.outside
  const { phone, accountNo } = planter.account('SCB')
  if (phones.state.some(({ name, isOn }) => name === phone && !isOn)) throw new BankRefusal('phoneIsOff')
  const member = await planter.member()
  acts.farePhone({ phone, isOn: false })
  const { bank, amountMinor } = world.move(accountNo, 'in', planter.amountMinor(), partyOf(member))
  const account = `${bank} ${accountNo}`
  return { account, member: member.username, amountsMinor: [amountMinor], phone }
}

/** The gateway answers nobody, and members who ask for a code are refused. */
async function gatewayFails(planter: Planter): Promise<PlantFacts> {
  const { gateway, acts } = planter.outside
  if (gateway === null) throw new BankRefusal('noGateway')
  gateway.isDown = true
  const refused: string[] = []
  for (let tries = 0; tries < gatewayTries; tries += 1) {
    const { id, username } = await planter.member()
    const order = await acts.order({ member: id, amountMinor: planter.amountMinor() }).catch(() => null)
    if (order === null) refused.push(username)
  }
  return { member: refused.join(', ') }
}

function fee(planter: Planter): Promise<PlantFacts> {
  const { bank, accountNo, amountMinor } = planter.outside.acts.fee({
    amountMinor: planter.random.int(1011, 1989),
  })
  return Promise.resolve({ account: `${bank} ${accountNo}`, amountsMinor: [amountMinor] })
}

/** How each bad thing is planted. */
export const plantings: Readonly<Record<BadDayKind, (planter: Planter) => Promise<PlantFacts>>> = {
  late: (planter) => both(planter, 'TTB', { heldMs: Math.round(planter.lengthMs * latePart) }),
  wrongAmount: async (planter) =>
    factsOf(await planter.pays(null, { hasRequest: true, isWrongAmount: true })),
  twice,
  contradicts,
  hookTwice: (planter) => planter.paysCode('twice'),
  hookLate: (planter) => planter.paysCode('late'),
  hookForged: (planter) => planter.paysCode('forged'),
  paidTwice: (planter) => planter.withdraws('succeedTwice'),
  outOfOrder: (planter) => both(planter, 'TTB', { heldMs: swappedMs }),
  answerLost: (planter) => planter.withdraws('neverButPay'),
  // The account goes on, so that the bank's balance shows that something is missing.
  lost: (planter) => both(planter, 'KBANK', { manner: 'lost' }),
  fee,
  payoutUnseen: (planter) => planter.withdraws('succeedUnseen'),
  phoneOff,
  gatewayFails,
  newWording: async (planter) => factsOf(await planter.pays('TTB', { manner: 'newWording' })),
}
