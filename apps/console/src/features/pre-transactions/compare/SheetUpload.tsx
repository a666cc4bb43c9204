import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/words/formats.ts'
import { ScrollRegion } from '../../../ui/figures/ScrollRegion.tsx'
import { Status, type Tone } from '../../../ui/figures/Status.tsx'
import { Modal } from '../../../ui/sheet/Modal.tsx'
import { isToSend, nameOf, type SentRow, type Side } from './compare-shapes.ts'
import { useSheetUpload } from './use-sheet-upload.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Compare.module.css'

interface SheetUploadProps {
  side: Side
  of: { accountId: string; on: string }
  onClose: () => void
}

/** A spreadsheet that comes back: what each row would do, then each done by itself, with what came of it. */
export default function SheetUpload({ side, of, onClose }: SheetUploadProps) {
  const { t } = useTranslation('pre-transactions-reconcile')
  const { rows, failure, isBusy, choose, apply } = useSheetUpload(side, of)
  const input = useRef<HTMLInputElement>(null)
  const ready = rows.filter(isToSend)
  return (
    <Modal isOpen onClose={onClose} title={t('upload.title')}>
      <div className={blocks['stack']}>
        <p className={blocks['note']}>{t('upload.lead')}</p>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={t('upload.file')}
          accept=".xlsx"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            // The same file may be chosen again once it was mended.
            event.currentTarget.value = ''
            if (file) void choose(file)
          }}
        />
        <Button variant="default" disabled={isBusy} onClick={() => input.current?.click()}>
          {t('upload.file')}
        </Button>
        {failure && (
          <p role="alert" className={blocks['warn']} data-tone="red">
            {failure}
          </p>
        )}
        <div aria-live="polite">
          {rows.length > 0 && (
            <ScrollRegion className={classes['scroll']} label={t('upload.rows')}>
              <ul className={classes['sent']}>
                {rows.map((row) => (
                  <Sent key={row.number} row={row} />
                ))}
              </ul>
            </ScrollRegion>
          )}
        </div>
        {rows.length > 0 && (
          <Button disabled={isBusy || ready.length === 0} onClick={() => void apply()}>
            {t('upload.apply', { count: ready.length, shown: formatCount(ready.length) })}
          </Button>
        )}
      </div>
    </Modal>
  )
}

const toneOf = ({ outcome, error }: SentRow): Tone => {
  if (error !== null || outcome?.state === 'failed') return 'red'
  if (outcome === null) return 'blue'
  return outcome.state === 'done' ? 'green' : 'amber'
}

function Sent({ row }: { row: SentRow }) {
  const { t } = useTranslation('pre-transactions-reconcile')
  const { number, id, decision, remark, error, outcome } = row
  const said =
    error === null
      ? outcome === null
        ? t('upload.ready')
        : t(`upload.${outcome.state}`)
      : t(`rowError.${error}`)
  return (
    <li>
      <span className={blocks['marks']}>
        <span className={blocks['muted']}>{t('upload.row', { number })}</span>
        <strong>{row.row ? nameOf(row.row) : id}</strong>
        {decision && t(`decision.${decision}`)}
        <Status tone={toneOf(row)} label={said} />
      </span>
      <span className={blocks['small']}>{outcome?.text ?? remark}</span>
    </li>
  )
}
