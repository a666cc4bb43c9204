import type { CallName } from '../calls.ts'
import type { Method } from '../kit/define.ts'
import { callTable } from './call-table.ts'

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What the path of a call is where it follows its name: `paymentAutos.setup` is `payment-auto/setup`. */
export function usualPath(name: string): string {
  const [area = '', call = ''] = name.split('.')
  return `${kebab(area).replace(/s$/, '')}/${kebab(call)}`
}

/** `G`, `P`, `U`, and `R` for a POST that only reads: the first letter in the table. */
const methods: Readonly<Record<string, Method>> = { G: 'GET', P: 'POST', R: 'POST', U: 'PUT' }

/** The table as it is read: what stands behind `=` by the name of the call. */
const rows: ReadonlyMap<string, string> = new Map(
  Object.entries(callTable).flatMap(([area, text]) =>
    [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, row = '']) => [`${area}.${name}`, row] as const),
  ),
)

/** Every call that a browser may make. */
export const browserCalls = [...rows.keys()] as readonly CallName[]

/** @throws RangeError for a call that machines make: the table has none of them */
function rowOf(name: CallName): string {
  const row = rows.get(name)
  if (row === undefined) throw new RangeError(`${name} is no call of a browser.`)
  return row
}

export const methodOf = (name: CallName): Method => methods[rowOf(name).slice(0, 1)] ?? 'GET'

/** Whether a call changes nothing. */
export const onlyReads = (name: CallName): boolean => /^[GR]/.test(rowOf(name))

/**
 * The address of a call with its `{name}` parts. In the table, which every page loads, `1` is the usual path
 * under `/api/v1`, `1+` the same with `/{id}`, and `1/…` another one there.
 */
export function pathOf(name: CallName): string {
  const placed = rowOf(name).slice(1)
  const [version, rest] = [placed.slice(0, 1), placed.slice(1)]
  if (rest.startsWith('/')) return `/api/v${version}${rest}`
  return `/api/v${version}/${usualPath(name)}${rest === '+' ? '/{id}' : ''}`
}
