import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../../lib/person/right-words.ts'
import classes from '../lines/LineDetail.module.css'

/** The roles whose people may agree, said before one asks. */
export function WhoMayAgree({ checkers }: { checkers: readonly string[] }) {
  const { t } = useTranslation('pre-transactions')
  const roleName = useRoleName()
  return (
    <p className={classes['quiet']}>
      {checkers.length === 0
        ? t('manual.nobodyMay')
        : t('manual.whoMay', { roles: checkers.map(roleName).join(', ') })}
    </p>
  )
}
