import type { Campaign } from './campaign'

/** Standing for Prime Minister in the open election. */
export const primeMinisterCampaigns: readonly Campaign[] = [
  {
    handle: 'cleo_candidate',
    position: 'prime_minister',
    displayName: 'Cleo Marchetti',
    title: 'Signal box to cabinet table',
    slogan: 'Nine ministries, one timetable',
    bio: 'I spent ten years keeping trains out of each other’s way in Bologna Centrale, where forty platforms share one very old roof. Running a cabinet is the same work with more feelings. I joined this nation for its ballots and stayed for its arguments.',
    vision:
      'A prime minister should be like a good signal box: you only notice it when it is missing. I want nine ministers who know by Monday noon what the other eight are doing, and citizens who can see the whole board at once, green lights, red lights and the one that has been amber since spring.',
    why: 'Because the ideas on this ballot are good and the week is short. What loses us most of it is waiting for one another. I am trained to notice what is waiting for what, and to set it moving in the right order.',
    goals: [
      'One public board with every ministry’s work for the week, its state, and what it is waiting for.',
      'Ten minutes a day in which all ministers speak, in the same order, with a bell.',
      'No task older than three days without a name beside it.',
    ],
    promises: [
      'The board will show my own delays first.',
      'I will never blame the leaves on the line.',
      'Any citizen may ask what a ministry is waiting for and will be told within the day.',
    ],
    experience:
      'Traffic controller at Bologna Centrale, then planner of the night timetable. Coordinated the reopening after the 2023 floods.',
    policies: 'Daily stand-up with minutes; shared calendar; a ministry that misses a date says why in one sentence.',
    qualifications: 'Degree in transport engineering; certified dispatcher; fluent in apology, in four languages.',
    discord: 'cleo.on.time',
    website: 'https://one-timetable.example',
    banner: true,
  },
  {
    handle: 'tadeusznovak',
    position: 'prime_minister',
    displayName: 'Dr Tadeusz Novák',
    title: 'Protocol researcher',
    slogan: 'I have read the minutes. All of them.',
    bio: 'I study how groups of strangers agree on things although some of them are lying and some are asleep. Mostly these strangers are computers. Then I found this nation and saw that my field work had only just begun.',
    vision:
      'Good agreement is boring agreement: each knows what was proposed, what was decided, and when it can no longer be changed. I would like our government to reach that state several times a day, and to be dull in the best sense by Friday.',
    why: 'Charisma does not scale. Procedure does. I have written down, on two pages, how this cabinet would decide, how it would notice that it is stuck, and how it would get unstuck without shouting. Read it; that is the whole campaign.',
    goals: [
      'A two-page rulebook for the cabinet, adopted on Monday, revised on Sunday.',
      'Decisions with a number, a date and a reason, in one list.',
      'A way out of deadlock that is not "whoever stays online longest".',
    ],
    promises: [
      'I will not hold a meeting that could have been a sentence.',
      'Where I do not understand a citizen, I will assume that the fault is mine.',
      'My two pages will stay two pages.',
    ],
    experience:
      'Fourteen years of research on consensus; referee for three journals; father of twins, hence negotiation.',
    qualifications: 'PhD, Brno University of Technology: "Agreement among the Unwilling".',
    website: 'https://two-pages.example',
  },
  {
    handle: 'mutua_n',
    position: 'prime_minister',
    displayName: 'Nyambura Mutua',
    title: 'Midwife, mother of four, chair of everything',
    slogan: 'Somebody has to bring the cups',
    bio: 'I have chaired a clinic, a water committee, a school board and a savings group, usually because I had brought the cups and was therefore still there at the end. I have voted in this nation every single week.',
    vision:
      'The work that holds a place together is done by whoever stays to tidy up. I want a prime minister’s office that tidies up: loose ends found, thanks given, the next meeting shorter than the last.',
    why: 'Ministers are clever people, and clever people leave things half done. I finish. Ask the water committee; they have water.',
    goals: [
      'A weekly list of loose ends, with the person who has agreed to tie each one.',
      'Public thanks, every Friday, to five citizens who hold no office at all.',
      'Each ministry adopts one newcomer and shows them how things are done.',
    ],
    promises: [
      'I will visit every ministry’s channel every day.',
      'Complaints go to me directly, and come back with an answer.',
      'There will be cups.',
    ],
    experience:
      'Thirty years of midwifery, nine committees, four children, one savings group that never lost a shilling.',
    banner: true,
  },
  {
    handle: 'lorenzo_ferraro',
    position: 'prime_minister',
    displayName: 'Lorenzo Ferraro',
    title: 'Marine biologist, brief incumbent by conviction',
    slogan: 'One week, well spent, and back to sea',
    bio: 'I study reefs: a thousand species in one square metre, none of them in charge, all of them dependent on a structure that grows a centimetre a year. I believe in term limits so firmly that I have already booked my boat for the week after next.',
    vision:
      'I want the government to leave behind structure rather than noise: a form that works, a page that explains, a habit that outlives its author. One centimetre, every week, for years. That is how you get something that can be seen from space.',
    why: 'You can trust somebody with power who visibly prefers being wet. I will run the cabinet for seven days, write down all I learned, and hand the seat over polished.',
    goals: [
      'One lasting improvement per ministry, chosen on Monday, finished by Sunday.',
      'A logbook that every prime minister after me can continue.',
      'Term notes published for every office, not only mine.',
    ],
    promises: [
      'I will not stand again next week. You may hold this screenshot against me.',
      'Any ministry’s one improvement is announced only when it is done.',
      'I will answer in plain words, even about plankton.',
    ],
    experience:
      'Leader of six expeditions with crews of up to thirty in cabins for twelve. Nobody was thrown overboard.',
    policies: 'Term limits by example. A logbook for every office.',
    qualifications: 'PhD in reef ecology, Trieste. Skipper’s licence.',
  },
  {
    handle: 'pemberton1999',
    position: 'prime_minister',
    displayName: 'Tobias Pemberton',
    title: 'Luthier with strong opinions on quorum',
    slogan: 'In tune, or not at all',
    bio: 'I make violas, which are patient instruments. My platform is that no decision of the cabinet should count unless six of nine ministers were in the room, and I will resign on the spot the first time one does.',
    vision:
      'A cabinet that is in tune before it plays: six ministers present, the question read aloud, and only then a vote.',
    why: 'Because a quartet with two players is a rehearsal, and a rehearsal should not be able to spend the treasury.',
    goals: ['A quorum of six.', 'The question read aloud before each vote.', 'Absences listed by name.'],
    promises: ['I will keep the register myself.', 'I will be on time.', 'I will leave when I am outvoted on quorum.'],
    experience: 'Workshop of my own since 2009.',
  },
]
