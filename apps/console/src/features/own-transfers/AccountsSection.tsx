import { Button } from '@mantine/core'
import { IconArrowsLeftRight, IconArrowsUpDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FormOf } from '../../lib/form/use-form.ts'
import { FormSection } from '../../ui/form/FormPage.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { AccountChoice } from './AccountChoice.tsx'
import { chosen, type TransferDraft } from './transfer-draft.ts'
import type { Source } from './transfer-shapes.ts'
import classes from './Transfers.module.css'

type AccountsSectionProps = FormOf<TransferDraft> & { sources: readonly Source[] }

/** From which of our accounts to which; a press between the two lets them change places. */
export function AccountsSection({ sources, draft, change, fieldErrors }: AccountsSectionProps) {
  const { t } = useTranslation('own-transfers')
  const Icon = useIsNarrow() ? IconArrowsUpDown : IconArrowsLeftRight
  const choiceOf = (end: 'fromId' | 'toId') => (
    <AccountChoice
      label={t(`field.${end}`)}
      sources={sources}
      value={draft[end]}
      error={fieldErrors[end]}
      onChange={(id) => change(chosen(draft, end, id))}
    />
  )
  return (
    <FormSection title={t('form.accounts')}>
      <div className={classes['ends']}>
        {choiceOf('fromId')}
        <Button
          variant="default"
          className={classes['swap'] ?? ''}
          aria-label={t('form.swap')}
          title={t('form.swap')}
          disabled={draft.fromId === null && draft.toId === null}
          onClick={() => change({ fromId: draft.toId, toId: draft.fromId })}
        >
          <Icon size={18} aria-hidden />
        </Button>
        {choiceOf('toId')}
      </div>
    </FormSection>
  )
}
