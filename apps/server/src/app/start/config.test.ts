import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const problemOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
    return 'none'
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error)
  }
}
const key = '0123456789abcdef'.repeat(4)

describe('the settings of a deployment', () => {
  test('need none of them: the sandbox on this machine alone, all surfaces, port 7100', () => {
    expect(readConfig({})).toMatchObject({
      port: 7100,
      host: '127.0.0.1',
      dataDir: './data',
      profile: 'sandbox',
      surfaces: ['admin', 'auto', 'member'],
      egressAllow: [],
      hosts: [],
      trustProxy: false,
      bases: { api: '', auto: '', member: '' },
      sandboxEvents: true,
      console: 'built',
    })
  })

  test('an empty setting is an absent one, and foreign names are left alone', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', PATH: '/bin' }).port).toBe(7100)
  })

  test('are read', () => {
    const read = readConfig({
      PORT: '0',
      KHLANG_SERVE: 'auto, member',
      KHLANG_HOSTS: 'a.example,b.example',
      KHLANG_TRUST_PROXY: '1',
      KHLANG_SANDBOX_EVENTS: 'off',
      DATABASE_URL: 'postgres://u:p@db.example:5432/khlang',
      KHLANG_HOST: '0.0.0.0',
      KHLANG_DATA: '/srv/khlang',
      KHLANG_PROFILE: 'production',
      KHLANG_MASTER_KEY: key,
      KHLANG_MASTER_KEY_FILE: '/srv/key',
      KHLANG_BRAND: 'คลัง',
      KHLANG_BASE_API: 'https://api.example',
      KHLANG_BASE_AUTO: 'https://auto.example',
      KHLANG_BASE_MEMBER: 'https://member.example',
      KHLANG_BACKUP: '/backup',
      KHLANG_CONSOLE: 'apart',
    })
    expect(read).toEqual({
      port: 0,
      surfaces: ['auto', 'member'],
      hosts: ['a.example', 'b.example'],
      trustProxy: true,
      sandboxEvents: false,
      console: 'apart',
      egressAllow: [],
      databaseUrl: 'postgres://u:p@db.example:5432/khlang',
      host: '0.0.0.0',
      dataDir: '/srv/khlang',
      profile: 'production',
      masterKey: key,
      masterKeyFile: '/srv/key',
      brand: 'คลัง',
      bases: {
        api: 'https://api.example',
        auto: 'https://auto.example',
        member: 'https://member.example',
      },
      backupDir: '/backup',
    })
    const egress = { KHLANG_EGRESS_ALLOW: '127.0.0.1:7201,rail.example:443' }
    expect(readConfig(egress).egressAllow).toEqual(['127.0.0.1:7201', 'rail.example:443'])
    expect(readConfig({}).backupDir).toBeNull()
  })

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '7100.5'],
    ['KHLANG_PROFILE', 'test'],
    ['DATABASE_URL', 'mysql://a/b'],
    ['DATABASE_URL', 'somewhere'],
    ['KHLANG_SERVE', 'admin,all'],
    ['KHLANG_EGRESS_ALLOW', 'https://a'],
    ['KHLANG_MASTER_KEY', 'secret'],
    ['KHLANG_TRUST_PROXY', 'yes'],
    ['KHLANG_SANDBOX_EVENTS', 'maybe'],
  ])('%s=%s is refused by name, with what it must be', (name, value) => {
    expect(problemOf({ [name]: value })).toMatch(new RegExp(`^${name} must be .{5,}\\.$`))
  })

  test('all that is wrong is said at once, without the values', () => {
    const problem = problemOf({ PORT: 'http', KHLANG_MASTER_KEY: 'my-secret' })
    expect(problem.split('\n')).toHaveLength(2)
    expect(problem).not.toContain('my-secret')
  })

  test('a word after the command starts nothing and says where the settings are', () => {
    expect(() => readConfig({}, ['--help'])).toThrow(/\(--help\).*docs\/operating\.md/)
    expect(readConfig({}, []).port).toBe(7100)
  })

  test('production refuses exceptions for outgoing calls and test keys', () => {
    const production = { KHLANG_PROFILE: 'production' }
    expect(problemOf({ ...production, KHLANG_EGRESS_ALLOW: '127.0.0.1:1' })).toMatch(/^KHLANG_EGRESS_ALLOW/)
    expect(problemOf({ ...production, KHLANG_MASTER_KEY: '0'.repeat(64) })).toMatch(/^KHLANG_MASTER_KEY/)
    expect(problemOf({ ...production, KHLANG_MASTER_KEY: key })).toBe('none')
    expect(problemOf({ ...production, KHLANG_MASTER_KEY: 'a'.repeat(64) })).toMatch(/^KHLANG_MASTER_KEY/)
    expect(problemOf({ KHLANG_MASTER_KEY: '0'.repeat(64) })).toBe('none')
  })

  test('docs/operating.md lists exactly the settings that are read', () => {
    const at = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
    const names = (text: string, pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].map((match) => match[1] ?? '').toSorted()
    const schema = at('./config.ts').split('const rules')[0] ?? ''
    const listed = names(at('../../../../../docs/operating.md'), /^\| `([A-Z_]+)` \|/gm)
    expect(listed).toEqual(names(schema, /^ {2}([A-Z_]+): z/gm))
    expect(listed.length).toBeGreaterThan(10)
  })
})
