import type { Posting } from '@khlang/ledger/posting.ts'

/** The call, with `$1` the mode and `$2` … the columns of `columnsOf`. */
export const postTransfersText = `select post_transfers($1, $2::text[], $3::text[], $4::text[], $5::date[],
  $6::date[],
  $7::text[], $8::int[], $9::text[], $10::int[], $11::int[], $12::bigint[], $13::text[],
    $14::bigint[]) as answer`

const plain = /^[\w:./ -]+$/

/** An array as PostgreSQL reads it; the ledger's own names never need quoting, anything else gets it. */
const literal = (values: readonly string[]): string =>
  `{${values.map((value) => (plain.test(value) ? `"${value}"` : quoted(value))).join()}}`
const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** Postings as the columns post_transfers reads: per posting, then the accounts once each, then per leg. */
export function columnsOf(postings: readonly Posting[]): (string | null)[] {
  const positions = new Map<string, number>()
  const at = (code: string): number => {
    const known = positions.get(code)
    if (known !== undefined) return known
    positions.set(code, positions.size + 1)
    return positions.size
  }
  const froms: number[] = []
  const tos: number[] = []
  const amounts: number[] = []
  const currencies: string[] = []
  const reversed: string[] = []
  let hasReversal = false
  for (const { legs } of postings) {
    for (const each of legs) {
      froms.push(at(each.from))
      tos.push(at(each.to))
      amounts.push(each.amountMinor)
      currencies.push(each.currency)
      reversed.push(each.reversesId === undefined ? 'NULL' : String(each.reversesId))
      hasReversal ||= each.reversesId !== undefined
    }
  }
  const hasHold = postings.some((each) => each.hold !== undefined)
  return [
    literal(postings.map((each) => each.key)),
    literal(postings.map((each) => each.kind)),
    literal(postings.map((each) => each.sourceId)),
    literal(postings.map((each) => each.businessOn)),
    literal(postings.map((each) => each.valueOn)),
    hasHold ? `{${postings.map((each) => each.hold ?? 'NULL').join()}}` : null,
    `{${postings.map((each) => each.legs.length).join()}}`,
    literal([...positions.keys()]),
    `{${froms.join()}}`,
    `{${tos.join()}}`,
    `{${amounts.join()}}`,
    literal(currencies),
    hasReversal ? `{${reversed.join()}}` : null,
  ]
}
