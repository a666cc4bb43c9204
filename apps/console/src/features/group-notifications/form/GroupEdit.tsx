import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { loadChunk } from '../../../lib/chunks.ts'
import { recordScreen } from '../../../lib/record/record-screen.tsx'
import { RecordActs } from '../../../lib/record/RecordActs.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { FormPage } from '../../../ui/form/FormPage.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { ChatPreview } from './ChatPreview.tsx'
import type { GroupDetail } from '../group-shapes.ts'
import { GroupFields } from './GroupFields.tsx'
import { LockSheet } from '../LockSheet.tsx'
import { TestResult } from '../TestResult.tsx'
import { useGroupEdit } from './use-group-edit.ts'
import { useGroupTest } from '../use-group-test.ts'
import formClasses from './GroupForm.module.css'
import blocks from '../../../ui/Blocks.module.css'

/** Only who may change nothing reads a group as facts here. */
const GroupFacts = lazy(() =>
  loadChunk('group-facts', () =>
    import('../GroupFacts.tsx').then(({ GroupFacts: facts }) => ({ default: facts })),
  ),
)

/** `/group-notification/edit/{id}`: how a group is set, and what of it is to change. */
export default recordScreen({
  area: 'group-notifications',
  title: 'edit.title',
  useRow: (id) => useQueryCall('groupNotifications.get', { id }, { live: 'group' }),
  useName: (group) => group?.name,
  Screen: ({ row }) => (row.mayChange ? <EditForm group={row} /> : <ReadOnly group={row} />),
})

function ReadOnly({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group-notifications')
  return (
    <Page title={group.name}>
      <div className={blocks['reading']}>
        <p className={`${blocks['warn']} ${blocks['sides']}`}>{t('panel.readOnly')}</p>
        <Suspense>
          <GroupFacts group={group} />
        </Suspense>
      </div>
    </Page>
  )
}

function EditForm({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group-notifications')
  const go = useGo()
  const form = useGroupEdit(group)
  const { isLocked } = group
  const [isOpening, setOpening] = useState(false)
  return (
    <>
      <FormPage
        {...form.page}
        title={group.name}
        submitLabel={t('edit.submit')}
        canSubmit={form.canSend && form.isChanged}
        onCancel={() => go({ to: '/group-notification/list', search: { open: group.id } })}
        hasFoot={!isLocked}
        aside={
          <div className={formClasses['side']}>
            {!isLocked && <TestPart id={group.id} isDirty={form.isChanged} />}
            <ChatPreview draft={form.draft} />
          </div>
        }
      >
        {isLocked && (
          <div className={`${blocks['warn']} ${blocks['sides']}`} data-tone="purple">
            <span>{t('edit.locked')}</span>
            <Button size="sm" variant="default" onClick={() => setOpening(true)}>
              {t('act.open')}
            </Button>
          </div>
        )}
        {group.place !== 'open' && (
          <p className={`${blocks['warn']} ${blocks['sides']}`}>{t(`stateHints.${group.place}`)}</p>
        )}
        {/* What was typed stays in sight when somebody locks the group meanwhile. */}
        <fieldset className={formClasses['whole']} disabled={isLocked}>
          <GroupFields {...form} />
        </fieldset>
      </FormPage>
      {/* Beside the form, not in it: its own form would send this one too. */}
      <LockSheet group={group} isOpen={isOpening} onClose={() => setOpening(false)} />
    </>
  )
}

function TestPart({ id, isDirty }: { id: string; isDirty: boolean }) {
  const { t } = useTranslation('group-notifications')
  const test = useGroupTest(id)
  return (
    <Card title={t('test.title')}>
      <p className={blocks['note']}>{t(isDirty ? 'test.unsaved' : 'test.lead')}</p>
      <div>
        <RecordActs acts={[{ ...test.act, isHeld: isDirty }]} />
      </div>
      <TestResult test={test} />
    </Card>
  )
}
