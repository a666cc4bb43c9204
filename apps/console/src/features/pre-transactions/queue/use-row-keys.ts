import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import type { RowKey } from '../../../ui/table/table-columns.ts'
import type { Quick } from '../decision/DecisionActions.tsx'
import { isGreen, type QueueRow } from '../rows/queue-shapes.ts'

/**
 * U opens the member. A and R take the row in hand onto its sheet with the confirmation of that act, for who
 * may decide, while none is open (decisions 34). What is not green, or failed before, is read first: A opens
 * its sheet alone. `onQuick`: the same function between drawings.
 */
export function useRowKeys(
  onQuick: (row: QueueRow, quick: Quick | null) => void,
  isDeciding: boolean,
): readonly RowKey<QueueRow>[] {
  const { t } = useTranslation('pre-transactions-queue')
  const allowed = useAllows()
  const go = useGo()
  return useMemo(() => {
    const keys: RowKey<QueueRow>[] = []
    if (allowed({ memberManagement: ['isRead', 'isUpdate'] })) {
      const run = (row: QueueRow) => go({ to: '/member/member-detail/{id}', id: row.member.id })
      keys.push({ key: 'U', label: t('keys.member'), run })
    }
    if (!isDeciding && allowed({ pretransactionRequest: ['isRead', 'isUpdate'] })) {
      const approve = (row: QueueRow) => onQuick(row, isGreen(row) ? 'approve' : null)
      keys.push({ key: 'A', label: t('keys.approve'), run: approve })
      keys.push({ key: 'R', label: t('keys.reject'), run: (row) => onQuick(row, 'reject') })
    }
    return keys
  }, [t, allowed, go, onQuick, isDeciding])
}
