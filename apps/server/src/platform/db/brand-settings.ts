import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Reader } from './db.ts'
import { heldRestore } from './restored.ts'

/** The brand's settings, read with the caller's own snapshot; missing keys take their default. */
export async function readSettings(db: Reader): Promise<BrandSettings> {
  const row = await db.selectFrom('brand_settings').select('value').executeTakeFirst()
  return BrandSettings.parse(row?.value ?? {})
}

/**
 * What counts now. While a restored database is held nothing is credited or approved by itself, whatever the
 * brand has chosen.
 */
async function settingsInForce(db: Reader): Promise<BrandSettings> {
  const settings = await readSettings(db)
  if ((await heldRestore(db)) === null) return settings
  return { ...settings, isAutoCreditOn: false, autoApproveLimitMinor: 0 }
}

/** Stores settings where none are; used at the first start. */
export async function seedSettings(db: Reader, settings: BrandSettings): Promise<void> {
  await db
    .insertInto('brand_settings')
    .values({ value: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute()
}

/** Settings read at most twice a second; a change made by this process shows at once after `forget`. */
export class SettingsCache {
  readonly #db: Reader
  #reading: Promise<BrandSettings> | null = null
  #readAt = 0
  constructor(db: Reader) {
    this.#db = db
  }

  async get(): Promise<BrandSettings> {
    const now = performance.now()
    if (this.#reading && now - this.#readAt < 500) return this.#reading
    this.#readAt = now
    const reading = settingsInForce(this.#db)
    this.#reading = reading
    // Whoever asks next reads anew; who waits already gets the error.
    reading.catch(() => {
      if (this.#reading === reading) this.forget()
    })
    return reading
  }

  forget(): void {
    this.#reading = null
  }
}
