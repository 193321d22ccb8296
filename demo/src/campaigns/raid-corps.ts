import type { Campaign } from './campaign'

/** Standing for Minister of Raid Corps in the open election. */
export const raidCorpsCampaigns: readonly Campaign[] = [
  {
    handle: 'itzel_c',
    position: 'minister_raid_corps',
    displayName: 'Itzel Castañeda',
    title: 'Mechanic, ride marshal',
    slogan: 'We ride at the speed of the slowest',
    bio: 'On the last Friday of every month I marshal four thousand cyclists through Mexico City. No engine, no permit drama, no one left behind at a red light. A raid is a ride: it only impresses anybody if it stays together.',
    vision:
      'Turn up together, say something kind and true, leave the place tidier than we found it. I want other communities to look forward to our raids, and to ask when the next one is.',
    why: 'Anyone can shout "go". I know how to make a crowd arrive, together, in a good mood, and on time, and how to get it home.',
    goals: [
      'Two raids a day with a named marshal, a clear message and a fixed end.',
      'A beginners’ group that rides with a veteran for its first three outings.',
      'A ride report after each: where we went, how many came, what the hosts said.',
    ],
    promises: [
      'No raid on anyone who has not deserved our company.',
      'Marshals rotate, so nobody owns the whistle.',
      'Flat tyres are fixed at the back, by me.',
    ],
    experience: 'Founder of a night ride that has run for nine years without an arrest and with several weddings.',
    policies: 'Courtesy is the tactic. Hosts are thanked. Bots are left at home.',
    discord: 'itzel_rides',
    banner: true,
  },
  {
    handle: 'sionetaufa',
    position: 'minister_raid_corps',
    displayName: 'Sione Taufa',
    title: 'Luthier; former prop, still large',
    slogan: 'Loud in chorus, gentle in person',
    bio: 'I build ukuleles in Nukuʻalofa with hands made for something else. I played prop for eleven seasons and learned that the scrum is not about strength; it is about eight people breathing in at the same moment.',
    vision:
      'A Raid Corps with songs. Seriously: a common line, a common rhythm, and then quiet. Nothing carries further across this noisy sea than a crowd that knows when to stop.',
    why: 'People move out of my way, so I have had to learn manners. I would teach the Corps both.',
    goals: [
      'A songbook: one line a day that every citizen can post and be proud of.',
      'Timed calls in three time zones, so that the Pacific does not raid alone.',
      'Partner crews in five friendly communities.',
    ],
    promises: [
      'Breathe in together before each post. It is a rule now.',
      'No insults. If you need one, you were out of tune.',
      'Every new member gets a ukulele lesson.',
    ],
    experience: 'Eleven seasons in the front row; choir bass; captain twice.',
    banner: true,
  },
  {
    handle: 'the_harriet',
    position: 'minister_raid_corps',
    displayName: 'Harriet Ashworth',
    title: 'Paramedic, calm on the radio',
    slogan: 'Right place, right minute, right words',
    bio: 'Twelve years on a Yorkshire ambulance. I talk for a living to people who are shouting, over a radio that is crackling, and by the end they are usually breathing in for four and out for four. I came here for the treasury debates. Do not judge.',
    vision:
      'Fast, exact, kind. A call comes in, a crew is sent, the job is done, the sheet is filled in. No heroics; heroics are what you need when the planning was bad.',
    why: 'I will not send you anywhere I would not go first, and I will always know how many of you came back.',
    goals: [
      'A dispatch board: call, crew, time out, time back.',
      'A triage rule for causes: urgent, worthwhile, and "have a biscuit first".',
      'A debrief of three questions after each raid, answered by all ranks.',
    ],
    promises: [
      'Response within eight minutes in waking hours.',
      'Nobody raids angry. There will be biscuits.',
      'I publish the numbers, especially the poor ones.',
    ],
    experience:
      'Some nine thousand calls; trainer of crews; radio voice of the year in a competition with two entrants.',
    qualifications: 'Paramedic; major-incident commander.',
  },
  {
    handle: 'thabonkosi',
    position: 'minister_raid_corps',
    displayName: 'Thabo Nkosi',
    title: 'Choir conductor, occasionally funny',
    slogan: 'Sopranos first. Then the timeline.',
    bio: 'I conduct a choir of sixty in Soweto, and have never once used force. With a raised eyebrow I can bring in the altos. Imagine what I could do with a notification.',
    vision:
      'Raiding is ensemble music: entries, dynamics, rests. The rests are what others get wrong. I would have us be heard rarely, all at once, and remembered.',
    why: 'You are a very good choir that has been singing over itself. Lend me the baton for a week.',
    goals: [
      'A score for each raid: who enters when, and who stays silent.',
      'Sectional rehearsals by time zone.',
      'One grand performance on Sunday for a cause chosen by poll.',
    ],
    promises: [
      'No shouting. Forte is not the same as shouting.',
      'Soloists are chosen by merit and reminded of humility.',
      'We end together. Always.',
    ],
    experience: 'National choir prize, second place; I have never spoken about it since, apart from here.',
    website: 'https://the-rests-matter.example',
  },
]
