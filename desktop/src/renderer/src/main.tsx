import { NationTheme } from '@nation/web/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Welcome } from './Welcome'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the console')

createRoot(root).render(
  <StrictMode>
    <NationTheme>
      <Welcome bridge={window.nation} />
    </NationTheme>
  </StrictMode>,
)
