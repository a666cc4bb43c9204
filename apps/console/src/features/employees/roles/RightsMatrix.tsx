import { memo, useCallback, useMemo, type ReactNode } from 'react'
import type { Flags, Resource } from '@khlang/contract/kit/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useAllScreens } from '../../../lib/address/screens.ts'
import { unusedResources } from './opens.ts'
import { actions, cellsOf, mayGrant, resourceGroups, stateOf, type Cell, type Rights } from './rights.ts'
import { useRightMeaning } from '../right-words.ts'
import classes from './Matrix.module.css'

interface MatrixProps {
  rights: Rights
  /** What is saved: fields that differ from it are marked. */
  base: Rights
  own: Rights
  isLocked: boolean
  onToggle: (cells: readonly Cell[]) => void
}

/** The 32 resources × 4 flags, grouped as the menu is. Every heading toggles what stands under it. */
export function RightsMatrix({ rights, base, own, isLocked, onToggle }: MatrixProps) {
  const { t } = useTranslation('employees')
  const screens = useAllScreens()
  const groups = useMemo(() => resourceGroups(screens), [screens])
  const everything = useMemo(() => groups.flatMap(({ resources }) => resources), [groups])
  const unused = useMemo(() => unusedResources(screens), [screens])
  const { permission } = rights
  const shared = { own, isLocked: isLocked || rights.isAdmin, onToggle }
  const many = { permission: rights.isAdmin ? null : permission, ...shared }
  return (
    <table className={classes['matrix']} aria-label={t('matrix.title')}>
      <thead>
        <tr>
          <th scope="col">
            <ManyTick {...many} cells={cellsOf(everything)} label={t('matrix.everything')}>
              {t('matrix.everything')}
            </ManyTick>
          </th>
          {actions.map((action) => (
            <th key={action} scope="col">
              <ManyTick
                {...many}
                cells={cellsOf(everything, [action])}
                label={t('matrix.column', { action: t(`actions.${action}`) })}
              >
                {t(`actions.${action}`)}
              </ManyTick>
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ group, resources }) => (
        <tbody key={group}>
          <tr className={classes['group']}>
            <th colSpan={5} scope="rowgroup">
              <ManyTick
                {...many}
                cells={cellsOf(resources)}
                label={t('matrix.group', { group: t(`ui:groups.${group}`) })}
              >
                {t(`ui:groups.${group}`)}
              </ManyTick>
            </th>
          </tr>
          {resources.map((resource) => (
            <Row
              key={resource}
              {...shared}
              resource={resource}
              isUnused={unused.has(resource)}
              flags={rights.isAdmin ? null : permission[resource]}
              saved={base.isAdmin ? null : base.permission[resource]}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface RowProps {
  resource: Resource
  /** None of its screens is built yet; said unless its flags already let somebody do something. */
  isUnused: boolean
  /** Null: the admin flag gives them all. */
  flags: Flags | null
  saved: Flags | null
  own: Rights
  isLocked: boolean
  onToggle: (cells: readonly Cell[]) => void
}

/** Drawn again only when its own flags change: a press elsewhere leaves it alone. */
const Row = memo(function Row({ resource, isUnused, flags, saved, own, isLocked, onToggle }: RowProps) {
  const { t } = useTranslation('employees')
  const name = t(`resources.${resource}`)
  const means = useRightMeaning()(resource)
  const cells = cellsOf([resource])
  const on = actions.filter((action) => flags === null || flags[action]).length
  return (
    <tr>
      <th scope="row">
        <Tick
          state={on === 0 ? 'none' : on === actions.length ? 'all' : 'some'}
          label={t('matrix.row', { resource: name })}
          isDisabled={isLocked || !cells.some((cell) => mayGrant(own, cell))}
          onToggle={() => onToggle(cells)}
        >
          {name}
          {isUnused && means === null && <small className={classes['unused']}>{t('matrix.unused')}</small>}
        </Tick>
        {means !== null && <p className={classes['means']}>{means}</p>}
      </th>
      {actions.map((action) => {
        const isOn = flags === null || flags[action]
        const wasOn = saved === null || saved[action]
        const isHeld = mayGrant(own, { resource, action })
        return (
          <td key={action} data-change={isOn === wasOn ? undefined : isOn ? 'given' : 'taken'}>
            <Tick
              state={isOn ? 'all' : 'none'}
              label={`${name} · ${t(`actions.${action}`)}`}
              isDisabled={isLocked || !isHeld}
              isNarrow
              title={isHeld ? undefined : t('matrix.notHeld')}
              onToggle={() => onToggle([{ resource, action }])}
            >
              {t(`actions.${action}`)}
            </Tick>
          </td>
        )
      })}
    </tr>
  )
})

interface ManyTickProps {
  permission: Rights['permission'] | null
  cells: readonly Cell[]
  own: Rights
  isLocked: boolean
  label: string
  onToggle: (cells: readonly Cell[]) => void
  children: ReactNode
}

/** The toggle of many fields: on, off, or mixed. */
function ManyTick({ permission, cells, own, isLocked, label, onToggle, children }: ManyTickProps) {
  return (
    <Tick
      state={permission === null ? 'all' : stateOf(permission, cells)}
      label={label}
      isDisabled={isLocked || !cells.some((cell) => mayGrant(own, cell))}
      onToggle={() => onToggle(cells)}
    >
      {children}
    </Tick>
  )
}

interface TickProps {
  state: 'all' | 'some' | 'none'
  label: string
  isDisabled: boolean
  title?: string | undefined
  /** Its words show on a narrow screen only, where no heading stands above. */
  isNarrow?: boolean | undefined
  onToggle: () => void
  children: ReactNode
}

/** The browser's own check box: there are 177 of them. */
function Tick({ state, label, isDisabled, title, isNarrow, onToggle, children }: TickProps) {
  const mix = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = state === 'some'
    },
    [state],
  )
  return (
    <label className={classes['tick']} data-disabled={isDisabled || undefined} title={title}>
      <input
        ref={mix}
        type="checkbox"
        checked={state === 'all'}
        disabled={isDisabled}
        aria-label={label}
        onChange={onToggle}
      />
      <span className={isNarrow ? classes['narrow'] : undefined}>{children}</span>
    </label>
  )
}
