import { isAdministrator } from '@nation/domain/permissions'
import { electedRoles, officeTitle, weekOf } from '@nation/domain/elections'
import type { OwnProfile } from '../lib/session/session'
import type { FakeNation } from './fake-nation'

interface FakeGovernment {
  readonly user: OwnProfile
  readonly now: number
  readonly empty: boolean
}

const hour = 3_600_000
const pollId = (index: number) => `01890a5d-ac96-774b-8a00-00000000000${index}`

/** The dashboard's overview without tasks, offices with their holders, and the caller's own term. */
export function governmentAnswers({ user, now, empty }: FakeGovernment): FakeNation['answers'] {
  const week = weekOf(new Date(now))
  const day = 24 * hour
  return {
    'government-tasks.get-tasks': () => ({ success: true, tasks: [], nextCursor: null, now }),
    'gazette.list': () => ({ success: true, entries: [], nextCursor: null, person: null, now }),
    'government.overview': () => ({
      success: true,
      cabinet: { filled: empty ? 0 : 8, seats: electedRoles.length },
      activePolls: empty ? 0 : 4,
      activeInterviews: empty ? 0 : 2,
      closingPolls: empty
        ? []
        : [
            { id: pollId(1), question: 'Shall the ferry run at night?', closesAt: now + 3 * hour },
            { id: pollId(2), question: 'Which of the three bridges is repaired first?', closesAt: now + 26 * hour },
          ],
      week: empty
        ? null
        : {
            electionId: pollId(9),
            startsAt: week.startsAt.getTime(),
            phaseTwoAt: week.phaseTwoAt.getTime(),
            endsAt: week.endsAt.getTime(),
          },
      nextPayment: empty ? null : now + 2 * day,
      you: {
        role: isAdministrator(user) ? 'Admin' : 'Member',
        office: null,
        chatMessages: 0,
        interviews: empty
          ? []
          : [{ id: pollId(3), title: 'The old harbour', responses: 214, newestAt: now - 7 * 60_000 }],
      },
      now,
    }),
    'government.promises': () => ({ success: true, terms: [] }),
    'government.my-term': () => ({ success: true, term: null }),
    'government.office': ({ office }) => ({
      success: true,
      office,
      title: officeTitle(office),
      elected: office !== 'justiceMinister',
      vacantSince: null,
      terms: empty
        ? []
        : (['Nils Aavik', 'Vera Quill', 'Sana Karim'] as const).map((username, index) => ({
            userId: pollId(4 + index),
            username,
            twitterUsername: username.toLowerCase().replace(' ', '_'),
            profilePicture: null,
            pageNumber: null,
            startedAt: now - (index * 7 + 2) * day,
            endedAt: index === 0 ? null : now - (index * 7 - 5) * day,
            endedHow: index === 0 ? null : index === 1 ? ('resigned' as const) : ('election' as const),
            endedBy: null,
            how: index === 1 ? ('appointed' as const) : ('elected' as const),
            appointedBy: index === 1 ? 'Piet' : null,
            electionId: null,
            candidateId: null,
            votes: index === 1 ? null : 98.4,
            supportersCount: index === 1 ? null : 81,
            rule: index === 1 ? null : 'weight',
          })),
      nextCursor: null,
    }),
  }
}
