import { Clause, Clauses } from '../Article'
import { muteDays, offices } from '../facts'
import classes from './CodeOfConduct.module.css'

const measures: readonly { name: string; what: string }[] = [
  { name: 'Warning', what: 'says what was wrong.' },
  { name: 'Last warning', what: 'says what will follow.' },
  { name: 'Exclusion for a time', what: 'closes the nation’s rooms to a citizen who did not listen.' },
  { name: 'Permanent exclusion', what: 'closes them for good. It is the last measure, not the first.' },
]

export function CodeOfConduct() {
  return (
    <Clauses>
      <Clause title="Meet each other with respect">
        <p>
          Argue about the matter, hard if need be, and leave the person whole. Insults, threats, hatred and harassment
          have no place here, whether against a citizen, a candidate or an official.
        </p>
      </Clause>
      <Clause title="One person, one citizen">
        <p>
          No citizen votes or stands under several accounts, or pretends to be another person. No citizen buys a vote,
          sells one, or has others vote by pressure.
        </p>
      </Clause>
      <Clause title="Keep private things private">
        <p>No citizen publishes what another has not made public: names, places, messages, keys.</p>
      </Clause>
      <Clause title="No tricks">
        <p>
          No spam, no malware, no fraud, and no promises of profit. Who finds a hole in the nation’s walls reports it
          and does not use it.
        </p>
      </Clause>
      <Clause title="Office is service">
        <p>
          Officials act for the nation and not for their own wallet. They say so when a matter touches them, and hand
          over their work in order when their term ends.
        </p>
      </Clause>
      <Clause title="Who enforces it">
        <p>
          The {offices.ofMarketing} enforces this code, with measures that fit what happened, from a warning up to
          permanent exclusion:
        </p>
        <ol className={classes.ladder}>
          {measures.map(({ name, what }) => (
            <li key={name}>
              <strong>{name}</strong> {what}
            </li>
          ))}
        </ol>
        <p>The citizen concerned is told what they are blamed for, and is heard first.</p>
        <p>
          Today the site itself knows two measures. The minister, moderators and administrators delete messages, and
          mute a citizen, who then reads and does not write, for up to {muteDays} days. Warnings and exclusions are
          spoken by the ministry: the site neither records them nor closes an account.
        </p>
        <p>
          Nobody decides on a rival for the same office, or on a message that mentions or answers them. Another one
          does.
        </p>
      </Clause>
    </Clauses>
  )
}
