import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useTranslation } from 'react-i18next'
import { useRoleName } from '../../../lib/person/right-words.ts'
import '../../../ui/kit-later.ts'
import classes from '../lines/LineDetail.module.css'

export type LinkPreview = OutputOf<CallOf<'preTransactions.previewLink'>>

/** What of the printed payer cannot be this member, and which rule asks for a second person: said before. */
export function LinkRule({ preview }: { preview: LinkPreview }) {
  const { t } = useTranslation(['pre-transactions-lines', 'pre-transactions'])
  const roleName = useRoleName()
  const { contradictions, reasons, isAlone, isOwnMember, checkers } = preview
  if (isOwnMember)
    return (
      <Alert className={classes.red ?? ''} icon={<IconAlertTriangle size={20} aria-hidden />}>
        {t('ownMember')}
      </Alert>
    )
  return (
    <>
      {contradictions.length > 0 && (
        <Alert
          className={classes.red ?? ''}
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={t('contradicts')}
        >
          <ul className={classes.plainList}>
            {contradictions.map((each) => (
              <li key={each}>{t(`contradictions.${each}`)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {reasons.length > 0 && (
        <Alert
          className={classes.amber ?? ''}
          icon={<IconShieldCheck size={20} aria-hidden />}
          title={t(isAlone ? 'aloneTitle' : 'needsSecond')}
        >
          <ul className={classes.plainList}>
            {reasons.map((each) => (
              <li key={each}>{t(`linkReasons.${each}`)}</li>
            ))}
          </ul>
          {isAlone
            ? t('pre-transactions:manual.alone')
            : checkers.length === 0
              ? t('pre-transactions:manual.nobodyMay')
              : t('pre-transactions:manual.whoMay', { roles: checkers.map(roleName).join(', ') })}
        </Alert>
      )}
    </>
  )
}
