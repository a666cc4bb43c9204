// JavaScript, so that Node loads its reader of types only where a file changed: it holds 13 MB for good.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What was compiled is kept beside the packages: the next start reads it instead of some hundred files anew.
enableCompileCache(join(import.meta.dirname, '../../../../node_modules/.cache/khlang'))
await import('./start/start.ts')
