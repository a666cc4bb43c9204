import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimLinkedFiles } from '../../platform/cluster/folder-lock.ts'
import { lockData } from './data-lock.ts'

const module = fileURLToPath(new URL('data-lock.ts', import.meta.url))
const program = `import { lockData } from ${JSON.stringify(module)}
try { lockData(process.argv[1]); console.log('got ' + process.pid); setInterval(() => 0, 1000) }
catch (error) { console.log('refused ' + error.message); }`
const args = (folder: string) => ['--input-type=module', '-e', program, folder]

let folder = ''
const started: ChildProcess[] = []
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'khlang-lock-')))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** What a process says that wants the folder; it keeps it until it is ended. */
async function starter(data: string, [command, ...before]: string[] = [process.execPath]) {
  const child = spawn(command ?? '', [...before, ...args(data)], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}
const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a second process is refused, and gets the folder once the first was killed', async () => {
  const first = await starter(folder)
  expect(first.said).toBe(`got ${first.child.pid}`)
  expect((await starter(folder)).said).toContain(`already runs on ${folder} (process ${first.child.pid})`)
  await kill(first.child)
  expect((await starter(folder)).said).toMatch(/^got /)
})

test('of several that start at once on what a killed one left, exactly one gets the folder', async () => {
  for (let round = 0; round < 3; round += 1) {
    const left = await starter(folder)
    await kill(left.child)
    const all = await Promise.all(Array.from({ length: 4 }, () => starter(folder)))
    expect(all.filter(({ said }) => said.startsWith('got'))).toHaveLength(1)
    for (const { child } of all) if (child.exitCode === null) await kill(child)
  }
}, 60_000)

const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
test.runIf(canUnshare)(
  'in a container, where its number is 1 each time, it starts after each kill',
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const unshare = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', process.execPath]
      const { child, said } = await starter(folder, unshare)
      expect(said).toBe('got 1')
      await kill(child)
    }
  },
  60_000,
)

test('a folder given back is free at once, and says nothing of who had it', () => {
  const first = lockData(folder)
  first.noteAddress('http://localhost:1')
  expect(JSON.parse(readFileSync(join(folder, 'khlang.pid'), 'utf8'))).toMatchObject({
    pid: process.pid,
    address: 'http://localhost:1',
  })
  expect(() => lockData(folder)).toThrow('at http://localhost:1')
  first.release()
  lockData(folder).release()
})

test('database files elsewhere belong to one folder: a copy is refused, the moved folder is not', () => {
  const [own, copy, moved] = ['own', 'copy', 'moved'].map((name) => join(folder, name))
  const home = join(folder, 'elsewhere')
  const files = join(home, 'postgres')
  if (!own || !copy || !moved) throw new Error('no folder')
  for (const each of [own, files]) mkdirSync(each, { recursive: true })
  symlinkSync(files, join(own, 'postgres'))
  const release = claimLinkedFiles(own, files)
  expect(() => claimLinkedFiles(own, files)).toThrow('already runs on the database files')
  release()
  cpSync(own, copy, { recursive: true, verbatimSymlinks: true })
  expect(() => claimLinkedFiles(copy, files)).toThrow(`${copy} holds no database`)
  cpSync(own, moved, { recursive: true, verbatimSymlinks: true })
  rmSync(copy, { recursive: true })
  rmSync(own, { recursive: true })
  claimLinkedFiles(moved, files)()
  rmSync(home, { recursive: true })
  expect(() => claimLinkedFiles(moved, files)).toThrow('which is not there')
})
