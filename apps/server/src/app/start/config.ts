import { z } from 'zod'

/** The settings of a deployment, all from the environment. `docs/operating.md` lists them for operators. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(7100),
  KHLANG_HOST: z.string().default('127.0.0.1'),
  KHLANG_DATA: z.string().min(1).default('./data'),
  KHLANG_PROFILE: z.enum(['sandbox', 'production']).default('sandbox'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  KHLANG_SERVE: z
    .string()
    .default('admin,auto,member')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(['admin', 'auto', 'member'])).min(1)),
  KHLANG_EGRESS_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string().regex(/^[\w.-]+:\d{1,5}$/))),
  KHLANG_MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  KHLANG_MASTER_KEY_FILE: z.string().optional(),
  KHLANG_BRAND: z.string().min(1).max(60).default('Khlang'),
  KHLANG_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
  KHLANG_TRUST_PROXY: z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1'),
  KHLANG_BASE_API: z.string().default(''),
  KHLANG_BASE_AUTO: z.string().default(''),
  KHLANG_BASE_MEMBER: z.string().default(''),
  KHLANG_BACKUP: z.string().optional(),
  KHLANG_CONSOLE: z.enum(['built', 'apart']).default('built'),
  KHLANG_SANDBOX_EVENTS: z
    .enum(['on', 'off'])
    .default('on')
    .transform((text) => text === 'on'),
})

const rules: Readonly<Record<string, string>> = {
  PORT: 'a port number, 0 to 65535',
  KHLANG_PROFILE: '"sandbox" or "production"',
  DATABASE_URL: 'postgres://user:password@host:port/database',
  KHLANG_SERVE: 'a comma list of admin, auto, member',
  KHLANG_EGRESS_ALLOW: 'a comma list of host:port',
  KHLANG_MASTER_KEY: '64 hexadecimal digits',
  KHLANG_TRUST_PROXY: '0 or 1',
  KHLANG_CONSOLE: '"built" or "apart"',
  KHLANG_SANDBOX_EVENTS: '"on" or "off"',
}

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly profile: 'sandbox' | 'production'
  readonly databaseUrl: string | undefined
  readonly surfaces: readonly ('admin' | 'auto' | 'member')[]
  readonly egressAllow: readonly string[]
  readonly masterKey: string | undefined
  readonly masterKeyFile: string | undefined
  readonly brand: string
  /** Host names this server answers to, beside loopback names; empty in production = any behind the proxy. */
  readonly hosts: readonly string[]
  readonly trustProxy: boolean
  readonly bases: { readonly api: string; readonly auto: string; readonly member: string }
  readonly sandboxEvents: boolean
  /** Whether the console is built and served here, or comes from somewhere else. */
  readonly console: 'built' | 'apart'
  /** Folder of backups, into which our own PostgreSQL archives; null: nothing is archived. */
  readonly backupDir: string | null
}

/** A setting that cannot be used; the message names it and says what it must be. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment; words after the command are no settings, nor a wish for help to start.
 * @throws ConfigError with one line per bad setting.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  words: readonly string[] = [],
): Config {
  if (words.length > 0) {
    throw new ConfigError(
      `Khlang takes no words after its command (${words.join(' ')}): its settings come from the ` +
        'environment, and docs/operating.md lists them.',
    )
  }
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    throw new ConfigError(
      names.map((name) => `${name} must be ${rules[name] ?? 'a valid value'}.`).join('\n'),
    )
  }
  const env = parsed.data
  if (env.KHLANG_PROFILE === 'production' && env.KHLANG_EGRESS_ALLOW.length > 0) {
    throw new ConfigError('KHLANG_EGRESS_ALLOW is for the sandbox; production refuses to start with it.')
  }
  if (env.KHLANG_PROFILE === 'production' && /^(.)\1+$/.test(env.KHLANG_MASTER_KEY ?? '01')) {
    throw new ConfigError('KHLANG_MASTER_KEY is a test key; production needs 64 random hexadecimal digits.')
  }
  return {
    port: env.PORT,
    host: env.KHLANG_HOST,
    dataDir: env.KHLANG_DATA,
    profile: env.KHLANG_PROFILE,
    databaseUrl: env.DATABASE_URL,
    surfaces: env.KHLANG_SERVE,
    egressAllow: env.KHLANG_EGRESS_ALLOW,
    masterKey: env.KHLANG_MASTER_KEY,
    masterKeyFile: env.KHLANG_MASTER_KEY_FILE,
    brand: env.KHLANG_BRAND,
    hosts: env.KHLANG_HOSTS,
    trustProxy: env.KHLANG_TRUST_PROXY,
    bases: { api: env.KHLANG_BASE_API, auto: env.KHLANG_BASE_AUTO, member: env.KHLANG_BASE_MEMBER },
    sandboxEvents: env.KHLANG_SANDBOX_EVENTS,
    console: env.KHLANG_CONSOLE,
    backupDir: env.KHLANG_BACKUP ?? null,
  }
}
