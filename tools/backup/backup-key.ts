import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDeployment } from '../../apps/server/src/app/start/deployment.ts'
import { withAdmin } from '../../apps/server/src/app/start/start-database.ts'
import { MasterKey, type Secrets } from '../../apps/server/src/platform/security/secrets.ts'
import { BackupRefused } from '../../apps/server/src/platform/cluster/wal-archive.ts'

export interface KeyPlace {
  readonly dataDir: string | null
  readonly file: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface FoundKey {
  readonly hex: string
  /** Null: the environment gave it. */
  readonly file: string | null
}

/** The master key of a database that is there already. @throws BackupRefused; none is ever made here */
export function findKey({ dataDir, file, environment }: KeyPlace): FoundKey {
  const given = environment['KHLANG_MASTER_KEY']
  const named = file ?? environment['KHLANG_MASTER_KEY_FILE']
  if (file === undefined && given) return checked(given, null)
  const path = named || (dataDir === null ? null : join(dataDir, 'master.key'))
  if (path === null || !existsSync(path))
    throw new BackupRefused(
      `The master key is not ${path === null ? 'given' : `in ${path}`}: name its file by --key or ` +
        'KHLANG_MASTER_KEY_FILE. It is in no backup.',
    )
  return checked(readFileSync(path, 'utf8').trim(), path)
}

function checked(hex: string, file: string | null): FoundKey {
  if (!/^[0-9a-f]{64}$/.test(hex))
    throw new BackupRefused(`${file ?? 'KHLANG_MASTER_KEY'} must hold 64 hexadecimal digits.`)
  return { hex, file }
}

const masterOf = ({ hex }: FoundKey): MasterKey => new MasterKey(Buffer.from(hex, 'hex'))

/** Of the administrator of our own PostgreSQL. */
export const adminPassword = (key: FoundKey): string => masterOf(key).databasePassword

/** The keys of what is sealed and signed in the database at this address. @throws BackupRefused */
export async function secretsOf(key: FoundKey, adminUrl: string): Promise<Secrets> {
  const master = masterOf(key)
  const known = await withAdmin(adminUrl, readDeployment)
  // A database from before the brand had a key of its own is sealed by what comes of the master key.
  const brand = known === null ? master.formerBrand : master.unwrap(known.wrapped_key)
  if (brand === null) throw new BackupRefused('The master key is not the one of this database.')
  return brand
}
