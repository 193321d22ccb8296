import regexp from 'eslint-plugin-regexp'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Who may import whom. What is not listed is refused; package `exports` keep out the rest. */
const mayImport = {
  domain: [],
  demo: ['domain'],
  core: ['domain'],
  api: ['domain', 'core'],
  workers: ['domain', 'core'],
  'db-migrations': ['domain', 'core', 'demo'],
  web: ['domain'],
  desktop: ['domain', 'web'],
  dev: ['domain', 'core', 'db-migrations', 'demo'],
  e2e: ['domain', 'dev', 'demo'],
  bench: ['domain', 'core', 'api', 'db-migrations', 'dev', 'demo'],
}

const rooms = Object.keys(mayImport)

/** One room's walls: other rooms by package name, and every way around by a relative path. */
const patternsOf = (room, allowed = mayImport[room]) => [
  ...rooms
    .filter((other) => other !== room && !allowed.includes(other))
    .map((other) => ({
      group: [`@nation/${other}`, `@nation/${other}/*`],
      message: `${room} must not import ${other} (docs/architecture.md).`,
    })),
  {
    regex: `^(\\.\\./){2,}(${rooms.filter((other) => other !== room).join('|')})/src/`,
    message: 'Import another package by its name.',
  },
]

const wallsOf = (room, files, allowed) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: patternsOf(room, allowed) }] },
})

const walls = [
  ...rooms.map((room) => wallsOf(room, [`${room}/**/*.{ts,tsx}`], mayImport[room])),
  // The nation in memory, in which screens are tested, is peopled by the demo's citizens. No bundle of the client has them.
  wallsOf('web', ['web/src/testing/**/*.{ts,tsx}'], [...mayImport.web, 'demo']),
]

/** Refuses relative imports of web, both kinds: `import … from` and `import()`. */
const refuse = (files, ...refused) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: [...patternsOf('web'), ...refused] }],
    'no-restricted-syntax': [
      'error',
      ...refused.map(({ regex, message }) => ({
        selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`,
        message,
      })),
    ],
  },
})

const noApp = {
  regex: '^(\\.\\./)+app(/|$)',
  message: 'The app is made of features, not the other way round (decision 96).',
}
const noFeature = { regex: '^(\\.\\./)+features(/|$)', message: 'ui and lib know no feature (decision 96).' }
const noLib = { regex: '^(\\.\\./)+lib(/|$)', message: 'ui asks for nothing: hand it what it shows (decision 96).' }
const noUi = { regex: '^(\\.\\./)+ui(/|$)', message: 'lib draws nothing (decision 96).' }
const noTesting = { regex: '^(\\.\\./)+testing(/|$)', message: 'Tests alone use web/src/testing.' }
/** What React Router has for its data router alone, and throws without one. */
const dataRouterOnly = [
  'Await',
  'Form',
  'ScrollRestoration',
  'useActionData',
  'useBlocker',
  'useFetcher',
  'useFetchers',
  'useLoaderData',
  'useMatches',
  'useNavigation',
  'useRevalidator',
  'useRouteLoaderData',
  'useSubmit',
]
const byItsEntryPoint = 'Import a feature by its index.ts, and the app by its feature.ts, too (decision 96).'

/** Inside of web/src: who stands on whom, and features know each other by their `index.ts` alone. */
const webWalls = [
  refuse(['web/src/lib/**/*.{ts,tsx}'], noApp, noFeature, noUi, noTesting),
  refuse(['web/src/ui/**/*.{ts,tsx}'], noApp, noFeature, noLib, noTesting),
  // How many steps up the other features are depends on how deep a file lies.
  ...[1, 2, 3, 4].map((depth) =>
    refuse([`web/src/features/${'*/'.repeat(depth)}*.{ts,tsx}`], noApp, noTesting, {
      regex: `^(\\.\\./){${depth}}[a-z-]+/.`,
      message: byItsEntryPoint,
    }),
  ),
  refuse(['web/src/app/**/*.{ts,tsx}', 'web/src/main.tsx'], noTesting, {
    regex: '^\\.\\.?/(\\.\\./)?features/[a-z-]+/(?!feature$)',
    message: byItsEntryPoint,
  }),
  {
    // A statement of its own would draw all that the index names into the code of every file that imports one of its names.
    files: ['web/src/features/*/index.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Program > :not(ExportNamedDeclaration)',
          message: 'An index only exports from other files (decision 96).',
        },
        {
          selector: 'ExportNamedDeclaration[source=null]',
          message: 'An index only exports from other files (decision 96).',
        },
      ],
    },
  },
]

// Rules that need types, and those of React's hooks, are in .oxlintrc.json (decision 109).
export default defineConfig([
  globalIgnores(['**/node_modules/', '**/dist/', '**/out/', '.nation*/', '**/test-results/', '**/playwright-report/']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],

    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  ...walls,
  ...webWalls,
  {
    // A pattern reads strangers' texts, and takes no longer than their length allows (decision 44).
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false }],
    },
  },
  {
    // Rows are read with a shape, which tests hold to the database (decision 64). The rest is named here, with its reason.
    files: ['core/src/**/*.ts', 'api/src/**/*.ts', 'workers/src/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      '**/testing.ts',
      '**/faults/**',
      // The helper itself, and what hands on the answers of several statements or opens the connection.
      'core/src/platform/read-rows.ts',
      'core/src/platform/one-message.ts',
      'core/src/platform/database.ts',
      // What is read is whatever the tables hold, or what is wrong in them: the rows are handed on or printed as they are.
      'core/src/membership/collect-data.ts',
      'core/src/bank/reconcile.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.property.name='query']:not(ExpressionStatement > AwaitExpression > CallExpression)",
          message: 'Read rows with readRows, readFirst or readOne and a shape; use write for what a statement changed.',
        },
      ],
    },
  },
  {
    // Pictures are of one moment: a worker would answer from an earlier screen's cache.
    files: ['e2e/**/*.ts'],
    ignores: ['e2e/tools/screenshots.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "Property[key.name='serviceWorkers']",
          message: 'Journeys run with the service worker, as browsers do.',
        },
      ],
    },
  },
  {
    // What the nation's rules are reads no clock and rolls no dice: both are handed to it.
    files: ['domain/src/**/*.ts', 'demo/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': ['error', 'setTimeout', 'setInterval', 'fetch', 'process'],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'The domain is told the time.',
        },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The domain is told the time.' },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'The domain is told what is random.',
        },
      ],
    },
  },
  {
    // The browser knows the calls by their types and the manifest; the contracts themselves bring zod along.
    files: ['web/src/**/*.{ts,tsx}', 'desktop/src/renderer/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nation/domain/contract',
              allowTypeImports: true,
              message: 'Import types only: zod stays out of the browser.',
            },
            {
              name: '@nation/domain/events',
              allowTypeImports: true,
              message: 'Import types only, or the manifest: zod stays out of the browser.',
            },
            { name: 'zod', message: 'zod stays out of the browser.' },
            {
              name: 'react-router-dom',
              importNames: dataRouterOnly,
              message:
                'These need the data router, which the browser does not have (decision 117): see web/src/lib/router.',
            },
          ],
        },
      ],
    },
  },
  {
    // What the diagnostic setting shows is meant for the browser's console.
    files: ['web/src/lib/log/console.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'core/src/testing/**', 'api/src/testing/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['web/src/**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // The answers of the nation in memory are held to the contracts, in tests alone.
    files: ['web/src/testing/hold-to-contract.ts', 'web/src/testing/fakes.test.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
])
