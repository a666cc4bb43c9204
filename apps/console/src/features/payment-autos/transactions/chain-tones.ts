import type { lineChains } from '@khlang/contract/values/value-lists.ts'
import type { Tone } from '../../../ui/figures/Status.tsx'

/** How a line follows the one before; nothing where it does as it should. */
export const chainTones: Readonly<Partial<Record<(typeof lineChains)[number], Tone>>> = {
  afterHole: 'amber',
  contradiction: 'red',
  hint: 'grey',
}
