import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import { formatDateOn } from '../../../lib/words/formats.ts'
import { CardLine } from '../../../ui/figures/CardLine.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import type { Line } from '../lines/line-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import cards from '../../../ui/Cards.module.css'

type Option = OutputOf<CallOf<'preTransactions.settlementOptions'>>['records'][number]

interface SettlementFiguresProps {
  option: Option
  line: Line
}

/** What a gateway owes beside the line: what is due, what the line pays of it, and the fee that was kept. */
export function SettlementFigures({ option: { figures, gateway }, line }: SettlementFiguresProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const reading = useReading()
  if (figures === null) return <p className={blocks.quiet}>{t('settle.hidden')}</p>
  const { owedMinor, dueMinor, differenceMinor, collectedMinor, feeMinor, keptMinor } = figures
  const on = formatDateOn(figures.dueOn, reading)
  return (
    <section className={blocks.card} data-dense aria-label={gateway.name}>
      <div className={cards['lines']}>
        <CardLine label={t('settle.owed')} isWrong={line.amountMinor > owedMinor}>
          <Money minor={owedMinor} />
        </CardLine>
        <CardLine label={t('settle.due', { on })}>
          <Money minor={dueMinor} />
        </CardLine>
        <CardLine label={t('settle.difference')} isWrong={differenceMinor < 0}>
          <Money minor={differenceMinor} signed />
        </CardLine>
        {keptMinor !== null && collectedMinor > 0 && (
          <>
            <CardLine label={t('settle.collected')}>
              <Money minor={collectedMinor} />
            </CardLine>
            <CardLine label={t('settle.fee')}>
              <Money minor={feeMinor} />
            </CardLine>
            <CardLine label={t('settle.kept')} isWrong={keptMinor !== feeMinor}>
              <Money minor={keptMinor} />
            </CardLine>
          </>
        )}
      </div>
      {keptMinor !== null && keptMinor > feeMinor && (
        <p className={blocks.note}>
          {t('settle.feeDiffers', { kept: formatBaht(keptMinor), fee: formatBaht(feeMinor) })}
        </p>
      )}
      <Days figures={figures} />
    </section>
  )
}

/** Which days of settlement the line pays, and how much of each, the oldest first. */
function Days({ figures: { days, olderMinor } }: { figures: NonNullable<Option['figures']> }) {
  const { t } = useTranslation('pre-transactions-acts')
  const reading = useReading()
  if (days.length === 0 && olderMinor === 0) return null
  const said = (on: string) => formatDateOn(on, reading)
  const paid = (from: string, to: string) => (from === to ? said(from) : `${said(from)} – ${said(to)}`)
  return (
    <>
      <b>{t('settle.days')}</b>
      <div className={cards['lines']}>
        {olderMinor > 0 && (
          <CardLine label={t('settle.older')}>
            <Money minor={olderMinor} />
          </CardLine>
        )}
        {days.map(({ settlesOn, paidFrom, paidTo, count, openMinor, coveredMinor }) => (
          <CardLine
            key={settlesOn}
            label={[
              t('settle.day', { on: said(settlesOn), paid: paid(paidFrom, paidTo) }),
              t('settle.dayCount', { count }),
            ].join(' · ')}
          >
            {t('settle.ofDay', { covered: formatBaht(coveredMinor), open: formatBaht(openMinor) })}
          </CardLine>
        ))}
      </div>
    </>
  )
}
