import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/person/view-reason.ts'
import { config } from '../../lib/config.ts'
import { useFailure } from '../../lib/call/failure.ts'
import { useAct } from '../../lib/form/use-act.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { usePageTitle } from '../../lib/address/page.ts'
import { useRouteId } from '../../lib/address/route-id.ts'
import { Confirm } from '../../ui/sheet/Confirm.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { CopyButton } from '../../ui/figures/CopyButton.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { KeyValue } from '../../ui/figures/KeyValue.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { MemberStateMark } from './MemberStateMark.tsx'
import { useMember } from './use-member.ts'
import blocks from '../../ui/Blocks.module.css'

/** `/member/change-password/{id}`: a made-up password, shown once; the member's sessions end. */
export default function ChangePassword() {
  const viewReason = useViewReason()
  const { t } = useTranslation('members')
  const id = useRouteId()
  const query = useMember(id)
  const failure = useFailure()
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState<string | null>(null)
  const sheet = useAct({
    call: 'members.changePassword',
    input: (reason) => ({ id, reason }),
    refreshes: ['members.activity'],
    onDone: (made) => setPassword(made.password),
  })
  usePageTitle(query.data?.username)
  const error = failure(query.error)
  const member = query.data
  const back = (
    <Button variant="default" component={AppLink} href={hrefOf({ to: '/member/member-detail/{id}', id })}>
      {t('backToMember')}
    </Button>
  )
  const message =
    member &&
    password !== null &&
    t('password.message', { brand: config().brand, username: member.username, password })
  return (
    <Page title={t('password.title')} description={t('password.lead')}>
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {member && (
        <section className={blocks['card']}>
          <KeyValue
            facts={[
              { label: t('field.username'), value: member.username },
              { label: t('field.name'), value: member.name },
              { label: t('field.state'), value: <MemberStateMark state={member.state} /> },
            ]}
          />
          {message ? (
            <>
              <p className={blocks['message']} role="status">
                {message}
              </p>
              <p className={blocks['warn']}>{t('password.once')}</p>
              <div className={blocks['buttons']}>
                <CopyButton text={message} label={t('welcome.copy')} />
                {back}
              </div>
            </>
          ) : (
            <div className={blocks['buttons']}>
              <Button onClick={() => setAsking(true)} disabled={!sheet.canSubmit} {...viewReason}>
                {t('password.submit')}
              </Button>
              {back}
            </div>
          )}
        </section>
      )}
      <Confirm
        {...sheet}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('password.confirm', { name: member?.username ?? '' })}
        submitLabel={t('password.submit')}
        reason={{ label: t('reason'), isRequired: true, description: t('reasonHint') }}
        notice={t('password.notice')}
      />
    </Page>
  )
}
