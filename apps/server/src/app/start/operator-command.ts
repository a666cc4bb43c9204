import type { Config } from './config.ts'
import { plainSentence, tracesOf } from './start-error.ts'

/** Runs a command of the operator: its answer, or one sentence that says what is wrong and what to do. */
export async function runCommand(
  read: (environment: NodeJS.ProcessEnv) => Config,
  work: (config: Config) => Promise<string>,
): Promise<void> {
  let config: Config | null = null
  try {
    config = read(process.env)
    process.stdout.write(`${await work(config)}\n`)
  } catch (error) {
    const plain = plainSentence(error, config)
    process.stderr.write(`${plain ?? tracesOf(error)}\n`)
    process.exitCode = 1
  }
}
