/** Why a message did not go out: the name of its sentence, and the number in it. */
export interface WhyNot {
  readonly key: string
  readonly status?: number
}

const refusals: Readonly<Record<string, string>> = {
  'refused: the address may not be called': 'whyNot.address',
  'refused: the address is not a public one': 'whyNot.address',
  'refused: the name was not resolved': 'whyNot.name',
  'refused: the name has no address': 'whyNot.name',
  'no answer': 'whyNot.silence',
}

const answers: Readonly<Record<number, string>> = {
  400: 'whyNot.target',
  401: 'whyNot.secret',
  403: 'whyNot.right',
  404: 'whyNot.target',
  429: 'whyNot.tooMany',
}

/** The server's short word for a failure as a sentence for people; null for one not known here. Pure. */
export function whyNot(error: string): WhyNot | null {
  const refusal = Object.hasOwn(refusals, error) ? refusals[error] : undefined
  if (refusal !== undefined) return { key: refusal }
  const found = /^HTTP (\d{3})$/.exec(error)
  if (!found) return null
  const status = Number(found[1])
  return { key: answers[status] ?? (status >= 500 ? 'whyNot.trouble' : 'whyNot.answer'), status }
}
