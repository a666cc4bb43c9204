import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Secrets } from '../security/secrets.ts'

/** One column a list is sorted by. The last one given is unique, so that the order is total. */
export interface SortColumn {
  /** The column or expression, as in `sql.ref('m.created_at')`. */
  readonly by: RawBuilder<unknown>
  /** How a cursor's text becomes a value again. */
  readonly type: 'bigint' | 'integer' | 'uuid' | 'timestamptz' | 'date' | 'text'
  readonly isAscending?: boolean
  /**
   * What an absent value sorts as (`-infinity`, `0`). Nulls cannot be compared in one index range,
   * therefore a
   * nullable column is sorted by `coalesce(column, thisValue)`, and its index is on that expression.
   */
  readonly whenNull?: string
}

/** What a page of a list is bound to and asked for with. */
export interface KeysetRequest {
  /** The list's own name; a cursor of another list is refused. */
  readonly list: string
  readonly sort: readonly SortColumn[]
  /** The call's input: `size, after, before`, and all the rest is the filter that a cursor is bound to. */
  readonly input: {
    readonly size: number
    readonly after?: string | undefined
    readonly before?: string | undefined
  }
  readonly actor: { readonly id: string }
  readonly secrets: Secrets
}

export interface KeysetPage<R> {
  readonly records: R[]
  readonly hasAfter: boolean
  readonly hasBefore: boolean
  readonly afterCursor: string | null
  readonly beforeCursor: string | null
  readonly totalCount: null
}

/**
 * The parts of a keyset query for lists that write their SQL themselves; `pageOf` makes the page of its
 * rows.
 */
export interface Keyset {
  /** Null on the first page. */
  readonly where: RawBuilder<boolean> | null
  readonly orderBy: RawBuilder<unknown>
  /** To be selected as `keysetKey`: the sort values of a row, as text. */
  readonly key: RawBuilder<string[]>
  /** One row more than the page holds. */
  readonly limit: number
  readonly pageOf: <R extends { keysetKey: string[] }>(
    rows: readonly R[],
  ) => KeysetPage<Omit<R, 'keysetKey'>>
}

/** The same filter gives the same text, whatever the order of its keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

function boundTo({ list, input, actor }: KeysetRequest): Buffer {
  const { size: _size, after: _after, before: _before, ...filter } = input
  return Buffer.from(canonical([list, actor.id, filter]))
}

// Sealed, not only signed: sort values may be personal, and cursors stand in addresses.
export function encodeCursor(request: KeysetRequest, values: readonly string[]): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', request.secrets.key('cursor'), nonce).setAAD(
    boundTo(request),
  )
  const sealed = Buffer.concat([
    nonce,
    cipher.update(JSON.stringify(values)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return sealed.toString('base64url')
}

/**
 * The sort values a cursor stands for.
 * @throws invalidCursor when it was forged, cut, or made for another list, filter, order or person
 */
export function decodeCursor(request: KeysetRequest, cursor: string, field = 'after'): string[] {
  try {
    const sealed = Buffer.from(cursor, 'base64url')
    // Node reads past foreign letters; only the one spelling we gave out is ours.
    if (sealed.toString('base64url') !== cursor) throw new RangeError('spelling')
    const key = request.secrets.key('cursor')
    const opener = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    opener.setAAD(boundTo(request)).setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([opener.update(sealed.subarray(12, -16)), opener.final()]).toString()
    const values = JSON.parse(text) as string[]
    if (values.length !== request.sort.length) throw new RangeError('columns')
    return values
  } catch (cause) {
    throw new ApiError('invalidCursor', { field, cause })
  }
}

const casts: Readonly<Record<SortColumn['type'], RawBuilder<unknown>>> = {
  bigint: sql`bigint`,
  integer: sql`integer`,
  uuid: sql`uuid`,
  timestamptz: sql`timestamptz`,
  date: sql`date`,
  text: sql`text`,
}

