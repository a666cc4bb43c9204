import { loadTexts } from './words/i18n.ts'

/** A part of the program that did not arrive. The messages are the specification's, word for word. */
export class ChunkError extends Error {
  constructor(kind: 'script' | 'style', file: string) {
    super(kind === 'style' ? `Loading CSS chunk ${file} failed` : `Loading chunk ${file} failed`)
    this.name = 'ChunkError'
  }
}

/** Source: specification 9. */
const chunkTimeoutMs = 120_000

const fileOf = (text: string): string | null => /([^/\s?#]+\.(?:m?js|tsx?|css))/.exec(text)?.[1] ?? null

/**
 * The failure of an `import()` in the specification's words. `name` stands in where the browser names no
 * file.
 */
export function chunkErrorOf(thrown: unknown, name: string): ChunkError {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  const file = fileOf(text) ?? name
  return new ChunkError(text.includes('CSS') || file.endsWith('.css') ? 'style' : 'script', file)
}

/** Loads a part of the program within 120 s. Throws `ChunkError`. `name` is a readable name of the part. */
export async function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('script', name)), chunkTimeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } catch (thrown) {
    throw thrown instanceof ChunkError || isProgramError(thrown) ? thrown : chunkErrorOf(thrown, name)
  } finally {
    clearTimeout(timer)
  }
}

/** A module that arrived and then failed while it ran is a mistake of ours, not a load failure. */
function isProgramError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return !/(import|preload|module|load|fetch)/i.test(thrown.message)
}

/** A screen with its texts, fetched side by side, so that it never shows a key. */
export async function loadScreen<T>(
  name: string,
  texts: string | readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  const [screen] = await Promise.all([loadChunk(name, load), loadTexts(...[texts].flat(), 'errors')])
  return screen
}
