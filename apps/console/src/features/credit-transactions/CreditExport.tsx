import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/download.ts'
import { useFailure } from '../../lib/failure.ts'
import { useProfile } from '../../lib/profile.ts'
import { useCall } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ExportButton, type ExportFormat } from '../../ui/ExportButton.tsx'
import type { creditFilter } from './credit-search.ts'

/** The filter as a file, for whom the role lets export. */
export function CreditExport({ filter }: { filter: ReturnType<typeof creditFilter> }) {
  const { t } = useTranslation('credit-transactions')
  const { role } = useProfile()
  const failure = useFailure()
  const [isCut, setCut] = useState(false)
  const exported = useCall('creditTransactions.exportList', {
    onDone: (file) => {
      saveFile(file)
      setCut(file.isCut)
    },
  })
  if (!role.abilities.exportData) return null
  const start = async (format: ExportFormat) => {
    setCut(false)
    await exported.send({ ...filter, format }).catch(() => undefined)
  }
  const refused = failure(exported.error)
  return (
    <>
      <ExportButton onExport={start} note={t('export.note')} isDisabled={!exported.canSend} />
      {isCut && <span role="status">{t('export.cut')}</span>}
      {refused && <ErrorState error={refused} isInline />}
    </>
  )
}
