import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'

// Verifies the evidence pack of a closed business day: both files, the signature, the figures against each
// other, and where a database or an export of its closings is given, the ledger's digest. It shares no code
// with the server: what it knows is docs/day-pack.md. Reads only.

interface SignedFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}
interface Signed {
  readonly format: string
  readonly businessOn: string
  readonly round: number
  readonly factsHash: string
  readonly closedBy: string
  readonly agreedBy: string | null
  readonly isAlone: boolean
  readonly files: readonly SignedFile[]
}
interface Row {
  readonly key: string
  readonly openingMinor: number | null
  readonly steps: readonly { readonly amountMinor: number }[]
  readonly oursMinor: number | null
  readonly theirsMinor: number | null
  readonly differenceMinor: number | null
}
interface Item {
  readonly key: string
  readonly amountMinor: number
  readonly bears: string
  readonly accountId: string | null
  readonly explanation: { readonly note: string; readonly by: string } | null
}
interface Facts {
  readonly businessOn: string
  readonly round: number
  readonly ledgerDigest: string
  readonly sheets: readonly { readonly sheet: string; readonly rows: readonly Row[] }[]
  readonly items: readonly Item[]
}
interface Manifest {
  readonly facts: string
  readonly signed: string
  readonly signature: string
  readonly publicKey: string
}

/** A closing of the ledger as it was exported: date and digest in hex. */
export interface Closing {
  readonly businessOn: string
  readonly digest: string
}

export interface Pack {
  readonly manifest: string
  /** What a file of the pack holds; null where it is not there. */
  readonly fileOf: (name: string) => Buffer | null
  /** The key that was kept apart from the pack; null: the pack's own, which proves that much less. */
  readonly publicKey: string | null
  /** Null: the ledger is not asked. */
  readonly closings: readonly Closing[] | null
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')

/** Whether the signature is of this key; false too for what is no key or no signature. */
function isSignedBy(key: string, { signed, signature }: Manifest): boolean {
  try {
    const publicKey: KeyObject = createPublicKey(key)
    return verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** Whether the figures of a row agree with each other: opening and steps are the closing. */
function wrongRow({
  key,
  openingMinor,
  steps,
  oursMinor,
  theirsMinor,
  differenceMinor,
}: Row): string | null {
  if (openingMinor === null || oursMinor === null) return null
  const sum = steps.reduce((all, { amountMinor }) => all + amountMinor, openingMinor)
  if (sum !== oursMinor) return `${key}: opening and movements come to ${sum}, the pack says ${oursMinor}`
  if (theirsMinor !== null && theirsMinor - oursMinor !== differenceMinor)
    return `${key}: the difference is ${theirsMinor - oursMinor}, the pack says ${differenceMinor}`
  return null
}

/** What the facts contradict themselves in. */
function wrongFacts({ sheets, items }: Facts, { agreedBy, isAlone }: Signed): string[] {
  const rows = sheets.flatMap((sheet) => sheet.rows)
  const wrong = rows.flatMap((row) => wrongRow(row) ?? [])
  const unsaid = items.filter(({ explanation }) => explanation === null)
  wrong.push(...unsaid.map(({ key }) => `${key}: differs and is not explained`))
  const bank = rows.filter(({ key }) => key.startsWith('bank:'))
  const differ = bank.reduce((sum, { differenceMinor }) => sum + (differenceMinor ?? 0), 0)
  const named = items.filter(({ bears }) => bears === 'bank')
  const explained = named.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (differ !== explained)
    wrong.push(`the banks differ by ${differ}, what is explained comes to ${explained}`)
  if (items.length > 0 && agreedBy === null && !isAlone) wrong.push('differences, and no second signature')
  return wrong
}

/** @returns what is wrong with a pack; nothing when it is as it was signed */
export function verifyPack({ manifest, fileOf, publicKey, closings }: Pack): string[] {
  let read: Manifest
  let signed: Signed
  let facts: Facts
  try {
    read = JSON.parse(manifest) as Manifest
    signed = JSON.parse(read.signed) as Signed
    facts = JSON.parse(read.facts) as Facts
  } catch {
    return ['the signature file cannot be read']
  }
  const wrong: string[] = []
  if (!isSignedBy(publicKey ?? read.publicKey, read)) wrong.push('the signature is not of this key')
  if (signed.format !== 'khlang-day-pack-1') wrong.push(`the format ${signed.format} is not known`)
  if (sha256(read.facts) !== signed.factsHash) wrong.push('the facts are not those that were signed')
  if (facts.businessOn !== signed.businessOn || facts.round !== signed.round)
    wrong.push('the facts are of another close')
  for (const { name, sha256: expected } of signed.files) {
    const content = fileOf(name)
    if (content === null) wrong.push(`${name} is not there`)
    else if (sha256(content) !== expected) wrong.push(`${name} is not the file that was signed`)
  }
  wrong.push(...wrongFacts(facts, signed))
  const closing = closings?.find(({ businessOn }) => businessOn === facts.businessOn)
  if (closings !== null && closing === undefined) wrong.push('the ledger has not closed this day')
  if (closing && closing.digest !== facts.ledgerDigest) wrong.push('the digest of the ledger is another')
  return wrong
}

/** The closing of a day as a database has it; its digest is computed anew from the transfers. */
async function closingsOf(url: string, on: string): Promise<Closing[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set search_path = pg_catalog, public, pg_temp')
    const { rows } = await client.query<{ kept: string; computed: string }>(
      `select encode(digest, 'hex') as kept, encode(day_digest(business_on), 'hex') as computed
         from day_closings where business_on = $1 and closed_at is not null`,
      [on],
    )
    return rows.map(({ kept, computed }) => ({
      businessOn: on,
      digest: kept === computed ? kept : 'the transfers are not those that were closed',
    }))
  } finally {
    await client.end()
  }
}

/** What a file holds; null when it cannot be read. */
function held(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

async function answerPerson(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      database: { type: 'string' },
      closings: { type: 'string' },
    },
  })
  const [file] = positionals
  if (file === undefined) {
    console.log(
      'npm run verify-pack -- <signature file> [--key <pem>] [--closings <json> | --database <url>]',
    )
    process.exitCode = 2
    return
  }
  const manifest = readFileSync(file, 'utf8')
  const { signed } = JSON.parse(manifest) as Manifest
  const { businessOn, round, closedBy, agreedBy } = JSON.parse(signed) as Signed
  const closings =
    values.database !== undefined
      ? await closingsOf(values.database, businessOn)
      : values.closings === undefined
        ? null
        : (JSON.parse(readFileSync(values.closings, 'utf8')) as Closing[])
  const wrong = verifyPack({
    manifest,
    fileOf: (name) => held(join(dirname(file), name)),
    publicKey: values.key === undefined ? null : readFileSync(values.key, 'utf8'),
    closings,
  })
  for (const text of wrong) console.log(text)
  if (values.key === undefined)
    console.log('note: checked by the key in the pack; --key gives the one kept apart')
  if (closings === null) console.log('note: the ledger was not asked; --closings or --database does')
  const who = [closedBy, agreedBy].filter((name) => name !== null).join(', ')
  console.log(
    `${businessOn} #${round}, ${who}: ${wrong.length === 0 ? 'as it was signed' : 'NOT as it was signed'}`,
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
}

if (import.meta.main) await answerPerson()
