import { Alert, Skeleton, Textarea } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../lib/chunks.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { recordScreen, type ScreenProps } from '../../../lib/record/record-screen.tsx'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PictureField } from '../../../ui/form/PictureField.tsx'
import { AccountFields } from './AccountFields.tsx'
import { AccountTable } from './AccountTable.tsx'
import type { ChangeRules, MemberDetail } from '../member-shapes.ts'
import { Deadline } from '../Deadline.tsx'
import { useAccountForm } from './use-account-form.ts'
import { useMember } from '../use-member.ts'
import '../../../ui/kit-later.ts'
import classes from '../Members.module.css'
import blocks from '../../../ui/Blocks.module.css'

const PendingAccount = lazy(async () => ({
  default: (await loadChunk('pending-account', () => import('./PendingAccount.tsx'))).PendingAccount,
}))

/** `/member/change-account/{id}`: asks for another bank account, or shows the change that waits. */
export default recordScreen({
  area: 'members',
  title: 'changeAccount.title',
  useRow: useMember,
  useName: (member) => member?.username,
  Screen: Known,
})

function Known({ row: member }: ScreenProps<MemberDetail>) {
  const { t } = useTranslation('members')
  if (member.pendingChange?.kind === 'memberAccountChange') {
    return (
      <Page
        title={t('changeAccount.titleOf', { name: member.username })}
        description={t('changeAccount.standing')}
      >
        <Suspense fallback={<Skeleton height={320} />}>
          <PendingAccount member={member} />
        </Suspense>
        <History member={member} />
      </Page>
    )
  }
  return <AccountForm member={member} />
}

function History({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  return (
    <Card title={t('accounts.title')}>
      <AccountTable member={member} revealed={null} />
    </Card>
  )
}

function AccountForm({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  const go = useGo()
  const { data: rules } = useQueryCall('members.accountChange', { id: member.id }, { live: 'member' })
  const needsEvidence = rules?.needsEvidence ?? true
  const form = useAccountForm(member, needsEvidence)
  // What forbids the change stands before the fields, what follows from it after them.
  const said = (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconShieldCheck size={20} aria-hidden />}
      className={blocks['warn'] ?? ''}
    >
      <Rules rules={rules} />
    </Alert>
  )
  return (
    <FormPage
      {...form.page}
      title={t('changeAccount.titleOf', { name: member.username })}
      description={t('changeAccount.lead')}
      submitLabel={t('changeAccount.submit')}
      canSubmit={form.canSend && !rules?.possibleFrom}
      onCancel={() => go({ to: '/member/member-detail/{id}', id: member.id })}
      aside={<History member={member} />}
    >
      {rules?.possibleFrom && said}
      <FormSection title={t('changeAccount.new')}>
        <AccountFields {...form} accountName={form.draft.accountName ?? member.name} />
        <PictureField
          label={t('changeAccount.evidence')}
          description={t('changeAccount.evidenceHint')}
          isRequired={needsEvidence}
          value={form.evidence.state}
          error={form.evidence.error ?? form.fieldErrors.evidenceId}
          onChoose={(file) => void form.evidence.choose(file)}
          onRemove={() => form.evidence.clear()}
        />
        <Textarea
          {...form.text('reason')}
          label={t('reason')}
          description={t('changeAccount.reasonHint')}
        />
      </FormSection>
      {!rules?.possibleFrom && said}
    </FormPage>
  )
}

/** What happens after sending, with the hours and days of this brand; or from when another change may be. */
function Rules({ rules }: { rules: ChangeRules | undefined }) {
  const { t } = useTranslation('members')
  if (rules?.possibleFrom) {
    return (
      <>
        {t('changeAccount.tooSoon', { count: rules.everyDays })} <Deadline at={rules.possibleFrom} />
      </>
    )
  }
  return (
    <ul className={classes['blocks']}>
      <li>{t('changeAccount.noticeWait')}</li>
      {rules && rules.holdHours > 0 && <li>{t('changeAccount.noticeHold', { count: rules.holdHours })}</li>}
      {rules && rules.everyDays > 0 && (
        <li>{t('changeAccount.noticeEvery', { count: rules.everyDays })}</li>
      )}
    </ul>
  )
}
