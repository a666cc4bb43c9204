import type { EventCode } from './notice-shapes.ts'

/** The kinds by their area, in the order in which the contract lists them: `bank`, `[bank.silent, …]`. */
export function muteGroups(codes: readonly EventCode[]): { area: string; codes: EventCode[] }[] {
  const groups = new Map<string, EventCode[]>()
  for (const code of codes) {
    const area = code.slice(0, code.indexOf('.'))
    groups.set(area, [...(groups.get(area) ?? []), code])
  }
  return [...groups].map(([area, each]) => ({ area, codes: each }))
}
