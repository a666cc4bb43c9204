import { ApiError } from '../../platform/api-error.ts'

const depthMax = 20
const keysMax = 10_000

/**
 * JSON as the contract reads it: no duplicate keys, at most 20 levels, no `__proto__`. A scan over the text
 * finds what JSON.parse would silently accept.
 * @throws malformedRequest, duplicateKey, unknownField
 */
export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('malformedRequest')
  }
  scan(text)
  return value
}

/** The text is valid JSON here, so the scan need only follow strings and brackets. */
function scan(text: string): void {
  const open: (Set<string> | null)[] = []
  let keys = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '{' || letter === '[') {
      open.push(letter === '{' ? new Set() : null)
      if (open.length > depthMax) throw new ApiError('malformedRequest')
    } else if (letter === '}' || letter === ']') {
      open.pop()
    } else if (letter === '"') {
      const end = stringEnd(text, at)
      const names = open.at(-1)
      if (names && isKey(text, end)) {
        keys += 1
        addKey(names, JSON.parse(text.slice(at, end + 1)) as string, keys)
      }
      at = end
    }
  }
}

function addKey(names: Set<string>, key: string, count: number): void {
  if (key === '__proto__') throw new ApiError('unknownField', { field: key })
  if (names.has(key)) throw new ApiError('duplicateKey', { field: key.slice(0, 60) })
  if (count > keysMax) throw new ApiError('malformedRequest')
  names.add(key)
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}
