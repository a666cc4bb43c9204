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
          field(
            'order',
            say('orderToPay'),
            `<select$>${choices([
              ['', say('newestOrder')],
              ...gateway.orders
                .filter(({ state }) => state === 'pending')
                .map((each) => [each.id, `${each.reference} · ${baht(each.amountMinor)}`] as const),
            ])}</select>`,
          ),
          select('payManner', say, choices(payManners.map((manner) => [manner, say(mannerWords[manner])]))),
        ].join(''),
        'payOrderAct',
      )
