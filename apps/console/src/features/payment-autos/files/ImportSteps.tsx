import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { FileField } from '../../../ui/form/FileField.tsx'
import { StepCard } from '../../../ui/page/StepCard.tsx'
import { AskSheet } from './AskSheet.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import type { FileMapping, FilePreview } from './file-shapes.ts'
import { Plan } from './Plan.tsx'
import { useStatementUpload, type SentFile } from './use-statement-upload.ts'
import blocks from '../../../ui/Blocks.module.css'

interface ImportStepsProps {
  accountId: string
  label: string
  onDone: () => void
}

/** A statement of the bank, from the file to the request that a second person agrees to. */
export function ImportSteps({ accountId, label, onDone }: ImportStepsProps) {
  const { t } = useTranslation('statement-files')
  const { sent, name, progress, error, choose } = useStatementUpload(accountId)
  return (
    <section className={blocks['stack']} aria-label={t('import.title')}>
      <StepCard number={1} title={t('import.choose')} state={sent ? 'done' : 'now'}>
        <FileField
          label={t('import.file')}
          description={t('import.fileHint')}
          accept=".csv,.txt,.xlsx"
          name={name}
          progress={progress}
          error={error}
          onChoose={(file) => void choose(file)}
        />
      </StepCard>
      {sent && <ReadSteps key={sent.id} file={sent} label={label} onDone={onDone} />}
    </section>
  )
}

interface ReadStepsProps {
  file: SentFile
  label: string
  onDone: () => void
}

/** What is in a file that was sent: its columns, and what importing it would do. */
function ReadSteps({ file, label, onDone }: ReadStepsProps) {
  const [said, setSaid] = useState<FileMapping | null>(null)
  const query = useQueryCall(
    'statementFiles.preview',
    { id: file.id, mapping: said },
    { keepsPrevious: true, live: 'bankAccount' },
  )
  return (
    <Asked query={query}>
      {(preview) => (
        <Known {...{ file, label, onDone, preview }} isOld={query.isPlaceholderData} onMap={setSaid} />
      )}
    </Asked>
  )
}

interface KnownProps extends ReadStepsProps {
  preview: FilePreview
  /** Other columns were said, and the answer is on its way. */
  isOld: boolean
  onMap: (mapping: FileMapping) => void
}

function Known({ file, label, onDone, preview, isOld, onMap }: KnownProps) {
  const { t } = useTranslation('statement-files')
  const [isAsking, setAsking] = useState(false)
  const { plan, mappingFault, mapping } = preview
  const isReady = plan !== null && plan.fault === null && !isOld
  return (
    <>
      <StepCard number={2} title={t('import.columns')} state={mappingFault === null ? 'done' : 'now'}>
        <ColumnsStep preview={preview} onMap={onMap} />
      </StepCard>
      {plan && (
        <StepCard number={3} title={t('import.plan')} state="now">
          <Plan plan={plan} />
          <div className={blocks['buttons']}>
            <Button disabled={!isReady} onClick={() => setAsking(true)}>
              {t(plan.takesTwo ? 'act.ask' : 'act.keep')}
            </Button>
          </div>
        </StepCard>
      )}
      {isAsking && plan && (
        <AskSheet {...{ file, label, plan, mapping, onDone }} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
