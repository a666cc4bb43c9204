import { useMemo, useState } from 'react'
import type { Change, Patch, Setting, SettingKey, SettingValue } from './setting-shapes.ts'

/** What somebody typed and has not asked for yet; null: typed, and no such value. */
type Typed = Readonly<Partial<Record<SettingKey, SettingValue | null>>>

export interface Wish {
  readonly of: (setting: Setting) => SettingValue | null
  readonly set: (key: SettingKey, value: SettingValue | null) => void
  readonly drop: (key: SettingKey) => void
  readonly clear: () => void
  /** What differs from what stands, and may be asked for. */
  readonly changes: readonly Change[]
  readonly patch: Patch
  /** Something typed is no value of its field. */
  readonly isRefused: boolean
}

/** Other values beside those that stand. What comes in by itself meanwhile is seen, and not typed over. */
export function useWish(settings: readonly Setting[]): Wish {
  const [typed, setTyped] = useState<Typed>({})
  return useMemo(() => {
    const changes = settings.flatMap(({ key, value: before }) => {
      const after = typed[key]
      return after === undefined || after === null || after === before ? [] : [{ key, before, after }]
    })
    return {
      of: ({ key, value }) => (key in typed ? (typed[key] ?? null) : value),
      set: (key, value) => setTyped((now) => ({ ...now, [key]: value })),
      drop: (key) => setTyped(({ [key]: _gone, ...rest }) => rest as Typed),
      clear: () => setTyped({}),
      changes,
      patch: Object.fromEntries(changes.map(({ key, after }) => [key, after])),
      isRefused: Object.values(typed).includes(null),
    }
  }, [settings, typed])
}
