import { Pagination } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Pagination.css'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/words/formats.ts'
import { PagerSize } from './KeysetPager.tsx'
import classes from '../../Sheets.module.css'

export interface NumberedPagerProps {
  /** From 1. */
  page: number
  size: number
  totalPages: number
  totalRecords: number
  onPage: (page: number) => void
  onSize: (size: number) => void
  sizes?: readonly number[] | undefined
}

const usualSizes = [10, 25, 50, 100]

/** Pages by number, for bounded lists. */
export function NumberedPager(props: NumberedPagerProps) {
  const { page, totalPages, totalRecords, sizes = usualSizes } = props
  const { t } = useTranslation('table')
  const names = {
    first: t('pager.first'),
    previous: t('pager.previous'),
    next: t('pager.next'),
    last: t('pager.last'),
  }
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <PagerSize size={props.size} sizes={sizes} onSize={props.onSize} />
      <span className={classes.pagerCount}>
        {t('pager.count', { count: totalRecords, shown: formatCount(totalRecords) })}
      </span>
      <Pagination
        className={classes.pagerSteps}
        size="sm"
        total={Math.max(1, totalPages)}
        value={page}
        onChange={props.onPage}
        getControlProps={(control) => ({ 'aria-label': names[control] })}
        getItemProps={(item) => ({ 'aria-label': t('pager.page', { page: item }) })}
      />
    </nav>
  )
}
