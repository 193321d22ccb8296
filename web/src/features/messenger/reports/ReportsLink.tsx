import { IconFlag } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { Text } from '../../../ui'
import list from '../list/ChatList.module.css'
import { reportsPath } from '../paths'
import { useReports } from './use-reports'

/** The line of the list that leads moderators to the reports, with how many are open. */
export function ReportsLink({ isOpen }: { isOpen: boolean }) {
  const { data } = useReports('open')
  const count = data?.pages.reduce((sum, { reports }) => sum + reports.length, 0) ?? 0
  const more = data?.pages.at(-1)?.nextCursor ? '+' : ''
  return (
    <Link to={reportsPath} className={list.line} aria-current={isOpen ? 'page' : undefined}>
      <span className={list.icon} aria-hidden="true">
        <IconFlag size={22} stroke={1.75} />
      </span>
      <span className={list.words}>
        <Text as="span" strong className={list.name}>
          Reports
        </Text>
        <span className={list.second}>
          <Text as="span" tone="soft" step={-1} className={list.said}>
            Messages that citizens have reported
          </Text>
          {count > 0 && (
            <Text as="span" step={-2} face="label" figures className={list.unread}>
              <span aria-hidden="true">{`${count}${more}`}</span>
              <span className="visually-hidden">{`${count}${more === '' ? '' : ' or more'} open`}</span>
            </Text>
          )}
        </span>
      </span>
    </Link>
  )
}
