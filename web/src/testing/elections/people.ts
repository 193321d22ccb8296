import { positions } from '@nation/domain/elections'
import type { PositionDefinition } from '@nation/domain/elections'
import { idOf } from '../fake-nation'
import { spanOf } from './calendar'
import type { Candidate, Summary, World } from './world'

const slogans = [
  'Open books, open doors',
  'Fewer meetings, more minutes',
  'A harbour for every project, a lighthouse for every newcomer',
  'Build what we vote for',
  'Count twice, promise once',
  'Make the quiet citizens heard',
  'A government you can read',
]

/** Who stands: a few for each position, or many. */
export function candidatesOf(
  { now, as, people, picture, many = 0, nobodyFor = [], namesake, records = {} }: World,
  election: Summary,
): Candidate[] {
  const few = positions.flatMap((position, order) =>
    Array.from({ length: 3 + (order % 4) }, (_, place) => ({ position, order, place, index: order * 6 + place })),
  )
  const more = Array.from({ length: Math.max(0, many - few.length) }, (_, extra) => {
    const order = extra % 9
    return { position: positions[order]!, order, place: 7 + Math.floor(extra / 9), index: 100 + extra }
  })
  const standing = [...few, ...more].filter(({ position }) => !nobodyFor.includes(position.id))
  return standing.map(({ position, order, place, index }): Candidate => {
    const person = people[(index + 12) % people.length]!
    const span = spanOf(position.phase, election)
    const own = as === 'candidate' && index === 0
    const begun = now >= span.opensAt
    return {
      id: idOf(2, index),
      electionId: election.id,
      userId: idOf(3, index + 12),
      displayName: person.name,
      title: place % 2 ? null : person.description.split('.')[0]!,
      bio: `${person.description} I have lived in this nation since its third week and have missed no vote since.`,
      position: position.id,
      positionTitle: position.title,
      profilePicture: index % 4 === 3 ? null : picture((index + 12) % people.length),
      bannerImage: null,
      campaignSlogan: slogans[index % slogans.length]!,
      vision:
        'A nation whose every decision can be followed back to the citizens who made it.\n\nWe publish the books each Sunday, and we answer each question that is asked of us in public.',
      goals: [
        'Publish the treasury’s books every Sunday',
        'Answer each citizen within three days',
        'Halve the number of meetings',
      ],
      promises: ['I will never vote in secret', 'I will resign if I miss two weeks'],
      whyVoteForMe: 'Because I have done this before, for smaller communities, and they still talk to me.',
      experience: 'Treasurer of two communities, moderator of a third.',
      policies: null,
      qualifications: null,
      twitter: null,
      twitterUsername: person.handle,
      username: person.name,
      twitterHandle: person.handle,
      namesake: namesake === index,
      record: records[index] ?? null,
      twitterFollowers: person.followers,
      pageNumber: null,
      discord: place === 0 ? person.handle : null,
      website: place === 0 ? 'https://example.org/campaign' : null,
      walletAddress: null,
      tokenBalance: 50_000 * (index + 1),
      tokenBalanceBaseUnits: `${50_000 * (index + 1)}000000000`,
      verifiedHolder: index % 3 === 0,
      attachments: attachmentsFor(position, index % 40),
      createdAt: election.startsAt - 3_600_000 * index,
      updatedAt: election.startsAt,
      votes: begun ? Math.max(0, Math.round((140 - place * 31.3 - order * 4) * 10) / 10) : 0,
      supportersCount: begun ? Math.max(0, 118 - place * 27 - order * 3) : 0,
      countsAsOf: Math.floor(now / 5_000) * 5_000,
      uncounted: null,
      supporters: [],
      userVotedFor: false,
      isOwner: own,
      status: 'active',
      rank: null,
      won: false,
      cancelled: false,
      removed: null,
      voting: { open: begun && now < span.closesAt, ...span },
      may: { edit: own, changePosition: own, delete: own || as === 'admin', runAgain: false, rival: false },
    }
  })
}

/** Something for each kind of file that a position takes. */
function attachmentsFor(position: PositionDefinition, index: number) {
  const files = (type: string) =>
    type === 'gallery'
      ? [`/media/uploads/harbour.png`, `/media/uploads/night.jpg`, `/media/uploads/film.mp4`]
      : [
          `/media/uploads/books-${index}.pdf`,
          `/media/uploads/figures-${index}.xlsx`,
          `/media/uploads/chart-${index}.png`,
        ]
  return Object.fromEntries(position.attachments.map(({ label, type }) => [label, files(type)]))
}
