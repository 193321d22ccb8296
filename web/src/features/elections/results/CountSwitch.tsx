import { Choices } from '../../../ui/kit/Choices'
import type { CountBy } from './count-by'

const ways: readonly { id: CountBy; label: string }[] = [
  { id: 'weight', label: 'Weight' },
  { id: 'voters', label: 'Voters' },
]

/** Compares by what votes weigh, or by how many people gave them. */
export function CountSwitch({ by, choose }: { by: CountBy; choose: (by: CountBy) => void }) {
  return <Choices legend="Compare by" choices={ways} chosen={by} choose={choose} />
}
