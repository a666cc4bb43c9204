/** A wish that cannot be read: which field, and what is wrong with it. */
export class BadWish extends Error {
  readonly field: string
  readonly problem: 'unknown' | 'needed' | 'wrong'

  /** @param must what the field must be, or the fields there are when it is not one of them */
  constructor(field: string, problem: BadWish['problem'], must: string) {
    super(
      problem === 'unknown'
        ? `unknown field "${field}": ${must}`
        : `"${field}" ${problem === 'needed' ? 'is needed' : 'is wrong'}: it must be ${must}`,
    )
    this.field = field
    this.problem = problem
  }
}

/** One field of a wish. `read` gives undefined for what does not fit. */
interface Field<T, Needed extends boolean = boolean> {
  readonly must: string
  readonly isNeeded: Needed
  readonly read: (value: unknown) => T | undefined
}
type Fields = Readonly<Record<string, Field<unknown>>>

export type WishOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Field<unknown, true> ? K : never]: F[K] extends Field<infer T>
    ? T
    : never
} & {
  readonly [K in keyof F as F[K] extends Field<unknown, true> ? never : K]?: F[K] extends Field<infer T>
    ? T
    : never
}

const textMax = 2000
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= textMax

export const text: Field<string, false> = {
  must: `text of 1 to ${textMax} letters`,
  isNeeded: false,
  read: (value) => (isText(value) ? value : undefined),
}

export const flag: Field<boolean, false> = {
  must: 'true or false',
  isNeeded: false,
  read: (value) => (typeof value === 'boolean' ? value : undefined),
}

export const whole = (least: number, most: number = Number.MAX_SAFE_INTEGER): Field<number, false> => ({
  must:
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number, at least ${least}`
      : `a whole number from ${least} to ${most}`,
  isNeeded: false,
  read: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
      ? value
      : undefined,
})

export const choice = <const T extends string>(choices: readonly T[]): Field<T, false> => ({
  must: `one of ${choices.join(', ')}`,
  isNeeded: false,
  read: (value) => choices.find((each) => each === value),
})

/** One or several of these. */
export const listOf = <const T extends string>(choices: readonly T[]): Field<readonly T[], false> => ({
  must: `one or a list of ${choices.join(', ')}`,
  isNeeded: false,
  read: (value) => {
    const given: unknown[] = Array.isArray(value) ? value : [value]
    const found = given.map((each) => choices.find((known) => known === each))
    const fitting = found.filter((each) => each !== undefined)
    return fitting.length > 0 && fitting.length === given.length ? fitting : undefined
  },
})

export const needed = <T>(field: Field<T>): Field<T, true> => ({ ...field, isNeeded: true })

/**
 * A wish as its event takes it.
 * @throws BadWish for a field that the event does not have, lacks, or cannot read
 */
export function readWish<F extends Fields>(fields: F, wish: unknown): WishOf<F> {
  if (typeof wish !== 'object' || wish === null || Array.isArray(wish))
    throw new BadWish('body', 'wrong', 'a JSON object')
  const names = Object.keys(fields)
  const taken = names.length === 0 ? 'this event takes none' : `this event takes ${names.join(', ')}`
  for (const name of Object.keys(wish))
    if (!Object.hasOwn(fields, name)) throw new BadWish(name, 'unknown', taken)
  const read: [string, unknown][] = []
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = Object.hasOwn(wish, name) ? (wish as Record<string, unknown>)[name] : undefined
    if (value === undefined) {
      if (field.isNeeded) throw new BadWish(name, 'needed', field.must)
      continue
    }
    const found = field.read(value)
    if (found === undefined) throw new BadWish(name, 'wrong', field.must)
    read.push([name, found])
  }
  return Object.fromEntries(read) as WishOf<F>
}
