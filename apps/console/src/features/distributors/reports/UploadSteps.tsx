import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { callUpload } from '../../../lib/call/call-upload.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useSending } from '../../../lib/form/use-sending.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { FileField } from '../../../ui/form/FileField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import '../../../ui/kit-later.ts'
import { StepCard } from '../../../ui/page/StepCard.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { ReportPreview } from '../distributor-shapes.tsx'
import { DaysFields } from './DaysFields.tsx'
import { ReportColumns } from './ReportColumns.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Mapping = ReportPreview['mapping']

interface UploadStepsProps {
  /** The provider that is chosen at first. */
  of: string | undefined
  onDone: (id: string) => void
}

/** A report of a provider, from the file to the comparison. */
export function UploadSteps({ of, onDone }: UploadStepsProps) {
  const { t } = useTranslation('distributors')
  const { language } = useReading()
  const errorText = useErrorText()
  const providers = useQueryCall('distributors.reportProviders', {})
  const [providerId, setProvider] = useState<string | null>(of ?? null)
  const [sent, setSent] = useState<{ id: string; name: string } | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const send = async (file: File): Promise<void> => {
    if (providerId === null) return setError(t('upload.chooseFirst'))
    setName(file.name)
    setError(undefined)
    setProgress(0)
    try {
      const { id, isKnown } = await callUpload('distributors.uploadReport', { id: providerId }, file, {
        idempotencyKey: crypto.randomUUID(),
        signal: new AbortController().signal,
        onProgress: setProgress,
      })
      if (isKnown) {
        say(t('upload.known'), 'amber')
        onDone(id)
      } else setSent({ id, name: file.name })
    } catch (thrown) {
      setError(errorText(thrown))
    }
    setProgress(null)
  }
  return (
    <section className={blocks['stack']} aria-label={t('act.import')}>
      <StepCard number={1} title={t('upload.choose')} state={sent ? 'done' : 'now'}>
        <SelectField
          label={t('field.providerId')}
          searchable
          data={(providers.data?.records ?? []).map((each) => ({
            value: each.id,
            label: each.name[language],
          }))}
          value={providerId}
          onChange={setProvider}
        />
        <FileField
          label={t('upload.file')}
          description={t('upload.fileHint')}
          accept=".csv,.txt,.xlsx"
          name={name}
          progress={progress}
          error={error}
          onChoose={(file) => void send(file)}
        />
      </StepCard>
      {sent && <ReadSteps key={sent.id} id={sent.id} name={sent.name} onDone={onDone} />}
    </section>
  )
}

interface ReadStepsProps {
  id: string
  name: string
  onDone: (id: string) => void
}

/** What is in a report that was brought: its columns, and the days that it is about. */
export function ReadSteps({ id, name, onDone }: ReadStepsProps) {
  const [said, setSaid] = useState<Mapping | null>(null)
  const query = useQueryCall('distributors.previewReport', { id, mapping: said }, { keepsPrevious: true })
  return (
    <Asked query={query}>{(preview) => <Known {...{ id, name, onDone, preview }} onMap={setSaid} />}</Asked>
  )
}

interface KnownProps extends ReadStepsProps {
  preview: ReportPreview
  onMap: (mapping: Mapping) => void
}

function Known({ id, name, onDone, preview, onMap }: KnownProps) {
  const { t } = useTranslation('distributors')
  const { mapping, mappingFault, read } = preview
  return (
    <>
      <StepCard number={2} title={t('upload.columns')} state={mappingFault === null ? 'done' : 'now'}>
        <ReportColumns preview={preview} onMap={onMap} />
      </StepCard>
      {read && (
        <StepCard number={3} title={t('upload.days')} state="now">
          <p className={blocks['note']}>
            {t('upload.rows', { count: read.count })} · {t('field.stakeMinor')}{' '}
            <Money minor={read.stakeMinor} /> · {t('field.payoutMinor')} <Money minor={read.payoutMinor} />
          </p>
          {read.errorCount > 0 && (
            <div className={blocks['warn']} role="alert">
              {t('upload.errors', { count: read.errorCount })}
              <ul className={blocks['list']}>
                {read.errors.slice(0, 10).map(({ no, fault, cell }) => (
                  <li key={no}>{t('upload.error', { no, fault: t(`rowFaults.${fault}`), cell })}</li>
                ))}
              </ul>
            </div>
          )}
          <Days key={`${read.fromOn} ${read.toOn}`} {...{ id, name, mapping, read, onDone }} />
        </StepCard>
      )}
    </>
  )
}

interface DaysProps extends ReadStepsProps {
  mapping: Mapping
  read: NonNullable<ReportPreview['read']>
}

/** Of these days every settled bet must be in the report. */
function Days({ id, name, mapping, read, onDone }: DaysProps) {
  const { t } = useTranslation('distributors')
  const errorText = useErrorText()
  const { send, isSending, canSend } = useSending('distributors.compareReport', `compare ${id}`, [])
  const [fromOn, setFrom] = useState(read.fromOn ?? '')
  const [toOn, setTo] = useState(read.toOn ?? '')
  const compare = async () => {
    try {
      const given = name.trim().slice(0, 200)
      await send({ id, mapping, name: given === '' ? '–' : given, fromOn, toOn }, {})
      say(t('upload.asked'))
      onDone(id)
    } catch (thrown) {
      say(errorText(thrown), 'red')
    }
  }
  return (
    <>
      <DaysFields {...{ fromOn, toOn, setFrom, setTo }} hint={t('upload.daysHint')} />
      <div className={blocks['buttons']}>
        <Button
          loading={isSending}
          disabled={!canSend || read.errorCount > 0 || read.count === 0 || fromOn === '' || toOn === ''}
          onClick={() => void compare()}
        >
          {t('act.compare')}
        </Button>
      </div>
    </>
  )
}
