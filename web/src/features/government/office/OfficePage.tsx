import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'
import { officePageTitle } from '@nation/domain/pages'
import { useParams } from 'react-router-dom'
import { Page, PageHead } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { call } from '../../../lib/api/client'
import { sentenceOf } from '../../../lib/api/api-error'
import { ButtonLink, EmptyState, Instant } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { useCursorPages } from '../../../lib/query/use-cursor-pages'
import { governmentPath } from '../paths'
import { HolderRow } from './HolderRow'

/** Everybody who held an office, for everybody to read. */
export default function OfficePage() {
  const { office = '' } = useParams()
  const known = governmentRoles.find((role) => role === office)
  usePageTitle(known && officePageTitle(officeTitle(known)))
  return <Page>{known ? <Holders office={known} /> : <NoSuchOffice />}</Page>
}

function Holders({ office }: { office: GovernmentRole }) {
  const pages = useCursorPages(['government.office', { office }], (cursor, signal) =>
    call('government.office', { office, ...cursor }, { signal }),
  )
  const terms = pages.data?.pages.flatMap((page) => page.terms) ?? []
  const vacantSince = pages.data?.pages[0]?.vacantSince ?? null
  const title = officeTitle(office)
  return (
    <>
      <PageHead
        title={title}
        actions={
          <ButtonLink to={governmentPath} variant="default">
            Back to Government Staff
          </ButtonLink>
        }
      >
        <p>Everybody who held this office, and how they came to it.</p>
        {vacantSince !== null && (
          <p>
            <strong>Vacant</strong> since <Instant at={vacantSince} />.
          </p>
        )}
      </PageHead>
      <PagedList
        pages={pages}
        items={terms}
        label="Holders"
        failure={sentenceOf(pages.error)}
        skeletons={{ count: 5, height: '5.5rem' }}
        empty={<EmptyState title="No holder yet">This office has never been held.</EmptyState>}
      >
        {(term) => <HolderRow key={`${term.startedAt} ${term.userId}`} office={office} term={term} />}
      </PagedList>
    </>
  )
}

function NoSuchOffice() {
  return (
    <EmptyState
      title="There is no such office"
      actions={<ButtonLink to={governmentPath}>Back to Government Staff</ButtonLink>}
    >
      There are {countInWords(governmentRoles.length)} offices. None has this address.
    </EmptyState>
  )
}
