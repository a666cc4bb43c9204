import type { EventCode } from '@khlang/contract/values/event-codes.ts'

export interface EventGroup {
  /** Name of the area: the word of a code before its dot. */
  readonly area: string
  readonly codes: readonly EventCode[]
}

/** The kinds by their area, in the order in which the contract lists them: `bank`, `[bank.silent, …]`. */
export function eventGroups(codes: readonly EventCode[]): EventGroup[] {
  const groups = new Map<string, EventCode[]>()
  for (const code of codes) {
    const area = code.slice(0, code.indexOf('.'))
    groups.set(area, [...(groups.get(area) ?? []), code])
  }
  return [...groups].map(([area, each]) => ({ area, codes: each }))
}
