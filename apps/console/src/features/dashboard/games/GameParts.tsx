import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import type { Words } from '../../../lib/list/columns.tsx'
import { useWords } from '../../../lib/list/use-words.ts'
import { tablePart } from '../../../lib/record/table-part.tsx'
import { formatBps, formatCount, formatMoney } from '../../../lib/words/formats.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Chart } from '../../../ui/figures/Chart.tsx'
import { usePlayLinks, type DayPart, type PartKind, type PlayDay } from './play-day.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Dashboard.module.css'

const kinds: readonly PartKind[] = ['provider', 'type', 'game']
const axis = (minor: number): string => formatCount(Math.round(minor / 100))

function nameOf({ id, type, provider, game }: DayPart, { t, reading }: Words): string {
  const named = game ?? provider
  if (named) return named.name[reading.language]
  return type ? t(`types.${type}`) : id
}

type Row = DayPart & { readonly href: string }

const Parts = tablePart<Row>({
  area: 'reports',
  title: 'day.partsRows',
  rowKey: ({ id }) => id,
  stacks: true,
  columns: (fact) => [
    fact.cell('part', (row, words) => (
      <>
        <AppLink className={blocks['link']} href={row.href}>
          {nameOf(row, words)}
        </AppLink>
        {row.game && row.provider && (
          <span className={blocks['muted']}> · {row.provider.name[words.reading.language]}</span>
        )}
      </>
    )),
    fact.cell('share', ({ shareBps }) => (shareBps === null ? '–' : formatBps(shareBps)), {
      align: 'end',
    }),
    fact.money('stake', 'stakeMinor'),
    fact.money('company', 'companyMinor', { show: { colour: true, signed: true } }),
    fact.cell('margin', ({ marginBps }) => (marginBps === null ? '–' : formatBps(marginBps)), {
      align: 'end',
    }),
  ],
})

/** The report of the day that a part is a row of. */
const filterOf = (kind: PartKind, { id, type, provider }: DayPart) => {
  if (kind === 'game') return { gameId: id, providerId: provider?.id }
  return kind === 'provider' ? { providerId: provider?.id } : { type: type ?? undefined }
}

/** In which providers, types or games the day was played, as a picture and as rows. */
export function GameParts({ day }: { day: PlayDay }) {
  const words = useWords('reports')
  const { t } = words
  const links = usePlayLinks(day.businessOn)
  const [kind, setKind] = useState<PartKind>('provider')
  const parts = day.parts[kind]
  const points = useMemo(
    () =>
      parts.map((part) => ({
        name: nameOf(part, words),
        values: { stake: part.stakeMinor, company: part.companyMinor },
      })),
    [parts, words],
  )
  if (parts.length === 0) return null
  const rows = parts.map((part) => ({
    ...part,
    href: links.report({ by: 'game', ...filterOf(kind, part) }),
  }))
  return (
    <>
      <div className={classes['dayPick']} role="group" aria-label={t('day.partsBy')}>
        {kinds.map((each) => (
          <Button
            key={each}
            variant={kind === each ? 'light' : 'default'}
            aria-pressed={kind === each}
            onClick={() => setKind(each)}
          >
            {t(`day.parts.${each}`)}
          </Button>
        ))}
      </div>
      <div className={classes['halves']}>
        <Chart
          title={t(`day.chart.${kind}`)}
          kind="bar"
          points={points}
          series={[
            { key: 'stake', label: t('field.stake'), tone: 'blue' },
            { key: 'company', label: t('field.company'), tone: 'green' },
          ]}
          nameLabel={t('field.part')}
          format={formatMoney}
          formatAxis={axis}
          height={220}
        />
        <section className={blocks['card']} data-dense aria-label={t('day.partsRows')}>
          <Parts rows={rows} />
        </section>
      </div>
    </>
  )
}
