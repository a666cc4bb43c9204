import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'
import { Page } from '../../../ui/page/Page.tsx'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/LineDetail.module.css'

interface MadePageProps {
  title: string
  /** Whether it is through; else it waits for somebody. */
  isDone: boolean
  /** What was done, by name and amount, and what comes next. */
  said: readonly [done: string, next: string]
  member: { readonly memberId: string; readonly username: string }
  onAgain: () => void
}

/** What became of what was typed, and the ways on: another one, or the member. */
export function MadePage({ title, isDone, said, member, onAgain }: MadePageProps) {
  const { t } = useTranslation('pre-transactions-wizard')
  const mayOpen = useAllows()({ memberManagement: ['isRead', 'isUpdate'] })
  const [done, next] = said
  return (
    <Page title={title}>
      <div
        className={`${blocks.banner} ${classes.verdict}`}
        data-tone={isDone ? 'green' : 'amber'}
        role="status"
      >
        <b>{done}</b>
        <span>{next}</span>
      </div>
      <div className={blocks.buttons}>
        <Button variant="default" onClick={onAgain}>
          {t('result.again')}
        </Button>
        {mayOpen && (
          <ScreenLink to="/member/member-detail/{id}" id={member.memberId} className={blocks.wordLink}>
            {t('result.member', { name: member.username })}
          </ScreenLink>
        )}
      </div>
    </Page>
  )
}
