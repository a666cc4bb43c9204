import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { ApiError } from './api-error.ts'
import type { Secrets } from './secrets.ts'

/** Argon2id parameters of new hashes; stored ones below them are made anew at the next sign-in. */
const parameters = { memory: 65_536, passes: 3, parallelism: 1 } as const
const runningMax = 2
const waitingMax = 50

let running = 0
const waiting: (() => void)[] = []

/** Lets two hashes run at once and fifty wait, so that a flood of sign-ins cannot starve the server. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) throw new ApiError('tooManyRequests', { retryAfterS: 5 })
    await new Promise<void>((resume) => waiting.push(resume))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const derive = (
  message: Buffer,
  nonce: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
) =>
  new Promise<Buffer>((done, fail) => {
    argon2('argon2id', { message, nonce, tagLength: 32, ...cost }, (error, tag) =>
      error ? fail(error) : done(Buffer.from(tag)),
    )
  })

// Peppered with a key that is not in the database, over the once-normalised text.
const peppered = (secrets: Secrets, password: string): Buffer =>
  createHmac('sha256', secrets.key('password-pepper')).update(password.normalize('NFKC')).digest()

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash` of a password. */
export async function hashPassword(secrets: Secrets, password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await inTurn(() => derive(peppered(secrets, password), salt, parameters))
  return written(salt, tag)
}

/** A hash as it is stored: the parameters, the salt and the tag, in the order of the PHC string format. */
function written(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = parameters
  const head = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`
  return `${head}$${salt.toString('base64')}$${tag.toString('base64')}`
}

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/
// A hash nobody knows the password of: unknown users cost the same time as known ones.
const nobody = written(Buffer.alloc(16), Buffer.alloc(32))

/**
 * Compares in constant time and at the same cost whether or not there is a stored hash.
 * @returns whether it fits, and whether the stored parameters are below today's
 */
export async function verifyPassword(
  secrets: Secrets,
  password: string,
  stored: string | null,
): Promise<{ fits: boolean; isWeak: boolean }> {
  const [, memory, passes, parallelism, salt, tag] =
    shape.exec(stored ?? nobody) ?? shape.exec(nobody) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag ?? '', 'base64')
  const got = await inTurn(() =>
    derive(peppered(secrets, password), Buffer.from(salt ?? '', 'base64'), cost),
  )
  const fits = got.length === expected.length && timingSafeEqual(got, expected) && stored !== null
  return { fits, isWeak: cost.memory < parameters.memory || cost.passes < parameters.passes }
}

// One code point repeated, or shorter runs, are caught by the estimator; the list holds the common ones.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/**
 * Staff passwords: 12 to 128 characters, any of them, estimated strength at least 3 of 4 with the brand, the
 * product and the user name as context. Source: decisions 11.
 * @throws passwordTooShort, passwordTooWeak, textTooLong
 */
export function assertPasswordQuality(password: string, context: readonly string[]): void {
  const length = [...password].length
  if (length < 12) throw new ApiError('passwordTooShort', { field: 'newPassword' })
  if (length > 128) throw new ApiError('textTooLong', { field: 'newPassword' })
  const words = ['khlang', 'คลัง', ...context.flatMap((word) => [word, word.toLowerCase()])].filter(
    (word) => word.length > 2,
  )
  if (
    words.some((word) => password.toLowerCase().includes(word.toLowerCase())) ||
    estimator.check(password, words).score < 3
  ) {
    throw new ApiError('passwordTooWeak', { field: 'newPassword' })
  }
}

/** A password made by us for the sandbox and for one-time codes: 120 random bits. */
export const randomPassword = (): string => randomBytes(15).toString('base64url')
