import { ActionIcon, Button } from '@mantine/core'
import { IconDeviceFloppy, IconEdit, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import type { FormOf } from '../../../lib/form/use-form.ts'
import { formatMoney } from '../../../lib/words/formats.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { draftOf, endsOf, missingOf, type TransferDraft } from '../transfer-draft.ts'
import type { Source, Template } from '../transfer-shapes.ts'
import { TransferWay } from '../TransferWay.tsx'
import { EditTemplate } from './EditTemplate.tsx'
import { SaveTemplate } from './SaveTemplate.tsx'
import { TemplateTimes } from './TemplateTimes.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Transfers.module.css'

type TemplatesProps = FormOf<TransferDraft> & {
  sources: readonly Source[]
  check: () => boolean
  /** Above the form on a phone: one line until it is opened. */
  isFolded: boolean
}
type Opened =
  | { readonly is: 'edit' | 'remove'; readonly template: Template }
  | { readonly is: 'save' }
  | null

/** The saved forms beside the form: one is filled in, renamed, timed, taken off; the form is saved as one. */
export function Templates({ sources, draft, change, check, isFolded }: TemplatesProps) {
  const { t } = useTranslation('own-transfers')
  const query = useQueryCall('ownTransfers.templates', {}, { live: 'ownTransfer', refetchEveryMs: 60_000 })
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const templates = query.data?.records ?? []
  const save = () => {
    const isWhole = Object.keys(missingOf(draft)).length === 0 && draft.reason.trim().length > 2
    // What the balance would refuse now may be saved all the same: the form says only what is missing.
    if (isWhole || check()) setOpened({ is: 'save' })
  }
  const body = (
    <>
      <Failed query={query} isInline />
      {query.data && templates.length === 0 && <p className={blocks['note']}>{t('templates.empty')}</p>}
      <ul className={classes['templates']}>
        {templates.map((template) => (
          <TemplateItem
            key={template.id}
            template={template}
            sources={sources}
            onUse={() => change(draftOf(template))}
            onOpen={(is) => setOpened({ is, template })}
          />
        ))}
      </ul>
      <div className={blocks['buttons']}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          onClick={save}
        >
          {t('templates.save')}
        </Button>
      </div>
      {opened?.is === 'save' && (
        <SaveTemplate draft={draft} ends={endsOf(draft, sources)} onClose={close} />
      )}
      {opened?.is === 'edit' && <EditTemplate template={opened.template} onClose={close} />}
      {opened?.is === 'remove' && <RemoveTemplate template={opened.template} onClose={close} />}
    </>
  )
  if (!isFolded) return <Card title={t('templates.title')}>{body}</Card>
  return (
    <details className={`${blocks['fold']} ${blocks['card']}`}>
      <summary>{t('templates.title')}</summary>
      {body}
    </details>
  )
}

interface TemplateItemProps {
  template: Template
  sources: readonly Source[]
  onUse: () => void
  onOpen: (is: 'edit' | 'remove') => void
}

function TemplateItem({ template, sources, onUse, onOpen }: TemplateItemProps) {
  const { t } = useTranslation('own-transfers')
  const { name, amountMinor, keepMinor } = template
  const { from, to } = endsOf(template, sources)
  return (
    <li>
      <span className={blocks['sides']}>
        <strong className={classes['name']}>{name}</strong>
        <span>
          {keepMinor === null
            ? formatMoney(amountMinor ?? 0)
            : t('templates.allAbove', { amount: formatMoney(keepMinor) })}
        </span>
      </span>
      {from && to && <TransferWay transfer={{ from, to }} />}
      <TemplateTimes template={template} />
      <span className={blocks['buttons']}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('templates.useOf', { name })}
          onClick={onUse}
        >
          {t('templates.use')}
        </Button>
        <ActionIcon
          variant="subtle"
          aria-label={t('templates.editOf', { name })}
          title={t('templates.edit')}
          onClick={() => onOpen('edit')}
        >
          <IconEdit size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t('templates.removeOf', { name })}
          title={t('templates.remove')}
          onClick={() => onOpen('remove')}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  )
}

function RemoveTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useTranslation('own-transfers')
  const { id, version, name } = template
  return (
    <ActSheet
      call="ownTransfers.removeTemplate"
      input={(reason) => ({ id, version, reason })}
      refreshes={['ownTransfers.templates']}
      onClose={onClose}
      title={t('templates.removeOf', { name })}
      submitLabel={t('templates.remove')}
      isDanger
      reason={{ label: t('field.reason'), isRequired: true }}
      notice={t('templates.removeEffect')}
      onDone={() => say(t('templates.removed', { name }))}
    />
  )
}
