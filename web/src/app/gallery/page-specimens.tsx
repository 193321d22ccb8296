import { useId } from 'react'
import { EmptyState, OfficeBadge, officeStyle } from '../../ui'
import { PagedList } from '../../ui/PagedList'
import { Chapter, Chapters, Points } from '../../ui/profile/Chapters'
import { Counts } from '../../ui/profile/Counts'
import { OfficeBanner } from '../../ui/profile/OfficeBanner'
import { OfficeProfile, OfficeProfileSkeleton } from '../../ui/profile/OfficeProfile'
import classes from './Gallery.module.css'

/** A citizen's page, and what it is while it loads. */
export function Profiles() {
  const nameId = useId()
  return (
    <>
      <div className={classes.wide}>
        <OfficeProfile
          role="secretary"
          person={{ id: 'ada', name: 'Ada of the Harbour', nameId, picture: null, path: null }}
          banner={{ id: 'ada', picture: null }}
          title="Harbour master"
          slogan="Open books, open doors"
          badges={<OfficeBadge role="secretary" title="Secretary of State" />}
          facts={<span>2.3K followers</span>}
          aside={<Counts label="Votes" votes={61.4} supporters={54} />}
        >
          <Programme />
        </OfficeProfile>
      </div>
      <div className={classes.wide}>
        <OfficeProfileSkeleton label="Loading Official Profile..." />
      </div>
      <OfficeBanner id="bob" role="president" picture={null} className={classes.picture} />
    </>
  )
}

function Programme() {
  return (
    <div style={officeStyle('secretary')}>
      <Chapters>
        <Chapter title="Vision" text="A nation that ships on Tuesday what it decided on Monday." />
        <Points title="Goals" points={['One page of what is under way', 'An answer within a day']} />
      </Chapters>
    </div>
  )
}

const at = (state: 'full' | 'stopped' | 'loading' | 'failed' | 'empty') => ({
  isPending: state === 'loading',
  isError: state === 'failed',
  isFetching: false,
  hasNextPage: state === 'full' || state === 'stopped',
  isFetchingNextPage: false,
  isFetchNextPageError: state === 'stopped',
  refetch: () => {},
  fetchNextPage: () => {},
})

/** A list that is read page by page: full, with a next page that failed, loading, empty and failed. */
export function Lists() {
  return (['full', 'stopped', 'loading', 'empty', 'failed'] as const).map((state) => (
    <div key={state} className={classes.wide}>
      <PagedList
        pages={at(state)}
        items={at(state).hasNextPage ? ['Ada of the Harbour', 'Bob'] : []}
        label="Members"
        skeletons={{ count: 2, height: '2rem' }}
        failure="HTTP 503: The nation is busy. Please try again in a moment."
        empty={<EmptyState title="No members found">No citizen has this name or handle.</EmptyState>}
      >
        {(name) => <li key={name}>{name}</li>}
      </PagedList>
    </div>
  ))
}
