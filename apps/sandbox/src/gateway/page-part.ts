import type { stateOf } from '../control.ts'
import { choices, field, head, select, type Form } from '../page-fields.ts'
import type { Say, Word } from '../page-words.ts'
import { payManners, type PayManner } from './gateway.ts'

type State = ReturnType<typeof stateOf>

const mannerWords: Readonly<Record<PayManner, Word>> = {
  plain: 'payPlain',
  twice: 'payTwice',
  late: 'payLate',
  forged: 'payForged',
  wrongAmount: 'payWrong',
  silent: 'paySilent',
  failed: 'payFailed',
}
const baht = (minor: number): string => (minor / 100).toFixed(2)

/** Which order of this state; the newest where none is chosen. */
const orderField = (
  orders: NonNullable<State['gateway']>['orders'],
  wanted: 'pending' | 'paid',
  say: Say,
): string =>
  field(
    'order',
    say('orderToPay'),
    `<select$>${choices([
      ['', say(wanted === 'paid' ? 'newestPaid' : 'newestOrder')],
      ...orders
        .filter(({ state }) => state === wanted)
        .map((each) => [each.id, `${each.reference} · ${baht(each.amountMinor)}`] as const),
    ])}</select>`,
  )

/** A member asks for a code, and somebody pays the code of an order. */
export const gatewayForms = (
  { gateway }: State,
  person: string,
  amount: string,
  form: Form,
  say: Say,
): string =>
  gateway === null
    ? ''
    : form('order', `${head('order', say, 'orderHint')}${person}${amount}`, 'orderAct') +
      form(
        'pay-order',
        [
          head('pay-order', say),
          orderField(gateway.orders, 'pending', say),
          select('payManner', say, choices(payManners.map((manner) => [manner, say(mannerWords[manner])]))),
        ].join(''),
        'payOrderAct',
      ) +
      form(
        'refund-order',
        `${head('refund-order', say, 'refundOrderHint')}${orderField(gateway.orders, 'paid', say)}`,
        'refundOrderAct',
      ) +
      form('settle-gateway', head('settle-gateway', say, 'settleGatewayHint'), 'settleGatewayAct')
