import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Asked } from '../call/Asked.tsx'
import type { CallError } from '../call/call.ts'
import { useFailure } from '../call/failure.ts'
import { usePageTitle } from '../address/page.ts'
import { useRouteId } from '../address/route-id.ts'

/** What the screen of one thing is given. */
export interface ScreenProps<Row> {
  readonly row: Row
  /** That it could not be read again, to be shown above it; else null. */
  readonly failed: ReactNode
}

interface ScreenSpec<Row> {
  readonly area: string
  /** Key of the title until the thing is there. */
  readonly title: string
  /** A hook that reads it by the id of the address. */
  readonly useRow: (id: string) => {
    readonly data: Row | undefined
    readonly error: CallError | null
    readonly refetch: () => unknown
  }
  /** A hook: what the browser's tab says beside the screen's name; nothing before the thing is there. */
  readonly useName: (row: Row | undefined) => string | undefined
  readonly Screen: ComponentType<ScreenProps<Row>>
}

/** A screen of one thing, `/…/{id}`, said once; drawn anew for another thing. */
export function recordScreen<Row>({
  area,
  title,
  useRow,
  useName,
  Screen,
}: ScreenSpec<Row>): ComponentType {
  return function RecordScreen() {
    const { t } = useTranslation(area)
    const id = useRouteId()
    const query = useRow(id)
    const failure = useFailure()
    const { data: row } = query
    usePageTitle(useName(row))
    if (row === undefined)
      return (
        <Page title={t(title)}>
          <Asked query={query}>{() => null}</Asked>
        </Page>
      )
    const error = failure(query.error)
    return <Screen key={id} row={row} failed={error && <ErrorState error={error} isInline />} />
  }
}
