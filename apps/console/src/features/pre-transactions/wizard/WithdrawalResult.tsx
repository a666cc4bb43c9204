import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Page } from '../../../ui/page/Page.tsx'
import screenClasses from '../lines/Matching.module.css'
import classes from '../lines/LineDetail.module.css'

export interface WithdrawalMade {
  reference: string
  state: string
  memberId: string
  username: string
  amountMinor: number
}

/** What became of the withdrawal, by reference, name and amount. */
export function WithdrawalResult({ made, onAgain }: { made: WithdrawalMade; onAgain: () => void }) {
  const { t } = useTranslation('pre-transactions')
  const mayOpen = useAllows()({ memberManagement: ['isRead', 'isUpdate'] })
  const isReview = made.state === 'review'
  return (
    <Page title={t('manual.result.withdrawal')}>
      <div className={classes.verdict} data-tone={isReview ? 'amber' : 'green'} role="status">
        <b>
          {t('manual.result.withdrawalText', {
            reference: made.reference,
            amount: formatBaht(made.amountMinor),
            name: made.username,
          })}
        </b>
        <span>{t(isReview ? 'manual.result.withdrawalReview' : 'manual.result.withdrawalGoing')}</span>
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
