import type { Campaign } from './campaign'

/** Standing for Minister of Marketing in the open election. */
export const marketingCampaigns: readonly Campaign[] = [
  {
    handle: 'figueiredo_l',
    position: 'minister_marketing',
    displayName: 'Luana Figueiredo',
    title: 'Data journalist, recovering headline writer',
    slogan: 'True things, told well',
    bio: 'I once wrote a headline so good that the article had to be changed to fit it. I resigned the next day and have worked with numbers ever since. They are worse at lying and better at jokes.',
    vision:
      'We do not have to exaggerate. Three hundred strangers elect a government every Monday and hand over power without a scuffle: that is the most marketable sentence of the decade, and it happens to be true.',
    why: 'I know the tricks and have stopped using them. What is left is the story, and ours is very good.',
    goals: [
      'One true, remarkable fact about the nation each day, with its source.',
      'A press room with figures that journalists can check without asking us.',
      'Portraits of ordinary citizens, told by themselves.',
    ],
    promises: [
      'Not one claim without its number.',
      'No "revolutionary". No "excited to announce".',
      'Corrections travel as far as the mistake did.',
    ],
    experience: 'Eleven years in newsrooms in São Paulo and Lisbon; two prizes; one resignation.',
    website: 'https://true-things.example',
    banner: true,
  },
  {
    handle: 'iquinn',
    position: 'minister_marketing',
    displayName: 'Isla Quinn',
    title: 'Data journalist; code of conduct, enforced with tea',
    slogan: 'Bring a friend. Keep the friend.',
    bio: 'Glasgow. I report on buses, which is to say on promises and whether they arrive. Marketing here also means watching over the code of conduct, and I notice that no other candidate mentions it.',
    vision:
      'Growth is easy: shout. Growth that stays is hospitality. I would measure us by how many newcomers are still talking to us in week four, and by whether they would dare to disagree.',
    why: 'I can tell a good story and I can run a fair complaints desk, and the second is the better advertisement.',
    goals: [
      'Week-four retention published beside every sign-up figure.',
      'Code-of-conduct cases answered within a day by two people, never one.',
      'A "bring a friend" evening with something on worth being brought to.',
    ],
    promises: [
      'No vanity metrics. If it only goes up, I will not print it.',
      'Complaints against officials first.',
      'The kettle is always on.',
    ],
    experience:
      'Fourteen years of local reporting; union rep; mediator in a dispute about a bus shelter that outlived two councils.',
    discord: 'isla_on_the_38',
  },
  {
    handle: 'rmacleod',
    position: 'minister_marketing',
    displayName: 'Rosalind MacLeod',
    title: 'Sound engineer, 105,000 listeners',
    slogan: 'Turn it down. Now they’re listening.',
    bio: 'I record rooms: the hush before an orchestra, a parliament before it sits. A hundred thousand people follow me for recordings of nothing in particular. Silence, well placed, is the strongest signal there is.',
    vision:
      'A weekly radio hour from the nation: the opening of the polls, a minister caught between two meetings, the count. No jingle. You would hear us think, and you would want to come in.',
    why: 'I have an audience that trusts my ears. I would spend that trust on us, carefully, once.',
    goals: [
      'The Monday Hour: a broadcast of the rollover, live from midnight UTC.',
      'Interviews with fifteen citizens whose balance nobody knows.',
      'Sounds of the capital, free for everyone’s films.',
    ],
    promises: [
      'No one is recorded without being asked twice.',
      'Ads never. Pauses always.',
      'Good questions only; I will send the bad ones back.',
    ],
    experience: 'Fifteen years of field recording for three public broadcasters.',
    banner: true,
  },
  {
    handle: 'dvorak1991',
    position: 'minister_marketing',
    displayName: 'Zoran Dvořák',
    title: 'Game designer, minister of side quests',
    slogan: 'Make it worth playing and they will come',
    bio: 'I make small strange games in Novi Sad. My most successful one is about queueing at a post office; it has been translated into thirty languages, because everyone has a post office.',
    vision:
      'The best marketing for a nation is a good first ten minutes in it. I would design those ten minutes like an opening level: a small choice that matters, somebody friendly, a stamp in your passport, and a reason to be back on Thursday at noon.',
    why: 'I disagree with the word marketing, and applied for the job to prove it. If the inside is good, the outside takes care of itself.',
    goals: [
      'A first-day quest: five things to do, a real person at the end.',
      'A weekly civic puzzle that can only be solved by three strangers together.',
      'Trailers for each election, forty seconds, with actual candidates.',
    ],
    promises: [
      'No points for posting. Points are how you kill a thing.',
      'Every quest is playtested by a sceptic.',
      'There will be a post office level.',
    ],
    experience: 'Nine released games, one museum piece, several mysteriously loyal players.',
    website: 'https://thirty-post-offices.example',
  },
]
