import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import type { MemberHandle, SettableState } from './member-shapes.ts'

const MemberSheet = lazy(() => loadChunk('member-sheet', () => import('./MemberSheet.tsx')))

export type MemberAct = SettableState | 'note'

interface Asked {
  act: MemberAct
  member: MemberHandle
}

/**
 * The sheets that act on one member from wherever it stands: `const { open, sheets } =
 * useMemberSheets()`.
 */
export function useMemberSheets() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const open = useCallback((act: MemberAct, member: MemberHandle) => setAsked({ act, member }), [])
  const sheets = useMemo(() => {
    if (asked === null) return null
    return (
      <Suspense>
        <MemberSheet {...asked} onClose={() => setAsked(null)} />
      </Suspense>
    )
  }, [asked])
  return { open, sheets }
}
