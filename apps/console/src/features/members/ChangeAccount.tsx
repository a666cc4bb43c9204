import { Alert, Skeleton, Textarea } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useFailure, type Failure } from '../../lib/failure.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useKept } from '../../lib/kept.ts'
import { useGo } from '../../lib/navigation.tsx'
import { say } from '../../lib/notices.ts'
import { usePageTitle } from '../../lib/page.ts'
import { useCall, useQueryCall } from '../../lib/query.ts'
import { useRouteId } from '../../lib/route-id.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormPage, FormSection } from '../../ui/FormPage.tsx'
import { Page } from '../../ui/Page.tsx'
import { AccountFields, type AccountDraft } from './AccountFields.tsx'
import { AccountTable } from './AccountTable.tsx'
import { accountFaults, fieldOfFailure } from './member-form.ts'
import type { ChangeRules, MemberDetail } from './member-shapes.ts'
import { Deadline } from './Deadline.tsx'
import { PendingAccount } from './PendingAccount.tsx'
import { useMember } from './use-member.ts'
import '../../ui/kit-later.ts'
import classes from './Members.module.css'

/** `/member/change-account/{id}`: asks for another bank account, or shows the change that waits. */
export default function ChangeAccount() {
  const { t } = useTranslation('members')
  const id = useRouteId()
  const query = useMember(id)
  const failure = useFailure()
  usePageTitle(query.data?.username)
  const error = failure(query.error)
  const member = query.data
  if (!member) {
    return (
      <Page title={t('changeAccount.title')}>
        {error ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Page>
    )
  }
  if (member.pendingChange?.kind === 'memberAccountChange') {
    return (
      <Page
        title={t('changeAccount.titleOf', { name: member.username })}
        description={t('changeAccount.waiting')}
      >
        <PendingAccount member={member} />
        <History member={member} />
      </Page>
    )
  }
  return <AccountForm member={member} />
}

function History({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  return (
    <section className={classes['card']}>
      <h2>{t('accounts.title')}</h2>
      <AccountTable member={member} revealed={null} />
    </section>
  )
}

const emptyAccount = (member: MemberDetail): AccountDraft => ({
  bank: null,
  accountNo: '',
  accountName: member.name,
})

function AccountForm({ member }: { member: MemberDetail }) {
  const { t } = useTranslation('members')
  const go = useGo()
  const form = useAccountForm(member)
  const { data: rules } = useQueryCall('members.accountChange', { id: member.id }, { live: 'member' })
  // What forbids the change stands before the fields, what follows from it after them.
  const said = (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconShieldCheck size={20} aria-hidden />}
      className={classes['warn'] ?? ''}
    >
      <Rules rules={rules} />
    </Alert>
  )
  return (
    <FormPage
      title={t('changeAccount.titleOf', { name: member.username })}
      description={t('changeAccount.lead')}
      submitLabel={t('changeAccount.submit')}
      canSubmit={form.canSend && !rules?.possibleFrom}
      isDirty={form.isDirty}
      error={form.failure}
      onSubmit={form.submit}
      onCancel={() => go({ to: '/member/member-detail/{id}', id: member.id })}
      aside={<History member={member} />}
    >
      {rules?.possibleFrom && said}
      <FormSection title={t('changeAccount.new')}>
        <AccountFields value={form.account} onChange={form.change} faults={form.faults} />
        <Textarea
          label={t('reason')}
          description={t('changeAccount.reasonHint')}
          autosize
          minRows={2}
          maxLength={200}
          withAsterisk
          required
          value={form.reason}
          onChange={(event) => form.setReason(event.currentTarget.value)}
          error={form.faults.reason}
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

const fieldOf = (thrown: CallError) => (thrown.field === 'reason' ? 'reason' : fieldOfFailure(thrown))

type Faults = Partial<Record<keyof AccountDraft | 'reason', string>>

function useAccountForm(member: MemberDetail) {
  const { t } = useTranslation('members')
  const worded = useFailure()
  const { key, renew } = useIdempotencyKey()
  const [account, setAccount] = useKept('account', () => emptyAccount(member))
  const [reason, setReason] = useKept('reason', () => '')
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const ask = useCall('members.changeAccount', { refreshes: ['members', 'dashboard'] })
  const submit = async (): Promise<void> => {
    const found = {
      ...accountFaults(account),
      ...(reason.trim().length < 3 ? { reason: 'fault.reason' } : {}),
    }
    setFaults(Object.fromEntries(Object.entries(found).map(([field, text]) => [field, t(text)])))
    setFailure(null)
    if (Object.keys(found).length > 0) return
    const input = {
      id: member.id,
      bank: account.bank ?? '',
      accountNo: account.accountNo,
      accountName: account.accountName.trim(),
      reason: reason.trim(),
    }
    try {
      const { state } = await ask.send(input, { idempotencyKey: key })
      renew()
      setAccount(emptyAccount(member))
      setReason('')
      say(t(`changeAccount.${state}`, { name: member.username }), state === 'approved' ? 'green' : 'amber')
    } catch (thrown) {
      const told = worded(thrown)
      const field = thrown instanceof CallError ? fieldOf(thrown) : null
      if (
        told &&
        (field === 'bank' || field === 'accountNo' || field === 'accountName' || field === 'reason')
      )
        setFaults({ [field]: told.message })
      else setFailure(told)
    }
  }
  const change = (changes: Partial<AccountDraft>) => {
    setAccount((before) => ({ ...before, ...changes }))
    setFaults({})
  }
  const isDirty = account.bank !== null || account.accountNo !== '' || reason !== ''
  return { account, change, reason, setReason, faults, failure, submit, isDirty, canSend: ask.canSend }
}
