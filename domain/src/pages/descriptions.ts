import { positions } from '../elections'
import { countInWords } from '../formats'
import type { PagePattern } from './titles'

const offices = `${countInWords(positions.length)} offices`

/** What each page says of itself in search results, and where its address is shared. */
export const descriptions: Readonly<Record<PagePattern, string>> = {
  '/': 'Nation is a community whose token holders elect a government every week: stand for office, vote, and see what changes on Monday.',
  '/rules': 'The constitution of Nation: principles, voting power, membership, salaries and the code of conduct.',
  '/participation': 'Three ways to take part in Nation: elections, polls and interviews.',
  '/gov-staff': `The ${offices} of Nation, who holds them this week, and which are vacant.`,
  '/gov-official/:id': 'An official of Nation: the office, how the seat was won, and what was promised for it.',
  '/office/:id': 'An office of Nation and everybody who held it: elected with how many votes, or appointed by whom.',
  '/elections': `This week’s candidates for the ${offices} of Nation, their programmes, and the vote as it stands.`,
  '/elections/create-profile': `Stand for one of the ${offices} of Nation.`,
  '/elections/edit-profile': 'Edit your candidacy.',
  '/elections/edit-profile/:id': 'Edit your candidacy.',
  '/elections/ballot/done': 'For whom you voted, office by office.',
  '/elections/ballot/:id': 'The ballot of Nation, one office at a time: who stands, and what they promise.',
  '/elections/candidate/:id': 'A candidate for office in Nation: vision, goals and promises.',
  '/elections/results/:id': 'How Nation voted: every office, its winner, and the rule that decided.',
  '/vote': 'What Nation decides by poll, and how its citizens voted.',
  '/gazette':
    'The public record of Nation: every appointment, election, poll and payment of its government, numbered and dated.',
  '/gazette/:id': 'An entry in the public record of Nation.',
  '/bank': 'The government budget of Nation, and what each office is paid.',
  '/profile': 'Your ID card as a citizen of Nation.',
  '/citizen/:id': 'A citizen of Nation, as they show themselves.',
  '/interviews': 'What Nation asks its citizens.',
  '/interviews/:id': 'An interview with the citizens of Nation.',
  '/messenger': 'Talk with the nation: in groups, and with each citizen directly.',
  '/messenger/reports': 'Messages that citizens have reported, for those who moderate.',
  '/messenger/:id': 'A group of the nation, for those who belong to it.',
  '/messenger/c/:id': 'A conversation of two citizens.',
  '/government': 'The dashboard of those in office.',
  '/admin': 'Behind the counter of Nation.',
}

/** What is said of an address that leads nowhere. */
export const notFoundDescription = 'There is no place of this name in the nation.'
