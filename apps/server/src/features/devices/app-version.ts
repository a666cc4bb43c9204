const parts = (version: string): number[] => (/\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)

/**
 * Whether an app is older than the brand wants it. What a phone has not said is not known to be old; a
 * version without a number is. Pure.
 * @param least empty: any version will do
 */
export function isOlder(version: string | null, least: string): boolean {
  if (least === '' || version === null) return false
  const [said, wanted] = [parts(version), parts(least)]
  const at = wanted.findIndex((part, position) => (said[position] ?? 0) !== part)
  return at >= 0 && (said[at] ?? 0) < (wanted[at] ?? 0)
}