interface Compared {
  readonly by: RawBuilder<unknown>
  readonly value: RawBuilder<unknown>
  readonly isGreater: boolean
}

// One direction: a row comparison, which is one range of an index. Mixed: (a, b) > (x, y) written out.
function beyond(parts: readonly Compared[]): RawBuilder<boolean> {
  const first = parts[0]
  if (first === undefined) throw new RangeError('A list is sorted by at least one column.')
  if (parts.every((part) => part.isGreater === first.isGreater)) {
    const sides = [
      sql.join(parts.map((part) => part.by)),
      sql.join(parts.map((part) => part.value)),
    ] as const
    return first.isGreater ? sql`(${sides[0]}) > (${sides[1]})` : sql`(${sides[0]}) < (${sides[1]})`
  }
  const outside = first.isGreater ? sql`${first.by} > ${first.value}` : sql`${first.by} < ${first.value}`
  return sql<boolean>`(${outside} or (${first.by} = ${first.value} and ${beyond(parts.slice(1))}))`
}

/**
 * Reads the cursors of a request.
 * @throws invalidCursor, also when both `after` and `before` are given
 */
export function keysetOf(request: KeysetRequest): Keyset {
  const { sort, input } = request
  const { after, before, size } = input
  if (after !== undefined && before !== undefined) throw new ApiError('invalidCursor', { field: 'before' })
  const isBack = before !== undefined
  const cursor = after ?? before
  const values = cursor === undefined ? null : decodeCursor(request, cursor, isBack ? 'before' : 'after')
  const columns = sort.map(({ by, type, isAscending = false, whenNull }, position) => ({
    by: whenNull === undefined ? by : sql`coalesce(${by}, ${sql.lit(whenNull)}::${casts[type]})`,
    value: sql`${values?.[position] ?? ''}::${casts[type]}`,
    isGreater: isAscending !== isBack,
  }))
  return {
    where: values && beyond(columns),
    orderBy: sql.join(columns.map((each) => (each.isGreater ? sql`${each.by} asc` : sql`${each.by} desc`))),
    key: sql`array[${sql.join(columns.map((each) => sql`(${each.by})::text`))}]`,
    limit: size + 1,
    pageOf: (rows) => pageOf(request, rows, isBack),
  }
}

function pageOf<R extends { keysetKey: string[] }>(
  request: KeysetRequest,
  rows: readonly R[],
  isBack: boolean,
): KeysetPage<Omit<R, 'keysetKey'>> {
  const { size, after } = request.input
  const kept = rows.slice(0, size)
  const hasMore = rows.length > size
  const ordered = isBack ? kept.toReversed() : kept
  const hasAfter = isBack ? kept.length > 0 : hasMore
  const hasBefore = isBack ? hasMore : after !== undefined && kept.length > 0
  const [first, last] = [ordered[0], ordered.at(-1)]
  return {
    records: ordered.map((row) => {
      const { keysetKey: _, ...record } = row
      return record
    }),
    hasAfter,
    hasBefore,
    afterCursor: hasAfter && last ? encodeCursor(request, last.keysetKey) : null,
    beforeCursor: hasBefore && first ? encodeCursor(request, first.keysetKey) : null,
    totalCount: null,
  }
}

/**
 * One page of a query by sort values instead of by offset: the deepest page costs what the first one does,
 * and
 * no row is seen twice or missed while others come and go. The query has neither order nor limit of its own.
 * @throws invalidCursor
 */
export async function keysetPage<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  request: KeysetRequest,
): Promise<KeysetPage<Omit<O & { keysetKey: string[] }, 'keysetKey'>>> {
  const keyset = keysetOf(request)
  const bounded = keyset.where === null ? query : query.where(keyset.where)
  const rows = await bounded
    .select(keyset.key.as('keysetKey'))
    .orderBy(keyset.orderBy)
    .limit(sql.lit(keyset.limit))
    .execute()
  return keyset.pageOf(rows as (O & { keysetKey: string[] })[])
}
