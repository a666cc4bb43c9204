import type { Rule } from './source.ts'

const page = 'docs/dependencies.md'
const directMax = 50

/** Direct production packages of all workspaces, each with its reason in docs/dependencies.md. */
export const dependencyReasons: Rule = (files) => {
  const names = new Set(
    files
      .filter((file) => /(^|\/)package\.json$/.test(file.path))
      .flatMap((file) => {
        const parsed = JSON.parse(file.text) as { dependencies?: Record<string, string> }
        return Object.keys(parsed.dependencies ?? {})
      })
      .filter((name) => !name.startsWith('@khlang/')),
  )
  const text = files.find((file) => file.path === page)?.text ?? ''
  const reasons = new Map(
    [...text.matchAll(/^\| `([^`]+)` \|[^|]*\|\s*([^|]*?)\s*\|$/gm)].map((match) => [
      match[1] ?? '',
      match[2],
    ]),
  )
  const at = { rule: 'dependencies', path: page, line: 1 }
  return [
    ...[...names]
      .filter((name) => !reasons.get(name))
      .map((name) => ({ ...at, message: `${name} has no reason` })),
    ...[...reasons.keys()]
      .filter((name) => !names.has(name))
      .map((name) => ({ ...at, message: `${name} is not a dependency` })),
    ...(names.size > directMax
      ? [{ ...at, message: `${names.size} direct packages, at most ${directMax}` }]
      : []),
  ]
}
