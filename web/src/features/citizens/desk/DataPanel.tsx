import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall, useChange } from '../../../lib/query/query'
import { Button, dateInWords, Text, Row } from '../../../ui'
import { download } from '../../../lib/api/download'
import { Panel } from './Panel'
import { Progress } from '../../../ui/kit/Progress'
import classes from './desk.module.css'

/** How often the nation is asked how far a copy is that is being made. */
const EVERY = 1000

/** A copy of everything that the nation holds about a citizen. */
export function DataPanel() {
  const ask = useChange('user.export-data', ['user.export-status'])
  const started = ask.data?.export
  const status = useCall(
    'user.export-status',
    {},
    { every: (answer) => ((answer?.export ?? started)?.status === 'working' ? EVERY : false) },
  )
  const copy = status.data?.export ?? started ?? null
  const working = copy?.status === 'working'
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const begin = () => {
    setProblem(null)
    ask.mutate({}, { onError: (error) => setProblem(sentenceOf(error)) })
  }
  const save = async (id: string) => {
    setSaving(true)
    setProblem(null)
    try {
      await download(`/api/user/export-download?exportId=${id}`, 'nation-my-data.json')
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Panel title="Your data">
      <p>A copy of everything that the nation holds about you, as a JSON file.</p>
      <Text role="status" tone="faint" step={-1}>
        {working && `Your copy is being made: ${copy.progress}%`}
        {copy?.status === 'ready' &&
          copy.expiresAt !== null &&
          `Your copy is ready until ${dateInWords(copy.expiresAt)}.`}
        {copy?.status === 'failed' && 'Your copy could not be made. Please ask for it again.'}
      </Text>
      {working && <Progress label="Copy of your data" percent={copy.progress} />}
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      <Row gap={3}>
        {copy?.status === 'ready' && (
          <Button size="sm" loading={saving} onClick={() => void save(copy.id)}>
            Download my data
          </Button>
        )}
        <Button variant="default" size="sm" loading={ask.isPending || working} onClick={begin}>
          {copy?.status === 'ready' ? 'Make a new copy' : 'Export my data'}
        </Button>
      </Row>
    </Panel>
  )
}
