import { lazy, Suspense, useEffect } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { createStore, useStore } from '../../lib/store.ts'
import type { MemberHandle, SettableState } from './member-shapes.ts'

const MemberSheet = lazy(() => loadChunk('member-sheet', () => import('./MemberSheet.tsx')))

export type MemberAct = SettableState | 'note'

const asked = createStore<{ act: MemberAct; member: MemberHandle } | null>(null)

/** Opens the sheet of an act on one member, on a screen that has `MemberSheets`. */
export const openMemberSheet = (act: MemberAct, member: MemberHandle): void => asked.set({ act, member })

/** The sheets that act on one member, from wherever on the screen they are asked for. */
export function MemberSheets() {
  const open = useStore(asked)
  useEffect(() => () => asked.set(null), [])
  if (open === null) return null
  return (
    <Suspense>
      <MemberSheet {...open} onClose={() => asked.set(null)} />
    </Suspense>
  )
}
