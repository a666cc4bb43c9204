import { product } from './products.ts'

/**
 * Tells the pretend outside world to do one thing: `POST /control/<name>` of the sandbox. Throws its
 * refusal.
 */
export async function tellOutside<T>(
  name: string,
  wish: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  const answer = await fetch(`${product().outside}/control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  })
  const { data, error } = (await answer.json()) as { data: T; error?: string }
  if (!answer.ok) throw new Error(`${name}: ${error}`)
  return data
}

/** Reads what the outside world looks like: `state` or `members`. */
export async function askOutside<T>(name: 'state' | 'members'): Promise<T> {
  const answer = await fetch(`${product().outside}/control/${name}`)
  const { data } = (await answer.json()) as { data: T }
  return data
}

/** A file that the outside world gives to whoever asks, such as a statement of its banks. */
export async function outsideFile(path: string): Promise<Buffer> {
  const answer = await fetch(`${product().outside}${path}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
