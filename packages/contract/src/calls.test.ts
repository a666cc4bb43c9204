import { describe, expect, test } from 'vitest'
import { BrandSettings, initialSettings } from './brand-settings.ts'
import { calls } from './calls.ts'
import { z } from 'zod'
import { rateOf, type Call, type CallTable } from './kit/define.ts'
import { none } from './kit/error-details.ts'
import { errorStatus, isErrorCode } from './kit/errors.ts'
import { actions, resources } from './kit/permissions.ts'

const all = (Object.entries(calls) as [string, CallTable][]).flatMap(([area, table]) =>
  Object.entries(table).map(([name, call]) => [`${area}.${name}`, call] as const),
)
const where = (test_: (call: Call) => boolean): string[] =>
  all.filter(([, call]) => test_(call)).map(([name]) => name)
const paramsOf = (call: Call): string[] =>
  [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
const words = new Set(['public', 'preOtp', 'token', 'admin', 'signature'])

describe('every call', () => {
  test.each(all)('%s says who may make it', (_, call) => {
    if (typeof call.requires === 'string') {
      expect(words).toContain(call.requires)
      return
    }
    const entries = Object.entries(call.requires)
    expect(entries.length).toBeGreaterThan(0)
    for (const [resource, needed] of entries) {
      expect(resources).toContain(resource)
      expect(needed.length).toBeGreaterThan(0)
      for (const action of needed) expect(actions).toContain(action)
    }
  })

  test.each(all)(
    '%s has a closed input with its path parameters, and refuses what it does not know',
    (_, call) => {
      expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(paramsOf(call)))
      for (const key of ['roleId', 'isAdmin', 'constructor', 'madeUp']) {
        if (Object.hasOwn(call.input.shape, key)) continue
        const result = call.input.safeParse({ [key]: 'x' })
        const codes = result.error?.issues.map((issue) => issue.code) ?? []
        expect(codes, key).toContain('unrecognized_keys')
      }
    },
  )

  test.each(all)('%s lives on the surface of its callers', (name, call) => {
    const surface = call.path.split('/')[1]
    if (call.requires === 'signature') expect(['auto', 'member']).toContain(surface)
    // A phone has no key yet when it takes its code; how a gateway signs, the handler judges.
    else
      expect(surface).toBe(
        ['autoApi.pair', 'autoApi.webhook', 'autoApi.provider', 'autoApi.providerRoom'].includes(name)
          ? 'auto'
          : 'api',
      )
  })

  test.each(all)('%s names errors of the table, and a summary in words', (_, call) => {
    for (const code of Object.keys(call.errors ?? {})) expect(Object.keys(errorStatus)).toContain(code)
    expect(call.summary).toMatch(/^[A-Z].*\.$/s)
  })
})

