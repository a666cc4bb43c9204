import { useTranslation } from 'react-i18next'
import type { ReadGames } from './use-game-file.ts'
import blocks from '../../../ui/Blocks.module.css'

/** The lines of a file that are not taken, each with why. */
export function RefusedLines({ read: { counts, refused } }: { read: ReadGames }) {
  const { t } = useTranslation('game-catalogue')
  if (counts.refused === 0) return null
  return (
    <details className={blocks['warn']} open={counts.refused <= 10}>
      <summary>{t('import.refused', { count: counts.refused })}</summary>
      <ul className={blocks['list']}>
        {refused.map(({ no, fault, cell }) => (
          <li key={no}>
            {t('import.line', { no })} {t(`import.faults.${fault}`)}
            {cell !== '' && <span className={blocks['small']}>{cell}</span>}
          </li>
        ))}
      </ul>
      {counts.refused > refused.length && (
        <p className={blocks['quiet']}>{t('import.more', { count: counts.refused - refused.length })}</p>
      )}
    </details>
  )
}
