import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Passwords and codes are hashed hundreds of times in a run, at 64 MiB each: tests hash the same way at a
// hundredth of the cost. What is stored still names the real parameters.

// Files that share a process come here one after another: only the first finds the real one.
const found = globalThis as { realArgon2?: typeof crypto.argon2 }
const real = (found.realArgon2 ??= crypto.argon2)

function use(argon2: typeof real): void {
  crypto.argon2 = argon2
  syncBuiltinESMExports()
}

use((algorithm, given, done) => real(algorithm, { ...given, memory: 512, passes: 1 }, done))

/** For tests of the hashes themselves: at what they cost in service. */
export const useRealHashes = (): void => use(real)
