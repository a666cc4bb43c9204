import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../../lib/call/failure.ts'
import { formatPhone } from '../../../lib/words/formats.ts'
import { useOwnProfile } from '../../../lib/person/profile.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { useRoleName } from '../../../lib/person/right-words.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { RightsSummary } from '../roles/RightsSummary.tsx'
import classes from '../People.module.css'

/** Who one is here, to be read: what others set for one, and the sign-in before this one. */
export default function OwnProfile() {
  const { t } = useTranslation('employees')
  const profile = useOwnProfile()
  const failure = useFailure()
  const account = useQueryCall('auth.account', {}, { isTracked: false, live: 'employee' })
  const error = failure(account.error)
  if (error) return <ErrorState error={error} onRetry={() => void account.refetch()} />
  if (!account.data) return <Skeleton height={320} />
  const { phone, shift, signedInBefore } = account.data
  const nothing = t('value.nothing')
  return (
    <div className={classes['own']}>
      <section className={classes['card']} aria-label={profile.displayName}>
        <h2>{profile.displayName}</h2>
        <p className={classes['note']}>{t('own.lead')}</p>
        <KeyValue
          facts={[
            { label: t('field.username'), value: profile.username },
            { label: t('field.type'), value: t(`types.${profile.type}`) },
            { label: t('field.phone'), value: phone === '' ? nothing : formatPhone(phone) },
            { label: t('field.shift'), value: shift === '' ? nothing : shift },
            { label: t('field.otp'), value: t(profile.otpEnable ? 'otp.on' : 'otp.off') },
            {
              label: t('own.before'),
              value: signedInBefore ? <Time at={signedInBefore.at} show="both" /> : nothing,
            },
            ...(signedInBefore
              ? [{ label: t('field.lastLoginAddress'), value: signedInBefore.address }]
              : []),
          ]}
        />
        {signedInBefore && <p className={classes['note']}>{t('own.unknown')}</p>}
      </section>
      <LimitsCard of={account.data} role={profile.role.abilities} />
      <Role />
    </div>
  )
}

function Role() {
  const { t } = useTranslation('employees')
  const nameOf = useRoleName()
  const { roleName, role, permissions } = useOwnProfile()
  const rights = { isAdmin: role.isAdmin, permission: permissions, abilities: role.abilities }
  return (
    <section className={classes['card']}>
      <h2>{t('panel.role', { role: nameOf(roleName) })}</h2>
      <details className={classes['fold']}>
        <summary>{t('panel.rights')}</summary>
        <RightsSummary rights={rights} />
      </details>
    </section>
  )
}
