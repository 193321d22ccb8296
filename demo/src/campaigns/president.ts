import type { Campaign } from './campaign'

/** Standing for President in the open election. */
export const presidentCampaigns: readonly Campaign[] = [
  {
    handle: 'rousseau1995',
    position: 'president',
    displayName: 'Camille Rousseau',
    title: 'Stage carpenter, second attempt',
    slogan: 'Build it sturdy, then raise the curtain',
    bio: 'I build stages for a living. Nobody applauds the floor, but everybody notices when it gives way. I stood in the very first election, lost it fair and square, and have spent the weeks since walking round the back of our institutions with a torch and a spirit level.',
    vision:
      'A nation whose machinery is so plainly put together that any citizen can look behind the scenery and see which rope holds what. Power here lasts one week. I would like to use mine to make the next president’s week easier than my own.',
    why: 'Because I know the difference between a set that looks solid and one that is. I do not promise you a spectacle. I promise that the trapdoors will be marked, the exits lit, and the show will start on time every Monday.',
    goals: [
      'A public running order: what the government does, on which day of the week, and who is on duty.',
      'A proper handover on Monday morning, with notes, keys and a list of what is still wet paint.',
      'Three citizens drawn by lot to sit in every cabinet meeting and ask what on earth we are talking about.',
    ],
    promises: [
      'I will publish my own to-do list on Monday and mark it honestly on Sunday.',
      'No decision after midnight. Nothing good was ever built after midnight.',
      'If I lose next week, the handover notes will be finished anyway.',
    ],
    experience:
      'Twenty-two years in theatres from Lyon to Rotterdam. Technical director of a company of forty, in which I have mediated between a tenor and a revolving floor.',
    policies:
      'Short meetings standing up. Minutes within the hour. One public question time a week, unmoderated but for manners.',
    qualifications: 'Master carpenter; certified rigger; once held up a balcony alone for an entire second act.',
    discord: 'camille_backstage',
    website: 'https://behind-the-scenery.example',
    banner: true,
  },
  {
    handle: 'nyamburanjoroge',
    position: 'president',
    displayName: 'Nyambura Njoroge',
    title: 'Librarian',
    slogan: 'A small state deserves a large memory',
    bio: 'Librarian for nineteen years, first in Nyeri, then in Nairobi, now wherever the signal is good. I have refereed more arguments about what was actually said than any judge I know, and the answer was on the shelf every time.',
    vision:
      'We govern in weeks, and forget in days. I want a presidency that remembers: every promise made by every candidate kept where anyone can find it, next to what became of it. A nation that can look itself up will not be fooled twice.',
    why: 'I am not the loudest person on this ballot and would be alarmed if I were. I will listen, I will write it down, and I will read it back to you before I sign anything.',
    goals: [
      'A register of promises: who made them, to whom, by when, and whether they were kept.',
      'Plain summaries of every government decision, one screen long, in words my aunt would use.',
      'Reading hours: twice a week, a minister answers whatever citizens bring.',
    ],
    promises: [
      'Every question sent to me gets an answer or an honest "I do not know yet".',
      'I will appoint nobody I have not read.',
      'I will never, ever tell the citizens to be quiet.',
    ],
    experience:
      'Ran a county library through two floods and one digitisation. Chaired the catalogue committee for six years, which is diplomacy by another name.',
    qualifications:
      'MSc Information Science, University of Nairobi. Can find anything, including the person who moved it.',
    website: 'https://njoroge-reads.example',
  },
  {
    handle: 'ziadbarakat',
    position: 'president',
    displayName: 'Ziad “Four O’Clock” Barakat',
    title: 'Baker, and awake before you',
    slogan: 'Bread first, speeches after',
    bio: 'I open the oven at four every morning in Tripoli and have not missed a Monday rollover since this nation began, because I am the only one of you reliably awake for it. A bakery is a republic: everybody comes, everybody has opinions, and at seven it had better be on the shelf.',
    vision:
      'Government as daily bread: nothing fancy, never late, and shared. I want citizens to stop asking whether the government is working, in the way you do not ask whether the bakery is open. You can smell it from the corner.',
    why: 'A week is seven bakes. I know exactly how much good work fits into that, and how little fits once you start making speeches. Give me one week, and judge it by the crumb.',
    goals: [
      'A morning bulletin at 04:30 UTC: what was done yesterday, what is in the oven today.',
      'Every newcomer greeted by a real citizen within a day of joining.',
      'A budget anybody can hold in one hand.',
    ],
    promises: [
      'I will be up. That alone puts me ahead of most governments.',
      'Burnt batches will be shown, not hidden under the good ones.',
      'No half-baked bills. I am sorry. I had to.',
    ],
    experience: 'Third-generation baker, eleven employees, two floods, one fire, no missed mornings.',
    policies: 'The dough rule: nothing is decided until it has rested one night.',
    banner: true,
  },
  {
    handle: 'alistair_p',
    position: 'president',
    displayName: 'Alistair Pemberton',
    title: 'Midwife to small republics',
    slogan: 'Breathe. You are doing well. Now vote.',
    bio: 'Midwife in the Borders for seventeen years. I also draw maps of places that nearly existed. With 312 followers I am by some way the least famous person asking for your vote, and I have delivered four times that many people.',
    vision:
      'Every week we bring a government into the world, and every week it arrives red-faced, shouting and convinced that nothing came before it. I would bring some calm to the room. A young nation does not need a saviour; it needs somebody with warm hands who has seen this before.',
    why: 'Because I stay. In my trade you do not go home when the shift ends; you go home when it is done. And because a tiny candidacy that does well would say something kind about all of us.',
    goals: [
      'A calm first hour on Mondays: new officials get a checklist rather than a crowd.',
      'A hand-drawn map of the government, showing which door to knock on for what.',
      'A public account, each Sunday, of what hurt and what we would do differently.',
    ],
    promises: [
      'I will not raise my voice, even at the treasury.',
      'I will answer citizens in the order in which they came, not in the order of their balances.',
      'I will hand over gladly on Monday, whoever you choose.',
    ],
    experience: 'Some 1,250 births, three of them in ferries. Convened the island transport forum, which was harder.',
    qualifications: 'Registered midwife; amateur cartographer; patient.',
  },
]

