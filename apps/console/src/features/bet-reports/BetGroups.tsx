import { betGroups } from '@khlang/contract/values/play-values.ts'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { useScreenSearch, type RawSearch } from '../../lib/address/search.ts'
import { oneOf } from '../../lib/address/search-values.ts'
import { Asked } from '../../lib/call/Asked.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import type { Words } from '../../lib/list/columns.tsx'
import type { ListState } from '../../lib/list/list-spec.ts'
import { tablePart } from '../../lib/record/table-part.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateOn, Time } from '../../ui/figures/Time.tsx'
import blocks from '../../ui/Blocks.module.css'

type Answer = OutputOf<CallOf<'betReports.groups'>>
type Group = Answer['groups'][number]
type By = (typeof betGroups)[number]
type State = ListState<'betReports.list'>
type Row = Group & { readonly href: string }

const parse = (raw: RawSearch) => ({ by: oneOf(raw['by'], betGroups) })

const nameOf = ({ id, member, game, provider }: Group, { reading }: Words) => {
  if (member) return member.username
  const named = game ?? provider
  return named ? named.name[reading.language] : <Time at={id} show="exact" />
}

const Groups = tablePart<Row>({
  area: 'bet-reports',
  title: 'groups.table',
  rowKey: ({ id }) => id,
  stacks: true,
  columns: (fact) => [
    fact.cell('group', (row, words) => (
      <>
        <AppLink className={blocks['link']} href={row.href}>
          {nameOf(row, words)}
        </AppLink>
        {row.game && row.provider && (
          <div className={blocks['quiet']}>{row.provider.name[words.reading.language]}</div>
        )}
      </>
    )),
    fact.count('bets'),
    fact.money('stake', 'stakeMinor'),
    fact.money('payout', 'payoutMinor'),
    fact.money('winLoss', 'winLossMinor', { show: { colour: true, signed: true } }),
  ],
})

/** What names a group among the filters of the list. */
const keys = {
  member: 'memberId',
  game: 'gameId',
  provider: 'providerId',
  hour: 'settledHour',
} as const satisfies Record<By, string>

/** The bets of a day in sums by what is chosen; each row leads to its bets. */
export function BetGroups({ filter, words: { t } }: State) {
  const [{ by: asked }] = useScreenSearch(parse)
  // Not of the address from here on, so that it and the filters leave each other alone.
  const [by, setBy] = useState(asked)
  const options = [
    { value: '', label: t('groups.none') },
    ...betGroups.map((value) => ({ value, label: t(`groups.by.${value}`) })),
  ]
  return (
    <>
      <p className={blocks['note']}>{t('lead')}</p>
      <NativeSelect
        label={t('groups.title')}
        maw={260}
        data={options}
        value={by ?? ''}
        onChange={({ currentTarget }) => setBy(oneOf(currentTarget.value, betGroups))}
      />
      {by !== undefined && <Sums by={by} filter={filter} />}
    </>
  )
}

/** Of the day by which the list is filtered, else of today. */
function Sums({ by, filter }: Pick<State, 'filter'> & { by: By }) {
  const { t } = useTranslation('bet-reports')
  const { memberId, gameId, providerId, type, settledFrom, settledTo, from, to, state, search } = filter
  const of = { memberId, gameId, providerId, type }
  const amounts = [filter.stakeMinMinor, filter.stakeMaxMinor, filter.payoutMinMinor, filter.payoutMaxMinor]
  const told = [filter.saidName, filter.saidValue]
  const isNarrowed =
    (search ?? '') !== '' || [state, ...amounts, ...told].some((each) => each !== undefined)
  const query = useQueryCall(
    'betReports.groups',
    { by, on: settledTo ?? settledFrom ?? to ?? from, ...of },
    { isTracked: false, refetchEveryMs: 30_000 },
  )
  return (
    <Asked query={query} height={200} isInline>
      {({ on, groups, isCut }) => {
        const day = { settledFrom: on, settledTo: on }
        const rows = groups.map((group) => ({
          ...group,
          href: hrefOf({ to: '/bet-report', search: { ...of, ...day, by, [keys[by]]: group.id } }),
        }))
        return (
          <section className={blocks['stack']}>
            <p className={blocks['note']}>
              {t('groups.day')} <DateOn on={on} />
            </p>
            {isNarrowed && <p className={blocks['note']}>{t('groups.narrowed')}</p>}
            {rows.length === 0 ? (
              <p className={blocks['note']}>{t('groups.empty')}</p>
            ) : (
              <Groups rows={rows} />
            )}
            {isCut && <p className={blocks['note']}>{t('groups.cut')}</p>}
          </section>
        )
      }}
    </Asked>
  )
}
