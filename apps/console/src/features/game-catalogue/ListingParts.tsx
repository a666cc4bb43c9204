import { useTranslation } from 'react-i18next'
import { formatBps } from '../../lib/words/formats.ts'
import { useReading } from '../../ui/use-reading.ts'
import type { Compared } from './catalogue-shapes.tsx'
import blocks from '../../ui/Blocks.module.css'

type Words = Compared['changed'][number]['before']

/** Games that differ: a file tells of none that is gone. */
export interface FoundParts extends Pick<Compared, 'added' | 'changed'>, Partial<Pick<Compared, 'gone'>> {
  readonly counts: Pick<Compared['counts'], 'added' | 'changed'> & Partial<Pick<Compared['counts'], 'gone'>>
}

/** Each game that differs, with what it is to be. */
export function ListingParts({ found }: { found: FoundParts }) {
  const { t } = useTranslation('game-catalogue')
  const { language } = useReading()
  const nameOf = (game: { nameTh: string; nameEn: string }) =>
    language === 'th' ? game.nameTh : game.nameEn
  const wordsOf = ({ type, rtpBps, volatility, nameTh, nameEn }: Words) =>
    [
      nameTh,
      nameEn,
      t(`types.${type}`),
      ...(rtpBps === null ? [] : [`RTP ${formatBps(rtpBps)}`]),
      ...(volatility === null ? [] : [`${t('field.volatility')} ${t(`volatilities.${volatility}`)}`]),
    ].join(' · ')
  const rows = {
    added: found.added.map((game) => ({ code: game.code, name: nameOf(game), said: [wordsOf(game)] })),
    changed: found.changed.map(({ code, before, after }) => ({
      code,
      name: nameOf(after),
      said: [`${t('listing.before')} ${wordsOf(before)}`, `${t('listing.after')} ${wordsOf(after)}`],
    })),
    gone: (found.gone ?? []).map((game) => ({ code: game.code, name: nameOf(game), said: [] })),
  }
  const countOf = (part: keyof typeof rows): number => found.counts[part] ?? 0
  return (['added', 'changed', 'gone'] as const)
    .filter((part) => rows[part].length > 0)
    .map((part) => (
      <details key={part}>
        <summary>{t(`listing.parts.${part}`, { count: countOf(part) })}</summary>
        <ul className={blocks['list']} data-spaced>
          {rows[part].map(({ code, name, said }) => (
            <li key={code}>
              {name} <span className={blocks['muted']}>{code}</span>
              {said.map((each) => (
                <span key={each} className={blocks['small']}>
                  {each}
                </span>
              ))}
            </li>
          ))}
        </ul>
        {countOf(part) > rows[part].length && (
          <p className={blocks['quiet']}>
            {t('listing.more', { count: countOf(part) - rows[part].length })}
          </p>
        )}
      </details>
    ))
}
