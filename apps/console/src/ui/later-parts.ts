import { loadChunk } from '../lib/chunks.ts'
import { latePart } from '../lib/late-part.ts'
import { whenIdle } from '../lib/when-idle.ts'

/**
 * Parts of the lists that are fetched when first used. Once the first screen has settled they are fetched
 * beforehand, so that a server out of reach cannot keep them back.
 */
export const exportMenu = { name: 'export-menu', load: () => import('./table/tools/ExportMenu.tsx') }
export const viewPanel = { name: 'view-panel', load: () => import('./table/tools/ViewPanel.tsx') }
export const columnPanel = { name: 'column-panel', load: () => import('./table/tools/ColumnPanel.tsx') }
export const dateRangePanel = {
  name: 'date-range-panel',
  load: () => import('./filters/DateRangePanel.tsx'),
}
export const datePanel = { name: 'date-panel', load: () => import('./filters/DatePanel.tsx') }
export const choiceBox = { name: 'choice-box', load: () => import('./filters/ChoiceBox.tsx') }
export const confirmSheet = { name: 'confirm-sheet', load: () => import('./sheet/ConfirmSheet.tsx') }

/** Parts of the forms; once fetched, every later form has them from its first frame. */
export const leaveSheet = latePart(() => loadChunk('leave-sheet', () => import('./sheet/LeaveSheet.tsx')))
export const selectBox = latePart(() => loadChunk('select-box', () => import('./form/SelectBox.tsx')))

/** Each part waits for a quiet moment, and no longer than this. */
const quietWithinMs = 2000

/**
 * Fetches what any list or form may need, one part at a time, so that no key waits for all of them. A part
 * that does not come is asked for again when it is due.
 */
export const fetchLaterParts = async (): Promise<void> => {
  const parts = [exportMenu, viewPanel, columnPanel, dateRangePanel, choiceBox, confirmSheet]
  const loads = parts.map(({ load }) => load)
  for (const fetch of [...loads, leaveSheet.fetch, selectBox.fetch]) {
    await whenIdle(quietWithinMs)
    await fetch().catch(() => undefined)
  }
}
