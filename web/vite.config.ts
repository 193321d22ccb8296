import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { CSSOptions } from 'vite'
import { afterFirstPaint } from './scripts/after-first-paint-plugin'
import { firstView } from './scripts/first-view-plugin'
import { precompress } from './scripts/precompress-plugin'

/** The API that `npm run dev` talks to. */
const api = process.env.NATION_API_ORIGIN ?? 'http://localhost:3000'

const css: CSSOptions = { modules: { generateScopedName: '[local]-[hash:base64:5]' } }

export default defineConfig({
  plugins: [
    react(),
    firstView(css),
    afterFirstPaint(['archivo-basic', 'public-sans-basic', 'plex-mono-basic']),
    precompress(),
  ],
  css,
  // The last two are the resources of the interviews: calls outside /api.
  server: { proxy: { '/api': api, '/media': api, '/citizen/interviews': api, '/government/interviews': api } },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 }],
        },
      },
    },
  },
})
