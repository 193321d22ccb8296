import { officeLooks, officeStyle, Row, Text } from '../../../ui'
import { Clause, Clauses } from '../Article'
import { money, offices } from '../facts'
import { Table } from '../../../ui/kit/Table'
import tables from '../tables.module.css'
import classes from './GovernmentSalaries.module.css'

export function GovernmentSalaries() {
  return (
    <Clauses>
      <Clause title="Two halves">
        <p>
          Of the developer wallet’s share, {money.operations} go to the operation of the project and {money.government}{' '}
          are the government’s budget. Salaries are paid from the budget alone.
        </p>
        <Row nowrap step={-1} face="label" className={classes.halves} aria-hidden="true">
          <span style={{ flexGrow: parseFloat(money.operations) }}>Operations {money.operations}</span>
          <span style={{ flexGrow: parseFloat(money.government) }}>Government {money.government}</span>
        </Row>
      </Clause>
      <Clause title="To each office its part">
        <p>
          The presidential seat is paid {money.presidentialSeat} of the budget, the ministries {money.ministries};
          together {money.total}.
        </p>
        <Table caption="Part of the budget by office" className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Office</th>
              <th scope="col" data-number>
                Part
              </th>
              <td className={classes.scale} />
            </tr>
          </thead>
          <tbody>
            {money.salaries.map(({ role, title, percent }) => (
              <tr key={role} style={officeStyle(role)}>
                <th scope="row">
                  <Text as="span" tone="office" face="display" className={classes.numeral} aria-hidden="true">
                    {officeLooks[role].numeral}
                  </Text>
                  {title}
                </th>
                <td data-number>{percent}%</td>
                <td className={classes.scale} aria-hidden="true">
                  <span style={{ width: `${(percent / (money.salaries[0]?.percent ?? percent)) * 100}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All {offices.count} offices</th>
              <td data-number>{money.total}</td>
              <td className={classes.scale} />
            </tr>
          </tfoot>
        </Table>
      </Clause>
      <Clause title="By the clock">
        <p>
          A cycle of payment lasts {money.cycle} days. When it ends, salaries are recorded automatically, and the next
          cycle begins. An administrator then transfers them and marks each as paid. An official who held a seat for a
          part of the cycle is paid for that part.
        </p>
      </Clause>
      <Clause title="Nothing to empty chairs">
        <p>The part of a vacant seat stays in the treasury. It is not shared out among those who are seated.</p>
      </Clause>
      <Clause title="Other parts">
        <p>
          The bank may set other parts than these. They must add up to {money.total} of the budget, and it shows those
          that are in force.
        </p>
      </Clause>
    </Clauses>
  )
}
