import type { Campaign } from './campaign'

/** Standing for Secretary of State in the open election. */
export const secretaryCampaigns: readonly Campaign[] = [
  {
    handle: 'linh_p',
    position: 'secretary',
    displayName: 'Linh Pratama',
    title: 'Structural engineer, keeper of drawings',
    slogan: 'If it isn’t in the record, it will fall on somebody',
    bio: 'I inspect bridges. The first thing I ask for is never the bridge but its papers: who built it, who changed it, who swore it would be fine. I have read our minutes back to week one and found two bridges I would not drive over.',
    vision:
      'A record in which any citizen finds any decision within a minute: what was decided, on what grounds, and what has been altered since. The past should be load-bearing.',
    why: 'A Secretary is asked to be careful for a whole week in a nation that is in a hurry. I have been careful for a living for twenty years, and nothing I signed has moved.',
    goals: [
      'An index of all decisions since the first election, complete by Thursday.',
      'Every correction shown beside what it corrects, never instead of it.',
      'A monthly inspection: three citizens pick ten records at random and try to break them.',
    ],
    promises: [
      'Minutes within two hours of any meeting I attend.',
      'I will record my own mistakes in the same type size as everyone else’s.',
      'Two cracked decisions fixed in week one. I have their numbers.',
    ],
    experience: 'Lead inspector for 212 bridges along the Mekong and the Musi.',
    qualifications: 'Chartered structural engineer. Steel-toed boots, soft voice.',
    website: 'https://load-bearing.example',
    banner: true,
  },
  {
    handle: 'sakura26',
    position: 'secretary',
    displayName: 'Sakura Takahashi',
    title: 'Protocol researcher; counts everything twice',
    slogan: 'Count twice, publish once',
    bio: 'I research how to prove that a thing was said, by whom, and before what. In private I keep a list of every typo on every train station in Japan. It is sorted.',
    vision:
      'Trust should cost nothing to check. I want each official record of this nation published in a form that a stranger with a laptop can verify over lunch, and a friendly page for everyone who would rather have the lunch.',
    why: 'Because "trust me" is the only sentence I would strike from every candidate’s text, beginning with my own. Do not trust me: check me. I will make it easy.',
    goals: [
      'Weekly digest of the record, with a checksum, posted in three places that we do not control.',
      'A page where citizens report errors in the record, with a public clock on each.',
      'A diplomatic address book: which communities we talk to, who speaks for us, and what was agreed.',
    ],
    promises: [
      'Every number I publish comes with the way to recompute it.',
      'Errors are corrected within a day, credited to whoever found them.',
      'I will be delighted to be wrong in public.',
    ],
    experience:
      'Eight years in timestamping research; auditor of two on-chain registries; once found a missing comma worth a ship.',
    policies: 'Open formats, dated corrections, no attachments named final_final.',
    qualifications: 'MEng, Kyoto.',
  },
  {
    handle: 'orhan_demir',
    position: 'secretary',
    displayName: 'Orhan Demir',
    title: 'Translator between people who are sure they agree',
    slogan: 'Said clearly, once, in every tongue we speak',
    bio: 'Conference interpreter, Istanbul and Vienna. I have sat behind glass while delegations congratulated each other on two entirely different treaties. It taught me that the record is not what was said; it is what everyone would sign that they heard.',
    vision:
      'We are citizens in some forty languages with one working tongue, and it is not the first for most of us. A Secretary should make the nation readable: short sentences, a glossary, and translations made by people who are thanked for it.',
    why: 'Foreign relations start with not insulting anyone by accident. I have ten thousand hours of practice at that, and a good ear for when somebody says "interesting" and means "no".',
    goals: [
      'A summary of each week in ten languages by Tuesday, made by volunteers with bylines.',
      'A glossary of our own words: roll, tally, phase, term. Two lines each.',
      'First letters to five neighbouring communities, written so that they want to answer.',
    ],
    promises: [
      'No official text over a page without a summary.',
      'Translators are named, every time.',
      'I will never say "as per my last message".',
    ],
    experience: 'Sixteen years in the booth; head of team at three summits that ended earlier than planned.',
    discord: 'orhan_between',
    banner: true,
  },
  {
    handle: 'hparata',
    position: 'secretary',
    displayName: 'Hinemoa Parata',
    title: 'Midwife, meeting-keeper, transit person',
    slogan: 'Everyone on board before we leave the stop',
    bio: 'From Ōtaki, on the Kāpiti line. I have taken notes at births, tangi and transport hearings, and the transport hearings were the longest. I keep calendars the way others keep gardens.',
    vision:
      'Most people miss out on government because they did not know when it was. I want one calendar for the nation, in your own time zone, with a bell you can switch off. If a decision is coming, you should hear it from the platform.',
    why: 'I write things down kindly and in order, and I will not let the doors close on somebody running with a pram.',
    goals: [
      'One public calendar: phases, polls, meetings, deadlines, in every citizen’s own time.',
      'Three days’ notice before anything is decided, unless something is actually on fire.',
      'Minutes read aloud once a week for those who would rather listen.',
    ],
    promises: [
      'Every meeting gets a time, an agenda and an end.',
      'I will come to newcomers; they will not have to find me.',
      'If I must miss a stop, I will say so on the board.',
    ],
    experience: 'Secretary of a marae committee for nine years; expert witness on the merits of an 06:12 train.',
  },
]
