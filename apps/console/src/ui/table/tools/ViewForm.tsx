import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import { scopes, type ListView } from '../../../lib/list/list-views.ts'
import '../../kit-later.ts'
import classes from './Views.module.css'

export interface ViewDraft {
  readonly name: string
  readonly scope: ListView['scope']
  /** Whether the view brings its columns along. */
  readonly hasLayout: boolean
}

interface ViewFormProps {
  /** The view that is changed; absent for a new one. */
  view?: ListView
  mayShare: boolean
  hasColumns: boolean
  onSave: (draft: ViewDraft) => Promise<void>
  onCancel?: () => void
}

const nothing: ViewDraft = { name: '', scope: 'private', hasLayout: false }
const draftOf = ({ name, scope, layout }: ListView): ViewDraft => ({
  name,
  scope,
  hasLayout: layout !== null,
})

/** Name of a view, who sees it, and whether it holds the columns. A refusal leaves what was typed. */
export function ViewForm({ view, mayShare, hasColumns, onSave, onCancel }: ViewFormProps) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const [draft, setDraft] = useState(view ? draftOf(view) : nothing)
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const save = async () => {
    if (isPending || draft.name.trim() === '') return
    setPending(true)
    setError(null)
    try {
      await onSave({ ...draft, name: draft.name.trim() })
      setDraft(nothing)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        size="sm"
        label={t(view ? 'views.name' : 'views.newName')}
        maxLength={ruleOf('listViews.create', 'name').max}
        value={draft.name}
        error={error === null ? null : errorText(error)}
        onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
      />
      {mayShare && (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('views.scope')}
          value={draft.scope}
          onChange={(next) =>
            setDraft({ ...draft, scope: scopes.find((each) => each === next) ?? 'private' })
          }
          data={scopes.map((each) => ({ value: each, label: t(`views.${each}`) }))}
        />
      )}
      {hasColumns && (
        <Checkbox
          size="sm"
          label={t('views.withColumns')}
          checked={draft.hasLayout}
          onChange={({ currentTarget }) => setDraft({ ...draft, hasLayout: currentTarget.checked })}
        />
      )}
      <div className={classes['buttons']}>
        {onCancel && (
          <Button size="sm" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" size="sm" loading={isPending} disabled={draft.name.trim() === ''}>
          {t(view ? 'views.saveChange' : 'views.save')}
        </Button>
      </div>
    </form>
  )
}
