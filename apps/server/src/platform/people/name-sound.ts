/**
 * Thai and Latin spellings of a name, brought to the consonants both show. Sounds that the usual
 * romanisations confuse are one letter: K (k, kh, g), J (ch, j), T (t, th, d), P (p, ph, b, f),
 * N (n, ng, l, r), W (w, v). Vowels, h and y are left out.
 */
const THAI_SOUNDS: Readonly<Record<string, string>> = {
  ก: 'K',
  ข: 'K',
  ค: 'K',
  ฆ: 'K',
  ง: 'N',
  จ: 'J',
  ฉ: 'J',
  ช: 'J',
  ฌ: 'J',
  ซ: 'S',
  ศ: 'S',
  ษ: 'S',
  ส: 'S',
  ฎ: 'T',
  ฏ: 'T',
  ฐ: 'T',
  ฑ: 'T',
  ฒ: 'T',
  ด: 'T',
  ต: 'T',
  ถ: 'T',
  ท: 'T',
  ธ: 'T',
  น: 'N',
  ณ: 'N',
  ร: 'N',
  ฤ: 'N',
  ล: 'N',
  ฬ: 'N',
  บ: 'P',
  ป: 'P',
  ผ: 'P',
  ฝ: 'P',
  พ: 'P',
  ฟ: 'P',
  ภ: 'P',
  ม: 'M',
  ว: 'W',
}
const LATIN_SOUNDS: Readonly<Record<string, string>> = {
  B: 'P',
  C: 'K',
  D: 'T',
  F: 'P',
  G: 'K',
  J: 'J',
  K: 'K',
  L: 'N',
  M: 'M',
  N: 'N',
  P: 'P',
  Q: 'K',
  R: 'N',
  S: 'S',
  T: 'T',
  V: 'W',
  W: 'W',
  X: 'S',
  Z: 'S',
}

/** The consonants of one word in one of the two scripts; empty where it shows none. */
function soundOf(word: string): string {
  const plain = word
    .toUpperCase()
    // Silenced letters, and the ones of a cluster that is said as one.
    .replace(/[ทตด]?ร์|[ก-ฮ][ิุ]?์/g, '')
    .replace(/ทร/g, 'ซ')
    .replace(/รร(?=[ก-ฮ])/g, '')
    .replace(/CH/g, 'J')
    .replace(/SH/g, 'S')
    .replace(/PH/g, 'P')
    .replace(/TH/g, 'T')
    .replace(/KH/g, 'K')
    .replace(/NG/g, 'N')
    .replace(/RN/g, 'N')
    .replace(/(.)\1+/g, '$1')
  return [...plain].map((letter) => THAI_SOUNDS[letter] ?? LATIN_SOUNDS[letter] ?? '').join('')
}

/** The same of a whole name, without its blanks; `name_sound` of the database gives it for stored names. */
export const soundsOf = (name: string): string => soundOf(name.replace(/[^ก-๙A-Za-z]/g, ''))

/** Fewer common consonants than this say nothing certain. */
const tellingMin = 3

/**
 * How alike two names of two scripts sound, 0 to 1. Of an equal first name with a surname that begins alike
 * 0.9, with none 0.75; what only may be the same name is at most 0.7.
 */
export function soundSimilarity(a: string, b: string): number {
  const [firstA = '', ...restA] = a.split(' ').map(soundOf)
  const [firstB = '', ...restB] = b.split(' ').map(soundOf)
  const [wholeA, wholeB] = [firstA + restA.join(''), firstB + restB.join('')]
  const [short, long] = wholeA.length <= wholeB.length ? [wholeA, wholeB] : [wholeB, wholeA]
  if (short === '') return 0.6
  const alike = closeness(wholeA, wholeB)
  const isBegun = long.startsWith(short)
  if (short.length < tellingMin) return isBegun ? 0.6 : Math.min(0.6, alike)
  if (!isBegun) return Math.min(0.7, Math.max(alike, closeness(short, long.slice(0, short.length))))
  return firstA === firstB && restA.length > 0 && restB.length > 0 ? 0.9 : 0.75
}

function closeness(a: string, b: string): number {
  return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1)
}

export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
