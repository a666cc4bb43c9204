import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/words/formats.ts'
import { keysetFirst, keysetNext, keysetPrevious, type KeysetAnswer, type KeysetPlace } from './keyset.ts'
import classes from '../../Sheets.module.css'

export interface KeysetPagerProps {
  place: KeysetPlace
  /** Null while loading. */
  answer: KeysetAnswer | null
  onPlace: (place: KeysetPlace) => void
  sizes?: readonly number[] | undefined
  /** Rows of the whole filter, once counted. */
  count?: ListCount | null | undefined
}

export interface ListCount {
  value: number
  /** At least so many: the rest was not counted. */
  isEstimate: boolean
  /** Of members found by a text, only the nearest are listed: whoever wants another types more. */
  isOfSearch?: boolean
  /** Of those only the nearest stand in the order that was chosen. */
  isOfNearest?: boolean
}

const usualSizes = [25, 50, 100]

/** What is said of a search that finds too many. */
const noteOf = ({ isEstimate, isOfSearch, isOfNearest }: ListCount) => {
  if (isOfNearest) return 'pager.nearestSorted' as const
  return isEstimate && isOfSearch ? ('pager.typeMore' as const) : null
}

/** Previous and next by cursor: pages that stay true while rows arrive. */
export function KeysetPager({ place, answer, onPlace, sizes = usualSizes, count }: KeysetPagerProps) {
  const { t } = useTranslation('table')
  const note = count && noteOf(count)
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <PagerSize size={place.size} sizes={sizes} onSize={(size) => onPlace(keysetFirst(size))} />
      {count && (
        <span className={classes.pagerCount}>
          {t(count.isEstimate ? 'pager.countAtLeast' : 'pager.count', {
            count: count.value,
            shown: formatCount(count.value),
          })}
          {note && ` · ${t(note)}`}
        </span>
      )}
      <span className={classes.pagerSteps}>
        <Button
          variant="default"
          size="sm"
          disabled={!answer?.hasBefore}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          onClick={() => answer && onPlace(keysetPrevious(place, answer))}
        >
          {t('pager.previous')}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={!answer?.hasAfter}
          rightSection={<IconChevronRight size={16} aria-hidden />}
          onClick={() => answer && onPlace(keysetNext(place, answer))}
        >
          {t('pager.next')}
        </Button>
      </span>
    </nav>
  )
}

interface PagerSizeProps {
  size: number
  sizes: readonly number[]
  onSize: (size: number) => void
}

export function PagerSize({ size, sizes, onSize }: PagerSizeProps) {
  const { t } = useTranslation('table')
  const offered = sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b)
  return (
    <label className={classes.pagerSize}>
      {t('pager.size')}
      <NativeSelect
        size="sm"
        value={String(size)}
        data={offered.map(String)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
    </label>
  )
}
