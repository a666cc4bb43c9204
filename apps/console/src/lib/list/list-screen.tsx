import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { AppLink } from '../../ui/AppLink.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useAllows } from '../person/permissions.ts'
import { useProfile } from '../person/profile.ts'
import type { RawSearch } from '../address/search.ts'
import { ListTable } from './ListTable.tsx'
import type { AddSpec, ListCall, ListSpec } from './list-spec.ts'
import { madeOf, type Made } from './made.ts'
import { filterIn, pageIn } from './question.ts'
import { useList } from './use-list.ts'

/** A list as a component. It takes what the screen around it settles. */
export type ListComponent<P> = ComponentType<P> & {
  /** What the call is asked where the address says this. */
  readonly questionOf: (raw: RawSearch, props: P) => Readonly<Record<string, unknown>>
}

/** A list inside a screen, said once: filters, rows, pager and drawer. */
export function listPart<N extends ListCall, P extends object = object>(
  spec: ListSpec<N, P>,
): ListComponent<P> {
  const made = madeOf(spec)
  function Part(props: P) {
    return <ListTable made={made} state={useList(made, props)} />
  }
  return Object.assign(Part, { questionOf: questionsOf(made) })
}

/**
 * A list screen, said once; the default export of its file. Its title, its lead and what an empty list says
 * are texts of its area.
 */
export function listScreen<N extends ListCall, P extends object = object>(
  spec: ListSpec<N, P>,
): ListComponent<P> {
  const made = madeOf(spec)
  const { texts } = made
  const { Acts, Lead, Beside, add } = spec
  function Screen(props: P) {
    const state = useList(made, props)
    const { t } = state.words
    return (
      <Page
        title={t(`${texts}.title`)}
        description={Lead ? <Lead /> : t(`${texts}.lead`, { defaultValue: '' })}
        actions={
          <>
            {Acts && <Acts {...state} />}
            {add && <AddLink label={t(`${texts}.add`)} {...add} />}
          </>
        }
      >
        <ListTable made={made} state={state} />
        {Beside && <Beside {...state} />}
      </Page>
    )
  }
  return Object.assign(Screen, { questionOf: questionsOf(made) })
}

function questionsOf<N extends ListCall, P>({ asking, spec, read }: Made<N, P>) {
  return (raw: RawSearch, props: P) => {
    const search = read(raw)
    return { ...filterIn(search, asking), ...spec.fixed?.(props), ...pageIn(search, asking) }
  }
}

/** The way to the form of a new one, for whom may. */
function AddLink({ label, to, requires, isOfStaff, icon }: AddSpec & { label: string }) {
  const isAllowed = useAllows()(requires)
  const { type } = useProfile()
  if (!isAllowed || (isOfStaff && type !== 'staff')) return null
  return (
    <Button component={AppLink} href={to} leftSection={icon ?? <IconPlus size={18} aria-hidden />}>
      {label}
    </Button>
  )
}
