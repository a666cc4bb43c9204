import { useTranslation } from 'react-i18next'
import { Time } from '../../../ui/figures/Time.tsx'
import type { Approval } from './approval-words.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Settings.module.css'

/** Of a request that needs two: who has approved already, and who is waited for. */
export function Checks({ approval }: { approval: Approval }) {
  const { t } = useTranslation('settings')
  return (
    <ul className={`${blocks['list']} ${classes['checks']}`}>
      {approval.checks.map(({ by, at, comment }) => (
        <li key={at}>
          {t('checks.given', { name: by })} <Time at={at} show="both" /> · {comment}
        </li>
      ))}
      {approval.state === 'pending' && (
        <li className={blocks['note']}>{t(`checks.missing${approval.checks.length === 0 ? 2 : 1}`)}</li>
      )}
    </ul>
  )
}
