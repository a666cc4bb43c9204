import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Page } from '../../../ui/page/Page.tsx'
import screenClasses from '../lines/Matching.module.css'
import classes from '../lines/LineDetail.module.css'

export interface DepositMade {
  state: 'done' | 'waiting'
  memberId: string
  username: string
  amountMinor: number
  afterMinor: number
}

/** What became of the deposit, by name and amount. */
export function DepositResult({ made, onAgain }: { made: DepositMade; onAgain: () => void }) {
  const { t } = useTranslation('pre-transactions')
  const mayOpen = useAllows()({ memberManagement: ['isRead', 'isUpdate'] })
  const words = {
    amount: formatBaht(made.amountMinor),
    name: made.username,
    after: formatBaht(made.afterMinor),
  }
  return (
    <Page title={t(`manual.result.${made.state}`)}>
      <div className={classes.verdict} data-tone={made.state === 'done' ? 'green' : 'amber'} role="status">
        <b>{t(`manual.result.${made.state}Text`, words)}</b>
        <span>{t(`manual.result.${made.state}Next`)}</span>
      </div>
      <div className={classes.acts}>
        <Button variant="default" onClick={onAgain}>
          {t('manual.result.again')}
        </Button>
        {mayOpen && (
          <ScreenLink to="/member/member-detail/{id}" id={made.memberId} className={screenClasses.link}>
            {t('manual.result.member', { name: made.username })}
          </ScreenLink>
        )}
      </div>
    </Page>
  )
}
