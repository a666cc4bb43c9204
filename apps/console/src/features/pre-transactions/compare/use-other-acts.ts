import { IconFileImport, IconUnlink, IconUserSearch, IconListSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useTakeBack } from '../../../lib/person/taking-back.ts'
import type { Act } from '../../../lib/record/RecordActs.tsx'
import { isOpen, isPayoutLine } from '../lines/line-shapes.ts'
import { placeOf } from '../missing/missing-verdict.ts'
import type { CompareDetail } from './compare-shapes.ts'

const matchingUpdate = { pretransactionNotMatch: ['isRead', 'isUpdate'] } as const

interface OtherActs {
  /** What brings the side that is missing: its owner is found, or the bank's own statement is imported. */
  readonly first: Act[]
  readonly last: Act[]
}

/**
 * What other screens do with a row, each with its own judges and rights. No record is made here: money of a
 * line becomes a deposit by a link, and a line comes from the bank.
 */
export function useOtherActs(): (detail: CompareDetail) => OtherActs {
  const { t } = useTranslation('pre-transactions-reconcile')
  const allows = useAllows()
  const takeBack = useTakeBack()
  return ({ accountId, row: { class: name, line, record } }) => {
    const first: Act[] = []
    const last: Act[] = []
    if (line && allows({ pretransactionNotMatch: ['isRead'] })) {
      const href = hrefOf({ to: '/pre-transaction/matching', search: placeOf(line) })
      if (!record && line.direction === 'in' && isOpen(line))
        first.push({ label: t('act.findOwner'), icon: IconUserSearch, href })
      else if (isPayoutLine(line) && record?.kind === 'withdrawal' && allows(matchingUpdate))
        last.push({ label: t('act.unlink'), icon: IconUnlink, href, isQuiet: true })
      else last.push({ label: t('act.openLine'), icon: IconListSearch, href, isQuiet: true })
    }
    if (name === 'missing' && allows({ paymentAuto: ['isRead', 'isUpdate'] }))
      first.push({
        label: t('act.importFile'),
        icon: IconFileImport,
        href: hrefOf({ to: '/payment-auto/transactions/{id}', id: accountId, search: { tab: 'import' } }),
      })
    if (line && record?.kind === 'deposit' && record.state === 'credited') {
      const run = takeBack(record.id, { lineId: line.id })
      if (run) last.push({ label: t('act.unlink'), icon: IconUnlink, run, isQuiet: true, isOnline: true })
    }
    return { first, last }
  }
}
