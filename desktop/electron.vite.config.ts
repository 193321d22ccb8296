import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { pagePolicy } from './src/main/navigation'

/** Writes the policy into the built page, so that it holds wherever the page is opened from. */
const policyInPage: Plugin = {
  name: 'nation-policy-in-page',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: pagePolicy() },
      injectTo: 'head-prepend',
    },
  ],
}

/** Beside what is built: the licences of all that was built into it, which want to be handed on. */
const license = { fileName: 'licences.md' }

export default defineConfig({
  main: {
    build: {
      license,
      outDir: 'out/main',
      // The console itself stands apart from Electron, so that it also starts on other parts than Electron's.
      rolldownOptions: { input: { index: 'src/main/index.ts', console: 'src/main/console.ts' } },
    },
  },
  preload: {
    build: {
      license,
      outDir: 'out/preload',
      // A sandboxed preload is one CommonJS file that requires nothing but electron.
      externalizeDeps: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    plugins: [react(), policyInPage],
    css: { modules: { generateScopedName: '[local]-[hash:base64:5]' } },
    // Relative addresses: the same files open from the console's own scheme and from any web server.
    base: './',
    build: { outDir: 'out/renderer', assetsInlineLimit: 0, license },
  },
})
