import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { formatPhone } from '../../../lib/words/formats.ts'
import { useOwnProfile } from '../../../lib/person/profile.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { factsPart } from '../../../lib/record/facts-part.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { RoleCard } from '../roles/RoleCard.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Own = OutputOf<CallOf<'auth.account'>> &
  Pick<ReturnType<typeof useOwnProfile>, 'username' | 'type' | 'otpEnable'>

const OwnFacts = factsPart<Own>({
  area: 'employees',
  facts: (fact) => [
    fact.text('username'),
    fact.word('type', 'types'),
    fact.cell('phone', ({ phone }, { t }) => (phone === '' ? t('value.nothing') : formatPhone(phone))),
    fact.cell('shift', ({ shift }, { t }) => (shift === '' ? t('value.nothing') : shift)),
    fact.flag('otpEnable', 'otp.on', 'otp.off', { label: 'field.otp' }),
    fact.cell(
      'before',
      ({ signedInBefore: last }, { t }) => (last ? <Time at={last.at} show="both" /> : t('value.nothing')),
      { label: 'own.before' },
    ),
    fact.cell('lastLoginAddress', ({ signedInBefore: last }) => last?.address, {
      isTold: ({ signedInBefore: last }) => last !== null,
    }),
  ],
})

/** Who one is here, to be read: what others set for one, and the sign-in before this one. */
export default function OwnProfile() {
  const { t } = useTranslation('employees')
  const profile = useOwnProfile()
  const { roleName, role, permissions } = profile
  const rights = { isAdmin: role.isAdmin, permission: permissions, abilities: role.abilities }
  const query = useQueryCall('auth.account', {}, { isTracked: false, live: 'employee' })
  return (
    <Asked query={query}>
      {(account) => (
        <div className={blocks['narrow']}>
          <section className={blocks['card']} aria-label={profile.displayName}>
            <h2>{profile.displayName}</h2>
            <p className={blocks['note']}>{t('own.lead')}</p>
            <OwnFacts of={{ ...profile, ...account }} />
            {account.signedInBefore && <p className={blocks['note']}>{t('own.unknown')}</p>}
          </section>
          <LimitsCard of={account} role={role.abilities} />
          <RoleCard roleName={roleName} rights={rights} />
        </div>
      )}
    </Asked>
  )
}
