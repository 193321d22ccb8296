import { createInterview, deleteInterview, submitResponse, updateInterview } from '@nation/core/interviews'
import { chanceFrom, PERSONA_HANDLES } from '@nation/demo'
import type { ElectionDates } from '@nation/domain/elections'
import { after, day, hour, minute } from './calendar'
import type { DemoCitizen } from './people'
import type { World } from './world'

/** An interview of the demo nation. */
interface PlannedInterview {
  readonly askedAt: Date
  readonly title: string
  readonly description: string
  /** Each question with what citizens answer to it; the same place in each list is the same citizen's. */
  readonly asked: readonly (readonly [question: string, answers: readonly string[]])[]
  /** How it ends, and when; null while it is open. */
  readonly ends: { readonly how: 'closed' | 'deleted'; readonly at: Date } | null
}

function plannedInterviews(weeks: readonly ElectionDates[]): PlannedInterview[] {
  const [first, , third, open] = weeks.map(({ startsAt }) => startsAt) as [Date, Date, Date, Date]
  return [
    {
      askedAt: after(first, 30 * hour),
      title: 'Your first week as a citizen',
      description: 'For everybody who joined with the founding. We rewrite the welcome page from what you tell us.',
      asked: [
        [
          'What was hard to find?',
          [
            'Where my vote’s weight comes from. I found it in the constitution, in the end.',
            'Nothing, but I know the people who built it.',
            'The difference between a poll and an election.',
            'My own ID card. I looked for it under my name.',
            'Whom to ask. There is a Ministry of Citizens, but I did not know it.',
          ],
        ],
        [
          'What made you stay?',
          [
            'That the books are open.',
            'A week is short enough to be forgiven.',
            'I was asked something on the second day, and the answer was used.',
            'The map. Honestly, the map.',
            'My neighbour stood for office.',
          ],
        ],
      ],
      ends: { how: 'closed', at: after(first, 8 * day) },
    },
    {
      askedAt: after(third, 2 * day + 3 * hour),
      title: 'Test, please ignore',
      description: 'Only to see whether it works.',
      asked: [['Does it work?', ['It does.']]],
      ends: { how: 'deleted', at: after(third, 2 * day + 5 * hour) },
    },
    {
      askedAt: after(third, 4 * day + 9 * hour),
      title: 'What should become of the old harbour?',
      description:
        'The ferries moved to the new quay in spring. The basin, three sheds and the crane stand empty.\nThe cabinet decides in three weeks, and reads every answer before it does.',
      asked: [
        [
          'What do you miss by the water?',
          [
            'A place to sit that is not a café.',
            'Shade. There is not one tree between the bridge and the crane.',
            'Swimming, as we did before the ferries came.',
            'Somewhere to repair things: bicycles, boats, radios.',
            'Light in winter. It is the darkest part of the city.',
            'Nothing. It is quiet, and that is what I like.',
            'A market on Saturdays.',
            'Toilets. Somebody had to say it.',
          ],
        ],
        [
          'What should the sheds be used for, and who should run them?',
          [
            'Workshops, run by those who use them, for a rent that covers the roof.',
            'One for concerts, one for a library, one left empty until we know better.',
            'Studios. The Ministry of Creativity could run the first year, then hand them over.',
            'A repair hall. I would give two evenings a week.',
            'An indoor market, run by a cooperative of its stallholders.',
            'Let them be. Not everything needs a use.',
            'A school kitchen in the morning, a restaurant in the evening.',
            'Boats. They were built for boats.',
          ],
        ],
        [
          'What must not happen there?',
          [
            'That it is sold.',
            'Cars.',
            'That it becomes too beautiful to use.',
            'Another screen with advertising on it.',
            'A fence around the basin.',
            'Loud music after ten.',
            'That we decide now and regret it in ten years: make it so that it can be undone.',
            'That the crane is taken down.',
          ],
        ],
      ],
      ends: null,
    },
    {
      askedAt: after(open, 11 * hour),
      title: 'How do you hear of what we decide?',
      description: 'We decide every week, and too few of you hear of it. Tell us how to do it better.',
      asked: [
        [
          'Where did you last hear of a decision?',
          [
            'From the news ticker.',
            'From a friend, two days late.',
            'On X, from somebody who was against it.',
            'I did not.',
          ],
        ],
        [
          'What would you read every week?',
          [
            'Three sentences: what was decided, why, and who voted how.',
            'A list. No pictures.',
            'Something with pictures.',
            'What it cost.',
          ],
        ],
      ],
      ends: null,
    },
  ]
}

const admin = PERSONA_HANDLES.admin
const named = new Set<string>(Object.values(PERSONA_HANDLES))

interface Asked {
  id: string
  questionIds: readonly string[]
}

/** What the demo nation does with its interviews: asks, answers, closes, deletes. */
export function interviewDeeds(weeks: readonly ElectionDates[], citizens: readonly DemoCitizen[]) {
  return plannedInterviews(weeks).flatMap((interview) => {
    const asked: Asked = { id: '', questionIds: [] }
    return [
      { at: interview.askedAt, done: (world: World) => ask(world, interview, asked) },
      ...respondentsOf(interview, citizens).map(({ handle, at, answers }) => ({
        at,
        done: (world: World) => respond(world, at, handle, asked, answers),
      })),
      ...(interview.ends ? [{ at: interview.ends.at, done: (world: World) => end(world, interview, asked) }] : []),
    ]
  })
}

async function ask(world: World, { askedAt, title, description, asked }: PlannedInterview, into: Asked): Promise<void> {
  const questions = asked.map(([question]) => ({ question }))
  const { interview } = await world.act(askedAt, admin, (ctx) =>
    createInterview(ctx, { title, description, questions, isActive: true }),
  )
  into.id = interview.id
  into.questionIds = interview.questions.map(({ id }) => id)
}

/** A citizen for each set of answers, over the days; who signs in as one of those known by name has answered nothing. */
function respondentsOf({ askedAt, title, asked }: PlannedInterview, citizens: readonly DemoCitizen[]) {
  const chance = chanceFrom(`interview ${title}`)
  const able = citizens.filter(({ joinedAt, persona }) => joinedAt < askedAt && !named.has(persona.handle))
  const count = Math.min(able.length, ...asked.map(([, answers]) => answers.length))
  return Array.from({ length: count }, (_, place) => {
    const [citizen] = able.splice(Math.floor(chance.next() * able.length), 1)
    const at = after(askedAt, 25 * minute + Math.floor((place + chance.next()) * 1.4 * hour))
    return { handle: citizen!.persona.handle, at, answers: asked.map(([, answers]) => answers[place]!) }
  })
}

async function respond(world: World, at: Date, handle: string, { id, questionIds }: Asked, texts: readonly string[]) {
  const answers = questionIds.map((questionId, index) => ({ questionId, answer: texts[index]! }))
  await world.act(at, handle, (ctx) => submitResponse(ctx, { interviewId: id, answers }))
}

async function end(world: World, { ends }: PlannedInterview, { id: interviewId }: Asked): Promise<void> {
  if (!ends) return
  await world.act(ends.at, admin, async (ctx) => {
    if (ends.how === 'deleted') await deleteInterview(ctx, { interviewId })
    else await updateInterview(ctx, { interviewId, isActive: false })
  })
}
