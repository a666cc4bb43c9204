import { useState } from 'react'
import { say } from '../../../lib/alerts/notices.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { useWords } from '../../../lib/list/use-words.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { DaysFields } from './DaysFields.tsx'
import '../../../ui/kit-later.ts'

interface LogCheckSheetProps {
  onShow: (id: string) => void
  onClose: () => void
}

/** Has a provider's own log read again and compared with our bets of some days. */
export default function LogCheckSheet({ onShow, onClose }: LogCheckSheetProps) {
  const { t, reading } = useWords('distributors')
  const providers = useQueryCall('distributors.reportProviders', {})
  const [id, setId] = useState<string | null>(null)
  const [fromOn, setFrom] = useState('')
  const [toOn, setTo] = useState('')
  const withLog = (providers.data?.records ?? []).filter(({ hasLog }) => hasLog)
  return (
    <ActSheet
      call="distributors.checkLog"
      input={() => ({ id: id ?? '', fromOn, toOn })}
      isPossible={id !== null && fromOn !== '' && toOn !== ''}
      refreshes={['distributors']}
      onClose={onClose}
      title={t('logCheck.title')}
      submitLabel={t('logCheck.submit')}
      notice={t('logCheck.hint')}
      onDone={({ id: report }) => {
        say(t('logCheck.asked'))
        onShow(report)
      }}
    >
      <SelectField
        label={t('field.providerId')}
        description={providers.data && withLog.length === 0 ? t('logCheck.none') : undefined}
        searchable
        data={withLog.map((each) => ({ value: each.id, label: each.name[reading.language] }))}
        value={id}
        onChange={setId}
      />
      <DaysFields {...{ fromOn, toOn, setFrom, setTo }} />
    </ActSheet>
  )
}
