import { word, type TextArea } from '../../../platform/texts.ts'
import type { PackCell } from './pack-table.ts'

/** Both languages side by side: who reads a pack need not be who made it. */
export function both(path: string, area: TextArea = 'reconcile'): string {
  const [th, en] = [word(area, path, 'th') ?? path, word(area, path, 'en') ?? path]
  return th === en ? th : `${th} / ${en}`
}

export const minor = (amount: number | null): PackCell => (amount === null ? null : { minor: amount })