/** Standing again, once the new week has begun. */
export const sittingPresidentCampaign: Campaign = {
  handle: 'piet_president',
  position: 'president',
  displayName: 'Piet de Vries',
  title: 'Your president, if you will have him again',
  slogan: 'The dike holds. Let’s plant something on it.',
  bio: 'Water engineer from Zeeland, president since last Monday. I lost this office once by the closest count there can be: level on weight, level on voters, and my rival had simply got up earlier that morning. I have set an alarm ever since.',
  vision:
    'Where I come from, government began because the sea does not care about your opinions: neighbours had to agree on the dike or drown separately. That is still the best reason for having one. I want a nation that settles the few things we must do together, does them properly, and leaves the rest to its citizens.',
  why: 'One week in, you can check me against my own list, which is pinned to my profile with the ticks and the gaps. I would rather be re-elected for an honest gap than for a false tick.',
  goals: [
    'Finish the handover book that should have been there when I arrived.',
    'A standing hour, every Wednesday, in which any citizen may question any minister.',
    'A maintenance day each week on which the government fixes things and announces nothing.',
  ],
  promises: [
    'The list stays public, with its gaps.',
    'No emergency powers, not even for real emergencies, without a poll.',
    'I will congratulate whoever beats me, before breakfast.',
  ],
  experience: 'President for one week; dike reeve of a water board for eight years, a post first filled in 1255.',
  policies: 'Maintenance before monuments. Open minutes. Officials answer messages themselves.',
  qualifications: 'MSc Hydraulic Engineering, Delft. Can read a tide table and a room.',
  discord: 'piet.devries',
  website: 'https://the-dike-holds.example',
  banner: true,
}
