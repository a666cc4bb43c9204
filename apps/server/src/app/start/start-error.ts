import { createServer } from 'node:net'
import { StartRefused } from '../../platform/start-refused.ts'
import { ConfigError, type Config } from './config.ts'
import { DataInUse } from '../../platform/cluster/folder-lock.ts'

interface Failure {
  readonly code: string
  readonly syscall: string
}

/** Code and system call of an error or of what caused it. */
function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string') {
    const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : ''
    return { code: error.code, syscall }
  }
  return failureOf(error.cause)
}

/** Where DATABASE_URL leads, without its password. */
function placeOf(config: Config): { host: string; database: string; user: string } {
  const address = new URL(config.databaseUrl ?? 'postgres://khlang_admin@127.0.0.1/khlang')
  return {
    host: `${address.hostname}:${address.port || '5432'}`,
    database: decodeURIComponent(address.pathname.slice(1)) || decodeURIComponent(address.username),
    user: decodeURIComponent(address.username),
  }
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']

function ofDatabase(code: string, config: Config): string | null {
  const { host, database, user } = placeOf(config)
  if (unreachable.includes(code))
    return `No database answers at ${host} (${code}). Start it, or correct DATABASE_URL.`
  switch (code) {
    case '28P01':
    case '28000':
      return `The database at ${host} refuses the user ${user} or the password. Correct DATABASE_URL.`
    case '3D000':
      return `There is no database ${database} at ${host}. Create it, or correct DATABASE_URL.`
    case '42501':
      return (
        `The user ${user} may not do what a start needs: sign in, make roles, and own the database ` +
        `${database}. Give these rights (login createrole, owner), or another user in DATABASE_URL.`
      )
    case '53300':
      return `The database at ${host} takes no more connections. Raise max_connections, or end some.`
    case '57P03':
      return `The database at ${host} is starting or stopping. Try again when it is up.`
    default:
      return null
  }
}

function ofMachine({ code, syscall }: Failure, config: Config): string | null {
  const place = `Port ${config.port} of ${config.host}`
  if (code === 'EADDRINUSE')
    return `${place} is taken by another program. Stop that one, or set PORT to another.`
  if (code === 'EACCES' && syscall === 'listen')
    return `${place} may not be opened by this user. Set PORT to one above 1023, or give the right.`
  if (
    code === 'EADDRNOTAVAIL' ||
    (code === 'ENOTFOUND' && syscall === 'getaddrinfo' && !config.databaseUrl)
  )
    return `${config.host} is not an address of this machine. Correct KHLANG_HOST.`
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code))
    return `The data folder ${config.dataDir} cannot be used (${code}). Give the right, or set KHLANG_DATA.`
  if (code === 'ENOSPC')
    return `No space is left on the disk of ${config.dataDir}. Make room and start again.`
  return null
}

/** What an operator is told of a start that failed; null: nobody foresaw it, and the stack is for readers. */
export function plainSentence(error: unknown, config: Config | null): string | null {
  const isPlain = [ConfigError, DataInUse, StartRefused].some((kind) => error instanceof kind)
  if (isPlain) return error instanceof Error ? error.message : null
  const failure = failureOf(error)
  if (failure === null || config === null) return null
  return ofMachine(failure, config) ?? ofDatabase(failure.code, config)
}

/** Before anything is made: a start that cannot listen at its end leaves nothing behind. */
export async function assertPortFree(config: Config): Promise<void> {
  await new Promise<void>((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(config.port, config.host, () => server.close(() => done()))
  })
}

/** Where an error came from, and what caused it: the outer sentence may only say that something failed. */
export const tracesOf = (error: unknown): string =>
  error instanceof Error
    ? [error.stack, ...(error.cause === undefined ? [] : [`because of ${tracesOf(error.cause)}`])].join(
        '\n',
      )
    : String(error)
