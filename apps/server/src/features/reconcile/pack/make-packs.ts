import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../../platform/call/context.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import type { DayClose, DayFacts } from '../day-shapes.ts'
import { closesOf } from '../queries.ts'
import { shiftsOfDay, type Shift } from '../shifts/queries.ts'
import { packKeyOf, signPack } from './pack-key.ts'
import { packPaper } from './pack-paper.ts'
import { packFiles } from './pack-thread.ts'

interface Unpacked {
  readonly id: string
  readonly businessOn: string
  readonly round: number
  readonly facts: string
  readonly hash: string
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** What the files of a pack are called; the manifest names both. */
export const packName = (on: string, round: number, part: string): string =>
  `khlang-day-${on}-${round}.${part === 'manifest' ? 'json' : part}`

interface Manifest {
  readonly facts: string
  readonly signed: string
}

/**
 * What is signed: one text that holds the day's facts as they were frozen, who closed it, its shifts, and the
 * fingerprints of both files. The signature stands beside it, so that the files stay as they are.
 */
function signedText(
  one: Unpacked,
  close: DayClose,
  shifts: readonly Shift[],
  files: { readonly pdf: Buffer; readonly xlsx: Buffer },
): Manifest {
  const signed = {
    format: 'khlang-day-pack-1',
    businessOn: one.businessOn,
    round: one.round,
    factsHash: one.hash,
    closedAt: close.closedAt,
    closedBy: close.closedBy,
    agreedBy: close.agreedBy,
    isAlone: close.isAlone,
    shifts,
    files: (['pdf', 'xlsx'] as const).map((part) => ({
      name: packName(one.businessOn, one.round, part),
      bytes: files[part].length,
      sha256: sha256(files[part]),
    })),
  }
  return { facts: one.facts, signed: JSON.stringify(signed) }
}

async function makePack({ db, secrets, brand }: Services, one: Unpacked): Promise<void> {
  const close = (await closesOf(db, one.businessOn)).find(({ round }) => round === one.round)
  if (close === undefined) throw new Error(`no close ${one.round} of ${one.businessOn}`)
  const shifts = await shiftsOfDay(db, one.businessOn, null)
  const { publicKey, fingerprint } = packKeyOf(secrets)
  const facts = JSON.parse(one.facts) as DayFacts
  const files = await packFiles(
    packPaper({ brand, facts, factsHash: one.hash, close, shifts, fingerprint }),
  )
  const text = signedText(one, close, shifts, files)
  const manifest = { ...text, signature: signPack(secrets, text.signed), publicKey }
  await sql`update reconcile_closes set pdf = ${files.pdf}, xlsx = ${files.xlsx},
      manifest = ${JSON.stringify(manifest, null, 2)}, packed_at = now()
    where id = ${one.id} and packed_at is null`.execute(db)
}

/**
 * Makes the packs of days that were closed and have none, the oldest first. One that cannot be made holds up
 * no other.
 * @throws what the first one failed by
 */
export async function makePacks(services: Services, stopping?: AbortSignal): Promise<void> {
  const { rows } = await sql<Unpacked>`
    select id, business_on as "businessOn", round, facts, facts_hash as hash from reconcile_closes
     where packed_at is null order by closed_at limit 20`.execute(services.db)
  const failures: unknown[] = []
  for (const one of rows) {
    if (stopping?.aborted) break
    await makePack(services, one).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

export const packWork: PeriodicWork = { name: 'dayPacks', everyMs: 1000, run: makePacks }
