import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import react from '@vitejs/plugin-react'
import { earlyScript } from './build/early-script.ts'

/** Preloads the two font files the first screen needs, so that Thai text does not jump when they arrive. */
function preloadFonts(): Plugin {
  return {
    name: 'khlang:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, context) {
        const fonts = Object.keys(context.bundle ?? {}).filter((file) => file.endsWith('.woff2'))
        return fonts.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}

/** What lists and the screens around them are made of, with the first of them. */
const listKit = [
  'features/members/MemberList.tsx',
  'app/SignedIn.tsx',
  'lib/call/promises.ts',
  'lib/words/bank-names.ts',
  'lib/call/failure.ts',
  'lib/address/search-values.ts',
  'lib/list/use-export.ts',
  'ui/figures/Age.tsx',
  'ui/AppLink.tsx',
  'ui/figures/BankTag.tsx',
  'ui/figures/Chart.tsx',
  'ui/table/DataTable.tsx',
  'ui/filters/DateField.tsx',
  'ui/table/tools/ExportButton.tsx',
  'ui/filters/Filters.tsx',
  'ui/table/tools/KeysetPager.tsx',
  'ui/figures/Money.tsx',
  'ui/page/Page.tsx',
  'ui/figures/Status.tsx',
  'ui/page/Tabs.tsx',
  'ui/figures/Time.tsx',
]

/** Parts that arrive together, by the files they start from; what an earlier one holds, a later one lacks. */
const parts = [
  { name: 'start', from: ['app/main.tsx', 'features/auth/Login.tsx'] },
  { name: 'lists', from: listKit },
]

/**
 * What runs before the first row is compiled as a whole while it arrives, beside what the page does, instead
 * of function by function when each is called. The words are Chromium's; others read a comment.
 */
function compileAtOnce(): Plugin {
  return {
    name: 'khlang:compile-at-once',
    apply: 'build',
    // Nothing may stand before it.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const each of Object.values(bundle))
          if (each.type === 'chunk' && parts.some(({ name }) => name === each.name))
            each.code = `//# allFunctionsCalledOnLoad\n${each.code}`
      },
    },
  }
}

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Own files that a part imports, near or far, not counting what it imports later. */
function ownFiles(from: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const queue = from.map((file) => join(import.meta.dirname, 'src', file))
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id) || id.includes('node_modules') || !/\.tsx?$/.test(id)) continue
    found.add(id)
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * One file for each part instead of dozens of small ones: the same program compresses to an eighth less,
 * and asks less often.
 */
const groups = parts.map(({ name, from }, at) => {
  let files: Set<string> | undefined
  return {
    debugName: name,
    name: (id: string, graph: Graph) => {
      files ??= ownFiles(from, graph)
      return files.has(id) || (name === 'start' && id.includes('rolldown/runtime')) ? name : null
    },
    priority: parts.length - at,
  }
})

/** The page names every file, and letters drawn by chance do not compress: the fewest that the tool takes. */
const names = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

const server = process.env['KHLANG_SERVER'] ?? 'http://127.0.0.1:7100'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts(), earlyScript(), compileAtOnce()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    // Inlined fonts and images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups }, ...names } },
  },
  server: {
    // `/member` alone is a screen's address, too.
    // The server compares who asks with the host that is asked: the page's own name goes on to it.
    proxy: {
      '^/(api/|(auto|member)/v\\d|config\\.json|health)': { target: server, changeOrigin: false },
    },
  },
})
