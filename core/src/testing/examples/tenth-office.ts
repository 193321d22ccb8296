import type { Edit } from '../changed-copy'

/** What it takes to have a Minister of the Harbour elected. */
export const aTenthOffice: readonly Edit[] = [
  {
    file: 'domain/src/permissions/permissions.ts',
    find: "  'justiceMinister',\n] as const",
    put: "  'justiceMinister',\n  'harbourMinister',\n] as const",
  },
  {
    file: 'domain/src/elections/positions.ts',
    find: "  'minister_citizens',\n] as const",
    put: "  'minister_citizens',\n  'minister_harbour',\n] as const",
  },
  {
    file: 'domain/src/elections/positions.ts',
    find: '}\n\n/** All position definitions',
    put: `  minister_harbour: {
    role: 'harbourMinister',
    title: 'Minister of the Harbour',
    short: 'Harbour',
    hue: '#24546b',
    description: 'Lets ships in, and sees them off.',
  },
}

/** All position definitions`,
  },
  {
    file: 'domain/src/bank/constants.ts',
    find: '  citizensMinister: 8,\n',
    put: '  citizensMinister: 5,\n  harbourMinister: 3,\n',
  },
  {
    file: 'web/src/ui/theme/tokens.css',
    find: '  --office-justiceMinister: #46526a;\n',
    put: '  --office-justiceMinister: #46526a;\n  --office-harbourMinister: #24546b;\n',
  },
  {
    file: 'web/src/ui/theme/tokens.css',
    find: '  --office-justiceMinister: #aab6cd;\n',
    put: '  --office-justiceMinister: #aab6cd;\n  --office-harbourMinister: #8cc0d8;\n',
  },
]
