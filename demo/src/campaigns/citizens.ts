import type { Campaign } from './campaign'

/** Standing for Minister of Citizens in the open election. */
export const citizensCampaigns: readonly Campaign[] = [
  {
    handle: 'marisol_ibarra',
    position: 'minister_citizens',
    displayName: 'Marisol Ibarra',
    title: 'Midwife',
    slogan: 'Welcome. We were expecting you.',
    bio: 'For eleven years I have been the first person that people meet. I would not claim that they remember, but a good welcome stays in the body. I should like to do the same for this nation’s arrivals.',
    vision:
      'Nobody should join us and be met by a dashboard. In my week each newcomer is greeted by name, shown the door they were looking for, and asked one question: what did you hope to find here?',
    why: 'I am unhurried with people and very quick with problems. Please do not get those the wrong way round; others have.',
    goals: [
      'A greeter on duty in every time zone.',
      'A list of what newcomers hoped to find, given to the cabinet each Friday.',
      'An evening for citizens who have never spoken. They need not speak there either.',
    ],
    promises: [
      'Every arrival gets a message from a human within a day.',
      'Whoever leaves is asked why, once, and thanked.',
      'One term, as always. I believe in limits.',
    ],
    experience: 'Eleven years of first hellos in Guadalajara; founder of a neighbours’ kitchen that feeds ninety.',
    banner: true,
  },
  {
    handle: 'lefevre_t',
    position: 'minister_citizens',
    displayName: 'Théo Lefèvre',
    title: 'Translator, reader of small print',
    slogan: 'You should not need me. Until then, here I am.',
    bio: 'I translate official letters for people who have just arrived in Marseille. Half of the work is language, the other half is saying: it is not your fault that this sentence is bad.',
    vision:
      'A citizen’s question should have one address, and the address should answer. I would open a help desk with memory: every question that is asked twice becomes a page, every page that is read twice becomes a button.',
    why: 'I have read our rules from the first line to the last, including the ones that contradict each other. I made a list and gave it to the cabinet, who were very gracious.',
    goals: [
      'One help desk, answered within four hours.',
      'The rules in plain words, beside the rules in full.',
      'Contradictions between our own pages found and settled: seven so far.',
    ],
    promises: [
      'I never answer with a link alone.',
      'Questions stay private unless you say otherwise.',
      'The desk works itself out of a job, or I have failed.',
    ],
    experience: 'Twelve years as a sworn translator; volunteer at a legal-aid counter.',
    qualifications: 'Sworn translator, French, Arabic, Turkish, administrative.',
    website: 'https://small-print.example',
  },
  {
    handle: 'astrid33',
    position: 'minister_citizens',
    displayName: 'Astrid Nygård',
    title: 'Paramedic, collector of old banknotes',
    slogan: 'Somebody always answers',
    bio: 'Ambulance worker in Tromsø, where it is dark for two months and people ring just to hear that somebody is there. I stood for this office two weeks ago because I believe that is what a state is: somebody who answers.',
    vision:
      'A duty roster for kindness. Not a slogan but a rota, with names and hours, so that a citizen with a trouble at three in the morning finds a light on.',
    why: 'I am good at three in the morning. It is when most people find out what a country is worth.',
    goals: [
      'A citizens’ duty line, staffed round the clock by volunteers in pairs.',
      'A short course in how to listen, taught by people who do.',
      'A quiet fund for citizens in difficulty, decided within two days, names sealed.',
    ],
    promises: [
      'I take the night shifts myself.',
      'No case is ever used in a speech.',
      'I answer. Even if only to say: I am here, tell me.',
    ],
    experience: 'Fourteen winters. Trainer in crisis telephone work.',
    qualifications: 'Paramedic; crisis-line instructor.',
    banner: true,
  },
  {
    handle: 'bowen_huang',
    position: 'minister_citizens',
    displayName: 'Bowen Huang',
    title: 'Trail builder',
    slogan: 'A good path needs no sign',
    bio: 'I build mountain trails in Taiwan with hand tools. You watch where people already walk, and put the stones there. Every argument with feet is lost by the planner.',
    vision:
      'I would spend the first two days only watching where citizens go, where they stop and where they turn back. Then I would move stones. By Sunday a few things should feel as if they had always been easy.',
    why: 'I carry my own stones. And I read the minutes, which is a steep trail that badly needs steps.',
    goals: [
      'A map of where newcomers turn back, and steps built at the three worst places.',
      'Walks: small groups led through the nation by a citizen who knows it.',
      'A bench at every long climb: a summary, a pause, a way to ask.',
    ],
    promises: [
      'I change nothing that I have not walked.',
      'Each step is tested by somebody older than seventy.',
      'The path stays when I go.',
    ],
    experience: 'Forty-one kilometres of trail, all by hand, all still there after the typhoons.',
  },
  {
    handle: 'torbjorn_l',
    position: 'minister_citizens',
    displayName: 'Torbjørn Lindqvist',
    title: 'Baker, keeper of a long table',
    slogan: 'Sit down. There is a place.',
    bio: 'My bakery in Bergen has one table, nine metres long, and no others. You sit next to whoever is there. It has produced three marriages, a chess club and a political movement, about which I am sorry.',
    vision:
      'We talk in channels, sorted by rank. I want one long table: a weekly hour in which nobody’s title is shown and the only rule is that you pass things along.',
    why: 'Because loneliness is the commonest complaint that no ministry handles, and I have a table.',
    goals: [
      'The Long Table: an hour each Saturday, titles off, microphones optional.',
      'Birthdays of citizens kept, at least by me.',
      'Pairs: each week, fifty citizens introduced to fifty others by hand.',
    ],
    promises: [
      'Nobody eats alone who does not want to.',
      'I will not start another political movement.',
      'Cardamom buns for the returning officers, virtually, with the recipe.',
    ],
    experience: 'Sixteen years of mornings; mediator of one memorable chess dispute.',
    website: 'https://nine-metres.example',
    banner: true,
  },
]
