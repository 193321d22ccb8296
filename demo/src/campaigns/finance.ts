import type { Campaign } from './campaign'

/** Standing for Minister of Finance in the open election. */
export const financeCampaigns: readonly Campaign[] = [
  {
    handle: 'luana43',
    position: 'minister_finance',
    displayName: 'Luana Bragança',
    title: 'Primary school teacher; counts twice, aloud',
    slogan: 'If I can explain it to class 3B, I can explain it to you',
    bio: 'I teach seven-year-olds in Recife what a tenth is, using an orange. Nobody leaves until the orange adds up. I have watched our treasury debates with great interest and many unsharpened pencils.',
    vision:
      'Public money is a thing that any child of the nation should be able to follow with a finger: this came in, that went out, this is left. When a budget needs a specialist to explain it, somebody is eating the orange.',
    why: 'I am patient, I am not impressed by long words, and I can hear a child not understanding from across a room. Ministers are easier.',
    goals: [
      'A treasury page with three numbers on top and everything else one tap below.',
      'A fifteen-minute open lesson each Wednesday: one question about money, answered with fruit.',
      'The reasons for every spending, in one sentence, before it is spent.',
    ],
    promises: [
      'The columns will add up. I will have counted them twice and so will somebody else.',
      'No question is too small. Most are too big.',
      'What is left over stays in the jar.',
    ],
    experience: 'Nineteen classes, one school cooperative, a canteen that has been in the black since 2014.',
    qualifications: 'Degree in pedagogy; treasurer of the teachers’ mutual; owner of the orange.',
    website: 'https://the-orange-adds-up.example',
    banner: true,
  },
  {
    handle: 'ekstrom1992',
    position: 'minister_finance',
    displayName: 'Sander Ekström',
    title: 'Economist in recovery, day 411',
    slogan: 'No forecasts. Just the books.',
    bio: 'I made forecasts for a bank for nine years and was wrong with great precision. I have been clean since the spring before last. I now believe in ledgers, in sleep, and in saying "we do not know" without a footnote.',
    vision:
      'A finance ministry that describes rather than predicts. What do we hold, what do we owe, who was paid, to the last base unit, as of this minute. The future may look after itself once we stop inventing it.',
    why: 'Because I know every trick by which a chart can be made to climb, and I will recognise them when they come across my desk dressed as good news.',
    goals: [
      'Daily statement of the treasury, down to the last unit, posted before anyone asks.',
      'A list of everything we do not know about our own money, shortest list wins.',
      'Salaries reproduced from the published percentages by any citizen with a calculator.',
    ],
    promises: [
      'Not one forecast. If I relapse, the cabinet may take my keyboard.',
      'Axes start at zero.',
      'I will explain each difference larger than a coffee.',
    ],
    experience:
      'Nine years of macro research, two of repentance. Reconciled a cooperative’s books back to 1987 for fun.',
    policies: 'Statements before stories. Zero-based axes as a matter of law.',
    qualifications: 'MSc, Stockholm School of Economics. I have returned the mug.',
    discord: 'sander_no_forecasts',
  },
  {
    handle: 'the_emre',
    position: 'minister_finance',
    displayName: 'Emre Arslan',
    title: 'Tile painter, pattern person',
    slogan: 'A budget is a pattern. Stand back and look.',
    bio: 'I paint tiles in Kütahya. A wall of nine hundred has to be right in every square and again from the far side of the courtyard, and the client always notices the one that is upside down. So do I, which is why my evenings go to our ledger.',
    vision:
      'Every salary, fee and grant is a tile. I would lay them all out on one wall, so that anyone can see the pattern: who is paid on time, which office costs what, and where there is suddenly a very large tile nobody ordered.',
    why: 'I am occasionally funny and permanently exact. You can have a minister with only the first quality; you have had some.',
    goals: [
      'One picture of the whole budget, redrawn every day from the real figures.',
      'A rule that whoever proposes a new expense says which tile comes off the wall.',
      'Alerts for citizens when a payment does not match the pattern.',
    ],
    promises: [
      'No tile goes up without two signatures.',
      'I will fix the upside-down ones before anyone has to point.',
      'Jokes stay out of the statements. Mostly.',
    ],
    experience:
      'Master of a workshop of seven; estimator for two mosques, one metro station and a very demanding grandmother.',
    banner: true,
  },
  {
    handle: 'the_efua',
    position: 'minister_finance',
    displayName: 'Efua Okafor',
    title: 'Economist in recovery, shorter meetings',
    slogan: 'Fifteen minutes. Then it is on the record.',
    bio: 'Public-finance economist, Accra. I once sat through a budget hearing so long that the currency changed. Since then I have timed every meeting I attend; the figures are public and devastating.',
    vision:
      'Time is the one treasury we cannot top up. Three hundred citizens in a two-hour call spend twenty-five days. I would publish the cost of every meeting beside the cost of what it decided, and let the comparison do its quiet work.',
    why: 'I am quick, and I have learned that quick is not the same as careless: careless is what happens in hour three.',
    goals: [
      'A price tag on each meeting: people times minutes, next to its result.',
      'The salary run explained in a single table that fits a phone.',
      'Small requests, under a fixed sum, answered within a day: yes, no, or this one question.',
    ],
    promises: [
      'No meeting of mine exceeds fifteen minutes.',
      'My first statement appears on Monday by noon.',
      'This paragraph ends here.',
    ],
    experience:
      'Budget office of a city of four million; adviser to a market women’s credit union, where I learned the trade properly.',
    qualifications: 'MPhil Economics, Legon.',
  },
  {
    handle: 'babatundeasante',
    position: 'minister_finance',
    displayName: 'Babatunde Asante',
    title: 'Bicycle mechanic, cash book since 2011',
    slogan: 'Balanced wheels, balanced books',
    bio: 'I run a repair shop in Ibadan with one till, one cash book and no mysteries. A wheel out of true by a millimetre shakes the whole bicycle at speed. Our nation has begun to pick up speed.',
    vision:
      'True the wheel a quarter-turn at a time. I would go through our spending spoke by spoke, tighten what is loose, loosen what is strangling somebody, and spin it again every evening until it runs quiet.',
    why: 'Whoever brings me a bicycle sees the work on the stand, not in the back room. I will do the treasury the same way: in the window, with the light on.',
    goals: [
      'Evening reconciliation, in public, every day at 18:00 UTC.',
      'A small-repairs fund for citizens’ projects, with receipts.',
      'A plain warning light when the treasury falls below four weeks of salaries.',
    ],
    promises: [
      'Old parts are shown to the owner before they are thrown away.',
      'I do not touch what is not loose.',
      'The cash book is yours to read, grease stains and all.',
    ],
    experience: 'Fourteen years of a business that never borrowed.',
  },
]
