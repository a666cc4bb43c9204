import { createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import pg from 'pg'
import { migrate, withDatabase } from '../../platform/migrations/migrate.ts'
import { readConfig } from './config.ts'
import { assertPortFree, plainSentence } from './start-error.ts'
import { startDatabase } from './start-database.ts'

/** What an operator is told of a start with this database. */
async function toldOf(url: string): Promise<string | null> {
  const config = readConfig({ DATABASE_URL: url, KHLANG_MASTER_KEY: '1a'.repeat(32) })
  return startDatabase(config, '.', () => undefined).then(
    () => 'started',
    (error: unknown) => plainSentence(error, config),
  )
}

const at = (parts: Parameters<typeof withDatabase>[1], port?: string): string => {
  const address = new URL(withDatabase(inject('adminUrl'), parts))
  if (port !== undefined) address.port = port
  return address.href
}

test('a port that is taken is said before anything is made', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const config = readConfig({ PORT: port })
  const error: unknown = await assertPortFree(config).catch((thrown: unknown) => thrown)
  expect(plainSentence(error, config)).toBe(
    `Port ${port} of 127.0.0.1 is taken by another program. Stop that one, or set PORT to another.`,
  )
  await new Promise((done) => server.close(done))
  await assertPortFree(config)
})

test('an address that is not of this machine is said', async () => {
  const config = readConfig({ KHLANG_HOST: '192.0.2.1' })
  const error: unknown = await assertPortFree(config).catch((thrown: unknown) => thrown)
  expect(plainSentence(error, config)).toBe(
    '192.0.2.1 is not an address of this machine. Correct KHLANG_HOST.',
  )
})

test('a database that cannot be used is said in one line, without its password', async () => {
  expect(await toldOf(at({ database: 'khlang' }, '1'))).toMatch(/^No database answers at 127\.0\.0\.1:1 \(/)
  expect(await toldOf(at({ password: 'secret-word' }))).toMatch(
    /refuses the user khlang_admin or the password/,
  )
  expect(await toldOf(at({ password: 'secret-word' }))).not.toContain('secret-word')
  expect(await toldOf(at({ database: 'absent' }))).toMatch(/^There is no database absent at /)
})

test('a user who may not make roles is told which rights they need', async () => {
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query("create role start_plain login password 'plain'")
  await admin.query('create database start_plain')
  const url = at({ database: 'start_plain', user: 'start_plain', password: 'plain' })
  try {
    expect(await toldOf(url)).toMatch(/may not do what a start needs.*createrole, owner/)
  } finally {
    await admin.query('drop database start_plain with (force)')
    await admin.query('drop role start_plain')
    await admin.end()
  }
})

test('a database of another version is refused in one line', async () => {
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query('create database start_later')
  try {
    const url = at({ database: 'start_later' })
    await migrate(url, null, {
      migrations: [{ name: '9999_later.sql', sql: 'create table later ()' }],
      functions: [],
    })
    expect(await toldOf(url)).toMatch(
      /9999_later\.sql, which this version does not know\. Start the version/,
    )
  } finally {
    await admin.query('drop database start_later with (force)')
    await admin.end()
  }
})

test('what nobody foresaw keeps its stack', () => {
  expect(plainSentence(new TypeError('x is not a function'), readConfig({}))).toBeNull()
})
