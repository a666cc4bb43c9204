import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readyMs = 120_000

/** What `npm start` hands to node: its options and the program, each a word. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: { start: string }
  }
  const [command, ...args] = scripts.start.split(' ')
  if (command !== 'node') throw new Error(`npm start begins with ${command}, not with node.`)
  return args
}

export interface Product {
  readonly port: number
  readonly pid: number
  /** From the first moment of its process to the line that says that it is ready. */
  readonly startedMs: number
  readonly stop: () => Promise<void>
}

/** The product itself in a process of its own, as `npm start` runs it, with these settings and a `PORT`. */
export async function startProduct(settings: Readonly<Record<string, string>>): Promise<Product> {
  const begun = performance.now()
  const child = spawn(process.execPath, startArguments(), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', ...settings },
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((ready, fail) => {
    const late = setTimeout(() => fail(new Error('The server was not ready in time.')), readyMs)
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (process.env['KHLANG_BENCH_LOUD']) process.stderr.write(text)
      said = `${said}${text}`.slice(-5000)
      if (!said.includes('Khlang is ready at')) return
      clearTimeout(late)
      ready()
    })
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}:\n${said}`)))
  })
  return {
    port: Number(settings['PORT']),
    pid: child.pid ?? 0,
    startedMs: performance.now() - begun,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}
