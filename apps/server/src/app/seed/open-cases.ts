import type { SeedWorld } from './seed-sandbox.ts'

/** What waits for a person when the sandbox opens. */
export async function openCases(_world: SeedWorld): Promise<void> {}
