import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../../lib/person/right-words.ts'
import blocks from '../../../ui/Blocks.module.css'

/** The roles whose people may agree, in a sentence. */
export function useWhoMay(): (checkers: readonly string[]) => string {
  const { t } = useTranslation('pre-transactions')
  const roleName = useRoleName()
  return (checkers) =>
    checkers.length === 0
      ? t('manual.nobodyMay')
      : t('manual.whoMay', { roles: checkers.map(roleName).join(', ') })
}

/** Who may agree, said before one asks. */
export function WhoMayAgree({ checkers }: { checkers: readonly string[] }) {
  return <p className={blocks['quiet']}>{useWhoMay()(checkers)}</p>
}
