import { useWords } from '../../../lib/list/use-words.ts'
import { tablePart } from '../../../lib/record/table-part.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { usePlayLinks, type PlayDay, type TopMember } from './play-day.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Dashboard.module.css'

type Row = TopMember & { readonly href: string | undefined }

/** One table for each order: all of them show the same facts of a member. */
const tableOf = (kind: keyof PlayDay['top']) =>
  tablePart<Row>({
    area: 'reports',
    title: `day.top.${kind}`,
    rowKey: ({ id }) => id,
    columns: (fact) => [
      fact.cell('member', ({ username, href }) =>
        href === undefined ? (
          username
        ) : (
          <AppLink className={blocks['link']} href={href}>
            {username}
          </AppLink>
        ),
      ),
      fact.count('bets'),
      fact.money('stake', 'stakeMinor'),
      fact.money('winLoss', 'winLossMinor', { show: { colour: true, signed: true } }),
    ],
  })

const tables = { won: tableOf('won'), lost: tableOf('lost'), staked: tableOf('staked') }
const kinds: readonly (keyof typeof tables)[] = ['won', 'lost', 'staked']

/** Who won, lost and staked most on the day; each leads to their bets of it. */
export function TopMembers({ day }: { day: PlayDay }) {
  const { t } = useWords('reports')
  const links = usePlayLinks(day.businessOn)
  return (
    <div className={classes['thirds']}>
      {kinds.map((kind) => {
        const Table = tables[kind]
        const rows = day.top[kind].map((each) => ({ ...each, href: links.bets({ memberId: each.id }) }))
        return (
          <section key={kind} className={blocks['card']} data-dense aria-label={t(`day.top.${kind}`)}>
            {rows.length === 0 ? (
              <>
                <h3>{t(`day.top.${kind}`)}</h3>
                <p className={blocks['quiet']}>{t('day.top.none')}</p>
              </>
            ) : (
              <Table rows={rows} />
            )}
          </section>
        )
      })}
    </div>
  )
}
