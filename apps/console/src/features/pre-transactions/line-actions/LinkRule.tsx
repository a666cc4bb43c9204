import { IconShieldCheck } from '@tabler/icons-react'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useTranslation } from 'react-i18next'
import { useWhoMay } from './WhoMayAgree.tsx'
import { Warning } from '../lines/Warning.tsx'
import classes from '../lines/LineDetail.module.css'

export type LinkPreview = OutputOf<CallOf<'preTransactions.previewLink'>>

/** What of the printed payer cannot be this member, and which rule asks for a second person: said before. */
export function LinkRule({ preview }: { preview: LinkPreview }) {
  const { t } = useTranslation(['pre-transactions-lines', 'pre-transactions'])
  const whoMay = useWhoMay()
  const { contradictions, reasons, isAlone, isOwnMember, checkers } = preview
  if (isOwnMember) return <Warning tone="red">{t('ownMember')}</Warning>
  return (
    <>
      {contradictions.length > 0 && (
        <Warning tone="red" title={t('contradicts')}>
          <ul className={classes.plainList}>
            {contradictions.map((each) => (
              <li key={each}>{t(`contradictions.${each}`)}</li>
            ))}
          </ul>
        </Warning>
      )}
      {reasons.length > 0 && (
        <Warning icon={IconShieldCheck} title={t(isAlone ? 'aloneTitle' : 'needsSecond')}>
          <ul className={classes.plainList}>
            {reasons.map((each) => (
              <li key={each}>{t(`linkReasons.${each}`)}</li>
            ))}
          </ul>
          {isAlone ? t('pre-transactions:manual.alone') : whoMay(checkers)}
        </Warning>
      )}
    </>
  )
}
