/**
 * Runs a race again and again: a few times in every run, 200 times with `KHLANG_TEST_FULL=1`. Source:
 * safety.md R9 to R11.
 */
export async function inRounds(race: (round: number) => Promise<void>, few = 1): Promise<void> {
  const rounds = process.env['KHLANG_TEST_FULL'] === '1' ? 200 : few
  for (let round = 0; round < rounds; round += 1) await race(round)
}

/** Long enough for 200 rounds; a failure comes at once. */
export const roundsTimeout = { timeout: 600_000 }
