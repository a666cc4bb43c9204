import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import type { FileMapping, FilePlan } from './file-shapes.ts'
import type { SentFile } from './use-statement-upload.ts'

interface AskSheetProps {
  file: SentFile
  label: string
  plan: FilePlan
  mapping: FileMapping
  onDone: () => void
  onClose: () => void
}

/** Asks for the import of a file that was looked at; one that brings nothing new is kept at once. */
export function AskSheet({ file, label, plan, mapping, onDone, onClose }: AskSheetProps) {
  const { t } = useTranslation('statement-files')
  const { newIn, newOut, takesTwo } = plan
  return (
    <ActSheet
      call="statementFiles.ask"
      input={(reason) => ({ id: file.id, mapping, name: file.name.slice(0, 200), reason })}
      refreshes={['statementFiles', 'paymentAutos', 'approvals']}
      onClose={onClose}
      title={t('ask.title', { account: label })}
      submitLabel={t(takesTwo ? 'act.ask' : 'act.keep')}
      facts={[
        { label: t('field.name'), value: file.name },
        { label: t('plan.newIn'), value: <Counted {...newIn} /> },
        { label: t('plan.newOut'), value: <Counted {...newOut} /> },
      ]}
      reason={{ label: t('field.reason'), isRequired: true, description: t('ask.reasonHint') }}
      notice={t(takesTwo ? 'ask.effect' : 'ask.known')}
      onDone={({ state }) => {
        say(t(state === 'waiting' ? 'ask.waiting' : 'ask.done', { name: file.name }))
        onDone()
      }}
    />
  )
}

function Counted({ count, amountMinor }: { count: number; amountMinor: number }) {
  const { t } = useTranslation('statement-files')
  return (
    <>
      {t('plan.rows', { count })} · <Money minor={amountMinor} />
    </>
  )
}
