import type { Campaign } from './campaign'

/** Standing for Minister of Creativity in the open election. */
export const creativityCampaigns: readonly Campaign[] = [
  {
    handle: 'siti_tran',
    position: 'minister_creativity',
    displayName: 'Siti Tran',
    title: 'Illustrator, drawer of crowds',
    slogan: 'Draw everyone in',
    bio: 'I draw crowds for children’s books: four hundred people on a page, each with somewhere to be. My editor once asked me to leave some out. We no longer work together.',
    vision:
      'This nation has three hundred faces, and most posters show three of them. I want a week of pictures in which citizens find themselves: at the ballot, at the bank, asleep in the back of a debate.',
    why: 'Because people defend what they can see themselves in. Give me seven days and I will draw as many of you as my wrist allows.',
    goals: [
      'A group portrait of the nation, added to every day of the term.',
      'Open drawing sessions: bring a pencil, no talent required.',
      'A free picture library for every citizen’s campaign, opponents of mine included.',
    ],
    promises: [
      'At least forty new citizens drawn by Sunday. Send photographs, or trust me.',
      'Whoever is drawn may veto the nose.',
      'Everything under a free licence.',
    ],
    experience: 'Eleven picture books; murals for a hospital and a bus depot; daily sketch since 2016 without a gap.',
    website: 'https://four-hundred-people.example',
    banner: true,
  },
  {
    handle: 'mahsa_s',
    position: 'minister_creativity',
    displayName: 'Mahsa Shirazi',
    title: 'Type designer',
    slogan: 'Mind the gaps between the letters. That’s where we live.',
    bio: 'I design alphabets in Persian and Latin script and make them share a page politely. It is slow work about tiny spaces, and the best training for government that I can think of.',
    vision:
      'A state is first seen in its letters: the form, the notice, the ballot. Ours should be so clear that nobody has to feel foolish in front of them, and so beautiful that they would keep the envelope.',
    why: 'Others will give you posters. I will give you the form that you fill in without swearing, and the notice you understand the first time. That is creativity with its sleeves rolled up.',
    goals: [
      'Every official notice redesigned to be read in thirty seconds.',
      'Right-to-left languages set properly, not as an afterthought.',
      'A workshop on making one good poster with two sizes of one typeface.',
    ],
    promises: [
      'Nothing flashes, spins or autoplays in my name.',
      'Contrast you can read in sunlight.',
      'Quorum at every design meeting, or it is only me talking.',
    ],
    experience: 'Nine released typefaces, used on a metro, two newspapers and one excellent biscuit.',
    policies: 'Legibility first, wit second, gradients by permit.',
    qualifications: 'MA Typeface Design, Reading.',
    discord: 'mahsa_kerning',
  },
  {
    handle: 'fiorella_conti',
    position: 'minister_creativity',
    displayName: 'Fiorella Conti',
    title: 'Illustrator; second time lucky',
    slogan: 'A meme is a stamp. Let’s print good ones.',
    bio: 'Naples, ink, and a flat full of cats that are not mine. I design postage stamps, which are pictures two centimetres wide that must speak for a whole country. I stood for this office two weeks ago and have sharpened everything since.',
    vision:
      'Stamps used to carry a nation round the world on other people’s letters. Memes do it now. Each week I would issue a set of nine, one per office, numbered like proper philately, for anyone to send anywhere.',
    why: 'Small, sharp, collectable, and never cruel. I know how much can be said in two centimetres, and how much had better not be.',
    goals: [
      'A weekly issue of nine, each by a different citizen artist.',
      'A catalogue of every issue, so that week three is still worth having in year three.',
      'A postmark for the rollover: one drawing, sixty seconds after midnight.',
    ],
    promises: [
      'Artists are named on the stamp.',
      'No joke at a private citizen’s expense. Ministers are fair game.',
      'I will issue one against myself in the first hour.',
    ],
    experience: 'Thirty-one stamps issued by three post offices; jury of the Naples comics fair.',
    website: 'https://two-centimetres.example',
    banner: true,
  },
  {
    handle: 'wmakoa',
    position: 'minister_creativity',
    displayName: 'Wiremu Makoa',
    title: 'Glassblower',
    slogan: 'Made with breath, meant to last',
    bio: 'I blow glass in Whanganui. You have about forty seconds before it decides for itself what it wants to be, and until then nobody in the workshop talks. I think of a good debate in the same way.',
    vision:
      'I would like the nation to own a few things that nobody scrolls past: a national cup for the citizens’ award, a light for the capital that comes on when the phase opens, a film of the making of both.',
    why: 'Because not everything creative is a post. Some of it is heavy, and catches the sun, and is still there after the term.',
    goals: [
      'A citizens’ cup, blown on camera, awarded each Sunday to whoever helped most.',
      'Short films of citizens at work with their hands, one each day.',
      'A lamp for the capital’s map that shows from afar whether voting is open.',
    ],
    promises: [
      'One object finished by Friday, cracks and all.',
      'I explain each step while I do it.',
      'Dropped pieces become the mosaic. Nothing is wasted.',
    ],
    experience:
      'Twenty-six years at the furnace; teacher of some sixty apprentices, all of whom still have their eyebrows.',
    banner: true,
  },
  {
    handle: 'haruto_matsuda',
    position: 'minister_creativity',
    displayName: 'Haruto Matsuda & the dogs',
    title: 'Type designer, two dogs, one wallet',
    slogan: 'Good boys, good grids',
    bio: 'By day I design signage for railways; by night my dogs Kerning and Leading are walked along a perfectly straight line. They have more followers than I do and have endorsed me on the condition that this campaign mentions walks.',
    vision:
      'Let us be a nation that is easy to find one’s way around and a pleasure to get lost in. Signs where you hesitate, a joke where you wait, a dog where you least expect it.',
    why: 'Wayfinding is kindness at scale. If you have ever stood in front of our menus not knowing which door was yours, I am running for you.',
    goals: [
      'A set of icons for all nine offices that works at sixteen pixels.',
      'A welcome film of under a minute, without a narrator, understood everywhere.',
      'A national dog gallery. This one is non-negotiable; see endorsement.',
    ],
    promises: [
      'Each new sign is tested on five newcomers before it goes up.',
      'If three of them get lost, it comes down.',
      'Walks at seven and seven.',
    ],
    experience: 'Signage for four stations and an aquarium in which nobody has been lost since.',
    qualifications: 'Good boy (twice removed).',
  },
]
