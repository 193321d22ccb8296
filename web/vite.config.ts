import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { CSSOptions } from 'vite'
import { afterFirstPaint } from './scripts/after-first-paint-plugin'
import { citizenFile } from './scripts/citizen-file-plugin'
import { firstView } from './scripts/first-view-plugin'
import { precache } from './scripts/precache-plugin'
import { precompress } from './scripts/precompress-plugin'

/** The API that `npm run dev` talks to. */
const api = process.env.NATION_API_ORIGIN ?? 'http://localhost:3000'

const css: CSSOptions = { modules: { generateScopedName: '[local]-[hash:base64:5]' } }

/** The faces that nearly every page needs. */
const basicFonts = ['archivo-basic', 'public-sans-basic', 'plex-mono-basic']

/**
 * The oldest browsers that the client is made for; README names them, too. The code itself needs them: `URL.canParse` (Chrome 120, Safari 17),
 * `Intl.Segmenter` (Firefox 125) and `AbortSignal.any` (Safari 17.4).
 */
const oldest = ['chrome120', 'edge120', 'firefox125', 'safari17.4']

/** What the button of the floating chat needs of the file `citizen`. */
const ofChatButton = [
  'web/src/features/messenger/rooms/lines.ts',
  'web/src/features/messenger/list/use-groups.ts',
  'web/src/lib/query/taken-events.ts',
  'domain/src/messenger/excerpts.ts',
]

/**
 * What a citizen's home page needs beyond a visitor's, and other pages use as well: in one file, for the same reason. What of it is missing here
 * comes in a file of its own; what is named and is not there fails the build.
 */
const ofEveryCitizen = [
  ...ofChatButton,
  'web/src/features/home/day/wait-words.ts',
  'web/src/features/home/day/remember-day.ts',
  'web/src/features/elections/results/choices.ts',
  'web/src/features/elections/ballot/addresses.ts',
  'web/src/features/gazette/Sentence.tsx',
  'web/src/features/messenger/paths.ts',
  'web/src/features/rules/facts.ts',
  'web/src/features/tasks/filters.ts',
  'web/src/ui/RelativeTime.tsx',
  'domain/src/elections/roll.ts',
  'domain/src/elections/schedule.ts',
  'domain/src/messenger/channels.ts',
  'domain/src/tasks/tasks.ts',
  'domain/src/bank/constants.ts',
  ...['Checkbox', 'Message2Question', 'WritingSign', 'Flag'].map((icon) => `icons/Icon${icon}.mjs`),
]

/** Matches modules by the end of their paths, on every machine. */
const endingIn = (ends: readonly string[]): RegExp =>
  new RegExp(`[\\\\/](${ends.join('|').replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')})$`)

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
    citizenFile(ofEveryCitizen, {
      module: 'web/src/features/messenger/widget/ChatWidget.tsx',
      share: ofChatButton,
      most: 3 * 1024,
    }),
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
    target: oldest,
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
            { name: 'citizen', test: endingIn(ofEveryCitizen), priority: 0 },
          ],
        },
      },
    },
  },
})
