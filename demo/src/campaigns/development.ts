import type { Campaign } from './campaign'

/** Standing for Minister of Development in the open election. */
export const developmentCampaigns: readonly Campaign[] = [
  {
    handle: 'bianca_bellini',
    position: 'minister_development',
    displayName: 'Bianca Bellini',
    title: 'Open-source maintainer; says no, with reasons',
    slogan: 'The best feature is the one that still works on Sunday',
    bio: 'I maintain a date library used by forty thousand projects and thanked by six. I have closed eleven thousand issues, most of them politely. I disagree as a service.',
    vision:
      'A nation’s software should be like its tap water: taken for granted, tested daily, and somebody’s actual job. Fewer launches, more release notes, and a changelog that a citizen would read on purpose.',
    why: 'Because someone must be willing to say "not this week", and to say it with a link to the reason. I have the temperament, the templates and the tea.',
    goals: [
      'The ten oldest bugs closed: fixed, or refused with a sentence.',
      'Every change announced a day ahead, in plain words.',
      'A path for first contributors that takes an evening, not a month.',
    ],
    promises: [
      'Nothing ships on a Friday. Or five minutes before a phase closes.',
      'Every report gets a human answer.',
      'I will be as strict with my own changes as with yours. Ask my co-maintainer; she is stricter.',
    ],
    experience:
      'Fourteen years of maintenance. Leap seconds, time zones, one lawsuit over the start of the week (Monday; we won).',
    policies: 'Weeks start on Monday. Boring technology. Changelogs for people.',
    qualifications: 'MSc Computer Science, Turin; inbox at zero twice.',
    discord: 'bianca.says.no',
    website: 'https://still-works-on-sunday.example',
    banner: true,
  },
  {
    handle: 'the_zofia',
    position: 'minister_development',
    displayName: 'Zofia Novák',
    title: 'Validator operator, collector of banknotes',
    slogan: 'Uptime is a form of respect',
    bio: 'I run machines that must not stop, from a cellar in Kraków that used to store pickles. Upstairs I keep four albums of banknotes from states that did stop. It concentrates the mind.',
    vision:
      'Every country in my albums printed lovely paper right up to the end. What they had neglected were the boring parts: the backup, the key, the second person who knew. I would spend a week on our boring parts.',
    why: 'I get up when the pager rings. It is a simple qualification and surprisingly rare.',
    goals: [
      'A restore of the whole nation from backup, done for real, timed and published.',
      'Two people for each key, two places for each copy.',
      'A status page that admits things before anyone asks.',
    ],
    promises: [
      'If it goes down, I say so first and explain it within a day.',
      'No single person will be able to break this, including me.',
      'The pickles stay.',
    ],
    experience: '99.98% over six years; the missing part was a mouse, which is now also a colleague.',
    banner: true,
  },
  {
    handle: 'xanthekanellis',
    position: 'minister_development',
    displayName: 'Xanthe Kanellis',
    title: 'Reviewer of other people’s certainty',
    slogan: 'Show me the test that fails',
    bio: 'I review contracts for a living: the kind that hold money and cannot be unsigned. My two dogs are called Overflow and Underflow. Only one of them has ever caused an incident.',
    vision:
      'Before something is allowed to matter, somebody hostile should have tried to break it, kindly, in daylight. I would make that a habit of government: for code, for rules, for forms, and for speeches.',
    why: 'I am professionally unconvinced. You will find it restful to have it on your side.',
    goals: [
      'Break-it Thursday: citizens attack a staging copy, findings are paid and published.',
      'A threat model of the nation that fits on two pages and is updated weekly.',
      'Every rule with a deadline tested at the deadline, to the millisecond.',
    ],
    promises: [
      'I will attack my own proposals first.',
      'Findings are published when fixed, with the finder’s name.',
      '"It should be fine" will not be minuted.',
    ],
    experience: 'Seventy-odd audits; one saved treasury; no public heroics.',
    qualifications: 'Former mathematics teacher; I still take marks off for missing units.',
  },
  {
    handle: 'kanellis1975',
    position: 'minister_development',
    displayName: 'Aris Kanellis',
    title: 'Open-source maintainer, asker of questions',
    slogan: 'What problem are we solving?',
    bio: 'Thessaloniki. I maintain a map editor used by mountain rescue. Yes, Xanthe is my cousin; no, we have not coordinated; our grandmother is voting for the dog. I ran two weeks ago and came second to somebody better prepared, so I prepared.',
    vision:
      'I want us to build what citizens stumble over every day and not what demos well. Start from the stumble. Measure it. Fix it. Ask again.',
    why: 'Rescue teams taught me to listen: the person on the radio is cold and does not care about your roadmap.',
    goals: [
      'Sit with twenty citizens while they use the site; fix the twenty worst moments.',
      'Everything usable on a bad phone with one bar.',
      'A public list of what we decided not to build, and why.',
    ],
    promises: [
      'One question before every meeting: what problem are we solving?',
      'I ship small, and I ship daily.',
      'I will be civil to my cousin.',
    ],
    experience: 'Maintainer for twelve years; volunteer in Olympus mountain rescue.',
    website: 'https://start-from-the-stumble.example',
  },
  {
    handle: 'ines13',
    position: 'minister_development',
    displayName: 'Inès Lefèvre',
    title: 'Validator operator; two dogs, one wallet, no downtime',
    slogan: 'Faster, quieter, kinder to your battery',
    bio: 'I make machines use less of everything. My flat in Nantes is heated by servers, and last winter I had to put on a jumper because I had optimised too well.',
    vision:
      'The nation in under a second, on a five-year-old phone, on a train. Speed is access: whoever waits longest is usually whoever could least afford to.',
    why: 'I bring measurements where others bring adjectives. Every claim in this text has a number behind it; ask for any of them.',
    goals: [
      'First page in under a second on a cheap phone, measured each night.',
      'Half the data on the elections page, with every portrait still on it.',
      'A leaderboard of the slowest pages. The winner gets my attention.',
    ],
    promises: [
      'Numbers before and after, every time.',
      'Nothing new that makes anything old slower.',
      'I wear the jumper.',
    ],
    experience: 'Performance engineer at a weather service, where late answers get wet.',
    banner: true,
  },
]
