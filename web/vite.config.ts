import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { CSSOptions } from 'vite'
import { afterFirstPaint } from './scripts/after-first-paint-plugin'
import { firstView } from './scripts/first-view-plugin'
import { precache } from './scripts/precache-plugin'
import { precompress } from './scripts/precompress-plugin'

/** The API that `npm run dev` talks to. */
const api = process.env.NATION_API_ORIGIN ?? 'http://localhost:3000'

const css: CSSOptions = { modules: { generateScopedName: '[local]-[hash:base64:5]' } }

/** The faces that nearly every page needs. */
const basicFonts = ['archivo-basic', 'public-sans-basic', 'plex-mono-basic']

/**
 * What a citizen's home page needs beyond a visitor's, and other pages use as well: in one file, for the same reason. What of it is missing here
 * comes in a file of its own.
 */
const ofEveryCitizen = new RegExp(
  [
    'web/src/features/(home/day/(wait-words|remember-day)|elections/(results/choices|ballot/addresses)|gazette/Sentence)\\.tsx?$',
    'web/src/features/(messenger/(paths|rooms/lists|list/use-groups)|rules/facts|tasks/filters)\\.ts$',
    'web/src/(ui/RelativeTime|lib/query/taken-events)\\.tsx?$',
    'domain/src/(elections/(roll|schedule)|messenger/(messages|channels)|tasks/tasks|bank/constants)\\.ts$',
    'icons/Icon(Checkbox|Message2Question|WritingSign|Flag)\\.mjs$',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

export default defineConfig({
  plugins: [
    react(),
    firstView(css),
    afterFirstPaint(basicFonts),
    precache({
      // The panel is for a few; wallets do nothing without a connection.
      without: ['/features/admin/', '/features/wallet/WalletHost'],
      fonts: basicFonts,
      offline: ['/offline.html', '/offline.js', '/first-paint.js', '/favicon.svg'],
    }),
    precompress(),
  ],
  css,
  // The last two are the resources of the interviews: calls outside /api.
  server: {
    proxy: {
      '/api': api,
      '/media': api,
      '/share': api,
      '/gazette.atom': api,
      '/citizen/interviews': api,
      '/government/interviews': api,
    },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/](domain[\\/]src|web[\\/]src[\\/](ui|features))[\\/].*\.tsx?$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // Whatever every page needs comes in one file: twelve small ones bring a kilobyte of headers each.
            { name: 'base', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'citizen', test: ofEveryCitizen, priority: 0 },
          ],
        },
      },
    },
  },
})
