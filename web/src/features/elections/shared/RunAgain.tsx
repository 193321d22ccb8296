import { useNavigate } from 'react-router-dom'
import { hasCode, sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { refetchUser } from '../../../lib/session/session'
import { Button, confirm, toast } from '../../../ui'

interface Props {
  candidateId: string
  positionTitle: string
  compact?: boolean
}

/**
 * Stands again with an earlier candidacy (ruling: candidate after the week). Where its position takes no candidacies any
 * more, the form opens with its texts instead, so that another can be chosen.
 */
export function RunAgain({ candidateId, positionTitle, compact = false }: Props) {
  const navigate = useNavigate()
  const runAgain = useChange('candidates.run-again', [
    'candidates.mine',
    'candidates.list',
    'elections.current',
    'participation.overview',
    'participation.day',
  ])
  const run = async () => {
    const yes = await confirm({
      title: 'Run again?',
      message: `You stand for ${positionTitle} with what you ran with then. Votes begin at zero, and you can edit everything afterwards.`,
      confirm: 'Run again',
      cancel: 'Not now',
    })
    if (!yes) return
    runAgain.mutate(
      { candidateId },
      {
        onSuccess: ({ candidateId: made }) => {
          void refetchUser()
          toast.success('Your candidacy stands.')
          void navigate(`/elections/candidate/${made}`)
        },
        onError: (error) => {
          if (hasCode(error, 'candidacies_closed')) {
            toast.info(`${positionTitle} takes no more candidacies this week. Choose another position.`)
            void navigate(`/elections/create-profile?from=${candidateId}`)
          } else toast.error(sentenceOf(error))
        },
      },
    )
  }
  return (
    <Button
      variant={compact ? 'default' : 'filled'}
      size={compact ? 'compact-sm' : 'md'}
      loading={runAgain.isPending}
      onClick={() => void run()}
    >
      Run again
    </Button>
  )
}
