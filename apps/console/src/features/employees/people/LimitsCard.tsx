import { useTranslation } from 'react-i18next'
import { useRightName } from '../../../lib/person/right-words.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { KeyValue } from '../../../ui/figures/KeyValue.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { plainNetwork } from './person-form.ts'
import { useRightValue } from '../right-words.ts'
import { limits } from '../roles/rights.ts'
import blocks from '../../../ui/Blocks.module.css'

interface RoleLimits {
  readonly approvalLimitMinor: number | null
  readonly adjustmentPerDayMinor: number | null
}
interface OwnLimits extends RoleLimits {
  readonly addresses: readonly string[]
}

/** What is set for one person, with the role's limit where nothing is, and from where they may sign in. */
export function LimitsCard({ of, role }: { of: OwnLimits; role: RoleLimits }) {
  const { t } = useTranslation('employees')
  const nameOf = useRightName()
  const valueOf = useRightValue()
  const shown = (own: number | null, byRole: number | null) =>
    own === null ? (
      t('value.byRole', { limit: valueOf(byRole) })
    ) : (
      <Money minor={own} unit={t('value.unit')} />
    )
  return (
    <Card title={t('panel.limits')}>
      <KeyValue
        facts={limits.map((name) => ({ label: nameOf(name), value: shown(of[name], role[name]) }))}
      />
      <h2>{t('field.addresses')}</h2>
      <p className={blocks['note']}>
        {of.addresses.length === 0 ? t('panel.anyAddress') : of.addresses.map(plainNetwork).join(', ')}
      </p>
    </Card>
  )
}
