import { sentenceOf } from '../../../lib/api/api-error'
import { useCall, useChange } from '../../../lib/query/query'
import { Button, ButtonLink, Row, toast } from '../../../ui'
import { Switch } from '../../../ui/kit/Switch'
import { ShareButton } from '../../../ui/ShareButton'
import { pagePath } from '../page/page-path'
import { Panel } from './Panel'
import classes from './desk.module.css'

/** Whether everybody may see one's public page; off until its citizen says otherwise. */
export function PagePanel({ username, onGo }: { username: string; onGo?: (() => void) | undefined }) {
  const { data, error, isFetching, refetch } = useCall('user.page', {})
  const change = useChange('user.set-page', ['user.page', 'citizens.page'])
  const number = data?.number ?? null
  const problem = change.error ?? (data ? null : error)
  const set = (shown: boolean) =>
    change.mutate(
      { shown },
      { onSuccess: () => toast.success(shown ? 'Your public page is shown.' : 'Your public page is closed.') },
    )
  return (
    <Panel title="Public page">
      <p>
        Your card, the offices that you held, your candidacies, and a stamp for each election in which you voted: that
        you voted, never for whom. Nothing of your wallet. Search engines may list it.
      </p>
      {(data || !error) && (
        <Switch label="Show my public page" on={number !== null} busy={!data || change.isPending} set={set} />
      )}
      <p role="alert" className={classes.problem}>
        {problem && sentenceOf(problem)}
      </p>
      {!data && error && (
        <Row gap={3}>
          <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Row>
      )}
      {number !== null && (
        <Row gap={3} fills>
          <ButtonLink to={pagePath(number)} variant="default" {...(onGo && { onClick: onGo })}>
            Open my public page
          </ButtonLink>
          <ShareButton title={`${username}, citizen No. ${number}`} path={pagePath(number)} />
        </Row>
      )}
    </Panel>
  )
}
