import { listingParts } from '@khlang/contract/values/play-values.ts'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../ui/kit-later.ts'
import { ListingParts, type FoundParts } from './ListingParts.tsx'
import blocks from '../../ui/Blocks.module.css'

export type ListingPart = (typeof listingParts)[number]

/** Of which kinds there are any. */
export const partsThere = ({ counts }: FoundParts): readonly ListingPart[] =>
  listingParts.filter((part) => (counts[part] ?? 0) > 0)

interface FoundGamesProps {
  found: FoundParts
  /** What is done of a kind. */
  effect: (part: ListingPart) => string
  onApply: (parts: readonly ListingPart[]) => void
}

/** What differs, by kind; which kinds are done is chosen here. */
export function FoundGames({ found, effect, onApply }: FoundGamesProps) {
  const { t } = useTranslation('game-catalogue')
  const there = partsThere(found)
  const [parts, setParts] = useState<readonly ListingPart[]>(there)
  return (
    <div className={blocks['stack']}>
      <div className={blocks['stack']} role="group" aria-label={t('listing.choose')}>
        {there.map((part) => (
          <Checkbox
            key={part}
            label={t(`listing.parts.${part}`, { count: found.counts[part] ?? 0 })}
            description={effect(part)}
            checked={parts.includes(part)}
            onChange={(event) =>
              setParts(
                listingParts.filter((each) =>
                  each === part ? event.currentTarget.checked : parts.includes(each),
                ),
              )
            }
          />
        ))}
      </div>
      <ListingParts found={found} />
      <div className={blocks['buttons']}>
        <Button disabled={parts.length === 0} onClick={() => onApply(parts)}>
          {t('listing.apply')}
        </Button>
      </div>
    </div>
  )
}
