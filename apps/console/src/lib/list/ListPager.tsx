import { lazy, Suspense } from 'react'
import { KeysetPager, type ListCount } from '../../ui/table/tools/KeysetPager.tsx'
import type { KeysetAnswer } from '../../ui/table/tools/keyset.ts'
import { loadChunk } from '../chunks.ts'
import type { SearchValues } from '../address/navigation.tsx'

const NumberedPager = lazy(() =>
  loadChunk('numbered-pager', async () => ({
    default: (await import('../../ui/table/tools/NumberedPager.tsx')).NumberedPager,
  })),
)

interface Numbered {
  readonly totalPages: number
  readonly totalRecords: number
}

interface ListPagerProps {
  paging: 'numbered' | 'keyset' | 'none'
  /** Where the list stands. */
  search: SearchValues
  answer: unknown
  count: ListCount | null
  onPlace: (changes: SearchValues) => void
}

/** The pager that a list's call has; none under what comes whole. */
export function ListPager({ paging, search, answer, count, onPlace }: ListPagerProps) {
  const size = Number(search['size'])
  if (paging === 'none') return null
  if (paging === 'keyset')
    return (
      <KeysetPager
        place={{ size, after: textOf(search['after']), before: textOf(search['before']) }}
        answer={answer === undefined ? null : (answer as KeysetAnswer)}
        onPlace={({ size: rows, after, before }) => onPlace({ size: rows, after, before })}
        count={count}
      />
    )
  if (answer === undefined) return null
  const { totalPages, totalRecords } = answer as Numbered
  return (
    <Suspense>
      <NumberedPager
        page={Number(search['page'])}
        size={size}
        totalPages={totalPages}
        totalRecords={totalRecords}
        onPage={(page) => onPlace({ page })}
        onSize={(rows) => onPlace({ size: rows, page: 1 })}
      />
    </Suspense>
  )
}

const textOf = (value: SearchValues[string]): string | undefined =>
  typeof value === 'string' ? value : undefined
