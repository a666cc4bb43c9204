import { defineConfig, type Plugin } from 'vite'
import react from '@vitejs/plugin-react'

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

const server = process.env['KHLANG_SERVER'] ?? 'http://127.0.0.1:7100'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    // Inlined fonts and images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: { '/api': server, '/auto': server, '/member': server, '/config.json': server },
  },
})
