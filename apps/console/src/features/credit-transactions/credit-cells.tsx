import { hrefOf } from '../../lib/address/navigation.tsx'
import type { Words } from '../../lib/list/columns.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import type { CreditRow } from './credit-shapes.ts'
import blocks from '../../ui/Blocks.module.css'

/** The reference of a deposit or withdrawal: a link to its row in the queue where the person may see it. */
export function referenceLink({ reference }: Pick<CreditRow, 'reference'>, { allows }: Words) {
  if (reference === null) return '–'
  if (!allows({ pretransactionDepositWithdraw: ['isRead'] }) || !/^[DW]\d{4}-/.test(reference))
    return reference
  return (
    <AppLink
      className={blocks['link']}
      href={hrefOf({ to: '/pre-transaction/deposit-withdraw', search: { search: reference } })}
    >
      {reference}
    </AppLink>
  )
}
