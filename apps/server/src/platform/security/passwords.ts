import { passwordMin } from '@khlang/contract/values/sign-in-limits.ts'
import { argon2, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../api-error.ts'
import type { Secrets } from './secrets.ts'

/** Argon2id parameters of new hashes; stored ones below them are made anew at the next sign-in. */
const parameters = { memory: 65_536, passes: 3, parallelism: 1 } as const
/** Those of codes drawn at random, which no list of guesses holds: the least of OWASP for Argon2id. */
const parametersOfCodes = { memory: 19_456, passes: 2, parallelism: 1 } as const
type Cost = Readonly<Record<keyof typeof parameters, number>>
const runningMax = 2
const waitingMax = 50

let running = 0
const waiting: (() => void)[] = []

/**
 * Lets two hashes run at once and fifty wait, so that a flood of sign-ins cannot starve the server. What runs
 * in a turn may not ask for a connection that callers keep while they wait for theirs.
 * @throws tooManyRequests when fifty wait, before anything was done
 */
export async function inHashingTurn<T>(work: () => Promise<T>): Promise<T> {
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

const derive = (message: Buffer, nonce: Buffer, cost: Cost) =>
  new Promise<Buffer>((done, fail) => {
    argon2('argon2id', { message, nonce, tagLength: 32, ...cost }, (error, tag) =>
      error ? fail(error) : done(Buffer.from(tag)),
    )
  })

// Peppered with a key that is not in the database, over the once-normalised text.
const peppered = (secrets: Secrets, password: string): Buffer =>
  createHmac('sha256', secrets.key('password-pepper')).update(password.normalize('NFKC')).digest()

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash` of a password. */
export const hashPassword = (secrets: Secrets, password: string): Promise<string> =>
  hashedWith(parameters, secrets, password)

/** The same of a recovery code: ten are made and compared at once, while somebody waits. */
export const hashRecoveryCode = (secrets: Secrets, code: string): Promise<string> =>
  hashedWith(parametersOfCodes, secrets, code)

async function hashedWith(cost: Cost, secrets: Secrets, text: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await inHashingTurn(() => derive(peppered(secrets, text), salt, cost))
  return written(cost, salt, tag)
}

/** A hash as it is stored: the parameters, the salt and the tag, in the order of the PHC string format. */
function written({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const head = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`
  return `${head}$${salt.toString('base64')}$${tag.toString('base64')}`
}

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/
// A hash nobody knows the password of: unknown users cost the same time as known ones.
const nobody = written(parameters, Buffer.alloc(16), Buffer.alloc(32))

/**
 * Compares in constant time and at the same cost whether or not there is a stored hash. Only in a turn:
 * whoever compares counts the guess in it first (`inHashingTurn`).
 * @returns whether it fits, and whether the stored parameters are below today's
 */
export async function comparePassword(
  secrets: Secrets,
  password: string,
  stored: string | null,
): Promise<{ fits: boolean; isWeak: boolean }> {
  const [, memory, passes, parallelism, salt, tag] =
    shape.exec(stored ?? nobody) ?? shape.exec(nobody) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag ?? '', 'base64')
  const got = await derive(peppered(secrets, password), Buffer.from(salt ?? '', 'base64'), cost)
  const fits = got.length === expected.length && timingSafeEqual(got, expected) && stored !== null
  return { fits, isWeak: cost.memory < parameters.memory || cost.passes < parameters.passes }
}

/**
 * Staff passwords: 12 to 128 characters, any of them, without the brand, the product or the user name in
 * them, estimated strength at least 3 of 4. Judged in the spelling that is hashed. Source: decisions 11,
 * safety.md row 45.
 * @throws passwordTooShort, textTooLong, passwordHoldsName, passwordTooCommon, passwordTooWeak
 */
export async function assertPasswordQuality(password: string, context: readonly string[]): Promise<void> {
  const field = 'newPassword'
  const length = [...password].length
  if (length < passwordMin) throw new ApiError('passwordTooShort', { field })
  if (length > 128) throw new ApiError('textTooLong', { field })
  const text = password.normalize('NFKC')
  const words = ['khlang', 'คลัง', ...context]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => word.length > 2)
  if (words.some((word) => text.toLowerCase().includes(word)))
    throw new ApiError('passwordHoldsName', { field })
  // Its words fill much memory, and most servers never hear a new password.
  const { isCommon, isStrong } = await import('./password-strength.ts')
  if (isStrong(text, words)) return
  throw new ApiError(isCommon(text) ? 'passwordTooCommon' : 'passwordTooWeak', { field })
}

/** A password made by us for the sandbox and for one-time codes: 120 random bits. */
export const randomPassword = (): string => randomBytes(15).toString('base64url')

/** A new password of ours with its hash. */
export async function newPassword(secrets: Secrets): Promise<{ password: string; hash: string }> {
  const password = randomPassword()
  return { password, hash: await hashPassword(secrets, password) }
}

/** The hash under which a one-time code is kept: codes are 80 random bits, so none is slow to make. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(code.trim()).digest()
