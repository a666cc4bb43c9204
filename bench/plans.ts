import type { BenchEnv } from './kit/env.ts'
import { callCases } from './kit/plans/calls.ts'
import { jobCases } from './kit/plans/jobs.ts'
import { judged } from './kit/plans/judge.ts'
import { seedPlans } from './kit/plans/seed.ts'
import { startWatched } from './kit/plans/server.ts'
import { PlanWatch } from './kit/plans/watch.ts'

/** Seeds for half an hour: only when named. */
export const isLong = true

const database = 'khlang_plans'
/** Those alone whose name has this in it. */
const only = (process.env['KHLANG_BENCH_ONLY'] ?? '').split('|')

/**
 * Every list, total, count and job step, by the product's own code, on a house of years: what its plans
 * really read, beside what it answers.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  await seedPlans(env, database)
  if (only.includes('seed')) return true
  const watch = await PlanWatch.open(env, database)
  try {
    const server = await startWatched(env, database, watch)
    let missed = 0
    let count = 0
    try {
      for (const each of [...(await callCases(env, database)), ...jobCases()]) {
        if (!only.some((part) => each.name.includes(part)) || each.isWanted?.() === false) continue
        count += 1
        if (!(await judged(env, watch, server, each))) missed += 1
      }
    } finally {
      await server.stop()
    }
    env.print(`${count} cases, ${missed} missed`)
    return missed === 0
  } finally {
    await watch.close()
  }
}
