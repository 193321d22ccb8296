import type { GovernmentRole } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { useRef, useState } from 'react'
import { Button, Stack } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { useSeats } from './use-seats'

const MemberSearch = onDemand(() => import('./MemberSearch'))

/** Opens the search for a member to appoint to a vacant office. */
export function AppointButton({ office }: { office: GovernmentRole }) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { appoint, busy } = useSeats(office)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <Stack gap={2}>
      {open && (
        <MemberSearch
          label={`Search a member to appoint as ${officeTitle(office)}`}
          onClose={close}
          onChoose={(member) => {
            close()
            void appoint(member)
          }}
        />
      )}
      {/* Below the search while that is open: it ends what stands before it. */}
      <div>
        <Button
          ref={opener}
          size="xs"
          variant={open ? 'default' : 'filled'}
          loading={busy}
          aria-expanded={open ? undefined : false}
          aria-label={`${open ? 'Cancel the search' : 'Appoint'}: ${officeTitle(office)}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Cancel' : 'Appoint'}
        </Button>
      </div>
    </Stack>
  )
}
