import { memo, useMemo, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn } from '../../lib/words/formats.ts'
import { FilterControl } from './FilterControl.tsx'
import { chipText, cleared, isSet, keysOf, type FilterField, type FilterValues } from './filter-fields.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { useReading } from '../use-reading.ts'
import '../tokens.css'
import blocks from '../Blocks.module.css'
import classes from './Filters.module.css'

export interface FiltersProps<V> {
  /** In `useMemo`. */
  fields: readonly FilterField<V>[]
  /** The screen's search parameters, as the URL has them. */
  values: V
  /** Changed keys only; undefined takes a key out. Typed text comes after a pause of 300 ms. */
  onChange: (changes: { [K in keyof V]?: V[K] | undefined }) => void
  /**
   * Today's date for the presets; by default today in Bangkok. A screen of business days gives the
   * business date.
   */
  todayOn?: string | undefined
  /** At the end of the bar: saved views, export. */
  children?: ReactNode
}

function Bar<V extends object>({ fields, values, onChange, todayOn, children }: FiltersProps<V>) {
  const { t } = useTranslation('table')
  const [isMoreOpen, setMoreOpen] = useState(false)
  const raw = values as FilterValues
  const change = (changes: FilterValues) => onChange(changes as { [K in keyof V]?: V[K] | undefined })
  const today = todayOn ?? bangkokDateOn(Date.now())
  const isUsed = (field: FilterField<V>) => keysOf(field).some((key) => isSet(raw[key]))
  // On a phone the first alone, so that rows are in sight; what is set shows as chips.
  const isNarrow = useIsNarrow()
  const isFew = (field: FilterField<V>) => (isNarrow ? field === fields[0] : !field.isMore)
  const shown = fields.filter((field) => isMoreOpen || isFew(field))
  const behind = fields.filter((field) => !isFew(field))
  const usedCount = behind.filter(isUsed).length
  const more = usedCount === 0 ? t('filters.moreNone') : t('filters.more', { count: usedCount })
  return (
    <div className={classes.filters} role="search" aria-label={t('filters.label')}>
      <div className={classes.bar}>
        {shown.map((field) => (
          <FilterControl
            key={keysOf(field).join()}
            field={field}
            values={raw}
            onChange={change}
            todayOn={today}
          />
        ))}
        <div className={classes.tools}>
          {behind.length > 0 && (
            <Button
              variant="default"
              size="sm"
              aria-expanded={isMoreOpen}
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              onClick={() => setMoreOpen(!isMoreOpen)}
            >
              {isMoreOpen ? t('filters.fewer') : more}
            </Button>
          )}
          {children}
        </div>
      </div>
      {fields.some(isUsed) && (
        <Chips fields={fields.filter(isUsed)} values={raw} onChange={change} todayOn={today} />
      )}
    </div>
  )
}

/** The filter bar of a list. Its values live in the URL; typing redraws only the field that is typed in. */
export const Filters = memo(Bar) as typeof Bar

interface ChipsProps<V> {
  fields: readonly FilterField<V>[]
  values: FilterValues
  onChange: (changes: FilterValues) => void
  todayOn: string
}

/** What is filtered by now, each with its own way out. */
function Chips<V>({ fields, values, onChange, todayOn }: ChipsProps<V>) {
  const { t } = useTranslation('table')
  const reading = useReading()
  const words = useMemo(
    () => ({
      reading,
      todayOn,
      yes: t('yes'),
      no: t('no'),
      preset: (preset: string) => t(`dates.${preset}`),
    }),
    [reading, todayOn, t],
  )
  return (
    <ul className={classes.chips} aria-label={t('filters.active')}>
      {fields.map((field) => (
        <li key={keysOf(field).join()}>
          <button type="button" className={classes.chip} onClick={() => onChange(cleared([field]))}>
            <span className={classes.chipName}>{field.label}</span>
            <span className={classes.chipValue}>{chipText(field, values, words)}</span>
            <span className={blocks.unseen}>{t('filters.removeChip')}</span>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(cleared(fields))}>
          {t('filters.clear')}
        </Button>
      </li>
    </ul>
  )
}