describe('all calls together', () => {
  test('no two share method and path', () => {
    const places = all.map(([, call]) => `${call.method} ${call.path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
  })

  test('a call that moves money is idempotent', () => {
    expect(where((call) => call.money !== undefined && !call.idempotent)).toEqual([])
  })

  test('a GET changes nothing', () => {
    const hasEffect = (call: Call): boolean =>
      call.idempotent === true || call.money !== undefined || call.stepUp !== undefined
    expect(where((call) => call.method === 'GET' && hasEffect(call))).toEqual([])
  })

  test('a call that only reads has no effect either', () => {
    expect(
      where((call) => call.isRead === true && (call.idempotent === true || call.money !== undefined)),
    ).toEqual([])
  })

  test('an idempotent call runs in the transaction that keeps its answer', () => {
    expect(where((call) => call.idempotent === true && call.ownTransaction === true)).toEqual([])
  })

  test('where a token is enough, the contract says whose rows it reaches', () => {
    expect(where((call) => call.requires === 'token' && !call.scope)).toEqual([])
  })

  test('an id in the path says what it is, so that sight is checked before the body', () => {
    const isOwed = (call: Call): boolean =>
      paramsOf(call).includes('id') && call.requires !== 'signature' && call.subject === undefined
    expect(where(isOwed)).toEqual([])
  })

  test('only these can be made without a full token', () => {
    expect(where((call) => call.requires === 'public')).toEqual([
      'auth.login',
      'auth.redeem',
      'autoApi.webhook',
      'autoApi.provider',
      'autoApi.providerRoom',
      'autoApi.pair',
    ])
    expect(where((call) => call.requires === 'preOtp')).toEqual([
      'auth.selfPreOtp',
      'auth.otpCreate',
      'auth.otpVerify',
      'auth.logout',
      'auth.recover',
    ])
  })
})

// Every other test reads the contract itself and follows it: here a dropped flag is seen.
test('the rights of all calls are those of rights.txt (vitest -u after a meant change)', async () => {
  const rows = all.map(([name, call]) => {
    const requires = typeof call.requires === 'string' ? call.requires : JSON.stringify(call.requires)
    const marks = [
      call.money,
      call.idempotent && (call.idempotent === true ? 'idempotent' : 'idempotent when a key is given'),
      call.stepUp && `stepUp ${call.stepUp}`,
      call.scope && `scope ${call.scope}`,
      call.subject && `subject ${call.subject}`,
      `rate ${rateOf(call)}`,
      ...(['isOfStaff', 'isRead', 'ownTransaction', 'stream', 'upload'] as const).filter(
        (mark) => call[mark],
      ),
      call.file,
    ]
    return [name, `${call.method} ${call.path}`, requires, ...marks.filter(Boolean)].join(' · ')
  })
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./rights.txt')
})

interface Shape {
  readonly [word: string]: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | false
  readonly required?: readonly string[]
}
const least = (schema: z.ZodType): number =>
  Array.from({ length: 20 }, (_, length) => length).findIndex(
    (length) => schema.safeParse('x'.repeat(length)).success,
  )

/** What a value may be, in one line: its kind, its limits, its closed list. */
function limitsOf(shape: Shape): string {
  const { anyOf, items, properties, additionalProperties, required = [], $schema: _, ...rest } = shape
  if (anyOf) return anyOf.map(limitsOf).join(' or ')
  const bare = Object.entries(rest)
    .filter(([word]) => word !== 'propertyNames' && !(word === 'pattern' && 'format' in rest))
    .map(([word, value]) => `${word} ${Array.isArray(value) ? value.join('|') : JSON.stringify(value)}`)
    .join(', ')
  if (items) return `[${limitsOf(items)}] ${bare}`
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${limitsOf(field)}`,
    )
    return `{ ${fields.join('; ')} }`
  }
  return additionalProperties ? `{ each: ${limitsOf(additionalProperties)} }` : bare
}

/** What the details of an error are called, and which reasons there are. */
function namesIn({ anyOf, properties = {} }: Shape): string {
  if (anyOf) return anyOf.map(namesIn).join(' or ')
  const { reason, ...facts } = properties
  const reasons = [reason?.['enum'] ?? reason?.['const'] ?? []].flat().join('|')
  return `{ ${[...(reason ? [reasons] : []), ...Object.keys(facts)].join(', ')} }`
}

/** What no JSON schema says of a text: its fewest letters, its lines, its years. */
function wordsOf(schema: z.ZodType, { kind, type, enum: values }: Shape): string {
  if (kind === 'instant')
    return schema.safeParse('2569-01-01T00:00:00.000Z').success ? ' of any year' : ' of our years'
  if (type !== 'string' || kind === 'id' || kind === 'date' || values) return ''
  const fewest = least(schema)
  if (fewest < 0) return ''
  return ` of at least ${fewest}${schema.safeParse('abcde\nfghij').success ? '' : ', one line'}`
}

// What a caller may send, to the last limit; a schema that is loosened or tightened is seen here.
test('what calls take and a brand settles is in inputs.txt (vitest -u after a meant change)', async () => {
  const rows = all.map(([name, call]) => {
    const { properties = {}, required = [] } = z.toJSONSchema(call.input, {
      io: 'input',
      unrepresentable: 'any',
    }) as Shape
    const fields = Object.entries(properties).map(([field, shape]) => {
      const schema = (call.input.shape as Record<string, z.ZodType>)[field]
      const more = schema ? wordsOf(schema, shape) : ''
      return `\n  ${field}${required.includes(field) ? '' : '?'}: ${limitsOf(shape)}${more}`
    })
    const errors = Object.entries(call.errors ?? {}).map(([code, schema]) => {
      const status = isErrorCode(code) ? errorStatus[code] : 'unknown'
      const details = schema === none ? null : (z.toJSONSchema(schema, { io: 'input' }) as Shape)
      return `${code} ${status}${details ? ` ${namesIn(details)}` : ''}`
    })
    return `${name}${fields.join('')}\n  errors: ${errors.join(', ') || 'none of its own'}`
  })
  rows.push(
    `settings of a brand\n  ${limitsOf(z.toJSONSchema(BrandSettings) as Shape)
      .split('; ')
      .join('\n  ')}`,
  )
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./inputs.txt')
})

const isTaken = (call: Call, field: string, value: unknown): boolean =>
  (call.input.shape as Record<string, z.ZodType>)[field]?.safeParse(value).success === true

test('a password is of 1024 bytes at most, in Thai too', () => {
  for (const [length, isGood] of [
    [341, true],
    [342, false],
  ] as const)
    expect(isTaken(calls.auth.login, 'password', 'ก'.repeat(length))).toBe(isGood)
})

test('a role’s name does not mix letters that look alike', () => {
  const names = ['Admin', 'Админ', 'Αδμιν', 'Аdmin', 'Αdmin', 'แอดมิน admin']
  const taken = names.map((name) => isTaken(calls.roles.create, 'roleName', name))
  expect(taken).toEqual([true, true, true, false, false, true])
})

test('a bank’s message may hold anything but what no database keeps', () => {
  const texts = ['โอน 5\u001b\u202e', 'a\u0000', '\ud800']
  expect(texts.map((each) => isTaken(calls.autoApi.message, 'text', each))).toEqual([true, false, false])
})

test('a group hears of no one person’s events, and knows our banks alone', () => {
  const { create } = calls.groupNotifications
  const personal = ['account.changed', 'export.ready', 'export.failed', 'approval.approved']
  for (const code of [...personal, 'approval.rejected'])
    expect(isTaken(create, 'events', [code])).toBe(false)
  expect(isTaken(create, 'events', ['approval.waiting'])).toBe(true)
  expect([['KBANK'], ['XBANK']].map((codes) => isTaken(create, 'banks', codes))).toEqual([true, false])
})

test('a saved view holds 4,000 letters of filters and 60 widths', () => {
  const { create } = calls.listViews
  const filters = (length: number) => ({ a: Array.from({ length }, () => 'x'.repeat(190)) })
  expect([20, 21].map((length) => isTaken(create, 'filters', filters(length)))).toEqual([true, false])
  const widths = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`c${index}`, 9]))
  const layout = (length: number) => ({ order: [], hidden: [], widths: widths(length), density: null })
  expect([60, 61].map((length) => isTaken(create, 'layout', layout(length)))).toEqual([true, false])
})

test('a sandbox begins without a second factor, with 20 times the rates, and tells of little play', () => {
  const strict = initialSettings('production')
  expect(strict).toEqual(BrandSettings.parse({}))
  expect(initialSettings('sandbox')).toEqual({
    ...strict,
    isOtpRequired: false,
    lowPlayX100: 0,
    rtpAlarmRoundCount: 200,
    winAlarmStakeMinor: 50_000,
    rateReadPerMinute: 12_000,
    rateWritePerMinute: 4800,
    rateMoneyPerMinute: 2400,
    rateExportPerHour: 400,
  })
})
