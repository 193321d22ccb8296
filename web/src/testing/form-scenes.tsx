import { fireEvent, render, screen, within } from '@testing-library/react'
import { App } from '../app/App'
import PromiseDialog from '../features/government/promises/PromiseDialog'
import { ReasonDialog } from '../features/messenger/pane/ReasonDialog'
import type { Task } from '../features/tasks/types'
import type { WrongField } from './expect-form-errors'
import { fakePassword } from './fake-admin'
import { adminChatAnswers, adminMessages } from './fake-admin-chat'
import { fakeNation, idOf, refuse } from './fake-nation'
import type { FakeNation } from './fake-nation'
import { fakePledge } from './fake-promises'
import { renderAt } from './render-at'

/** A form of the app: where it is written, how one comes to it with something wrong typed, and what is wrong once it is sent. */
export interface FormScene {
  readonly file: string
  /** The form, ready to be sent. */
  readonly open: () => Promise<HTMLElement>
  /** The first one first. */
  readonly wrong: readonly WrongField[]
}

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const nationOf = (as: 'admin' | 'citizen') => fakeNation({ now: NOW, as })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const formCalled = (name: string) => screen.findByRole('form', { name })
const formIn = async (dialog: string) =>
  (await screen.findByRole('dialog', { name: dialog })).querySelector<HTMLElement>('form')!
const formOf = async (label: RegExp) => (await screen.findAllByLabelText(label))[0]!.closest('form')!
const type = (form: HTMLElement, label: RegExp | string, value: string) =>
  fireEvent.change(within(form).getByLabelText(label), { target: { value } })

/** A form that a screen begins with. */
function shown(path: string, as: 'admin' | 'citizen', name: string) {
  renderAt(path, nationOf(as), NOW)
  return formCalled(name)
}

/** A screen, and a button on it that opens the form. */
async function opened(path: string, as: 'admin' | 'citizen', button: string | RegExp, nation = nationOf(as)) {
  renderAt(path, nation, NOW)
  await press(button)
}

/** A tab of the panel, once the gate is open. */
async function panel(tab: string, nation = nationOf('admin')) {
  renderAt(`/admin?tab=${tab}`, nation, NOW)
  const gate = await formCalled('Super Admin Access')
  type(gate, /^Username/, 'root')
  type(gate, /^Password/, fakePassword)
  fireEvent.submit(gate)
}

/** A form of the panel, with something typed. */
const inPanel =
  (tab: string, name: string, typed: Readonly<Record<string, string>> = {}) =>
  async () => {
    await panel(tab)
    const form = await formCalled(name)
    for (const [label, value] of Object.entries(typed)) type(form, label, value)
    return form
  }

/** A form in a dialog, which a button of the same name opens for administrators. */
const inDialog = (path: string, name: string) => async () => {
  await opened(path, 'admin', name)
  return formIn(name)
}

async function secondFactor() {
  await panel('sign-ins')
  await press('Set up another authenticator')
  return formCalled('Set up a second factor')
}

const aTask: Task = {
  ...{ id: idOf(40, 1), title: 'Task', description: 'Ask three workshops.', priority: 'normal' },
  ...{ assignedTo: 'secretary', assignedToRole: 'secretary', assignedToName: 'Ruth' },
  ...{ dueDate: null, overdue: false, status: 'open' },
  ...{ createdBy: idOf(3, 7), createdByName: 'Alma', createdByRole: 'admin' },
  ...{ createdAt: NOW, updatedAt: NOW, completedAt: null, responseCount: 0, responses: [] },
  may: { respond: true, update: true, complete: true, delete: true },
}

function withTask(): FakeNation {
  const nation = nationOf('admin')
  nation.answers['government-tasks.get-tasks'] = () => ({ success: true, tasks: [aTask], nextCursor: null, now: NOW })
  return nation
}

/** An interview whose answers are all written, and one of which the nation refuses. */
async function answered() {
  const nation = nationOf('citizen')
  const { interviews } = nation.handle('GET', '/api/interviews/list', null).body as { interviews: { id: string }[] }
  const details = [{ path: 'answers.1.answer', code: 'invalid_input', message: 'Please write less.' }]
  nation.answers['interviews.submit'] = () => {
    const { failed, body } = refuse(400, 'invalid_input', 'Some fields are missing or not valid.')
    return { failed, body: { ...body, details } }
  }
  renderAt(`/interviews/${interviews[0]!.id}`, nation, NOW)
  const form = await formCalled('Your answers')
  for (const field of within(form).getAllByRole('textbox')) fireEvent.change(field, { target: { value: 'Quiet' } })
  return form
}

/** A message of the admin chat that cannot be sent. */
async function unsaid() {
  const nation = nationOf('admin')
  Object.assign(nation.answers, adminChatAnswers(NOW, adminMessages(NOW, 1)))
  nation.answers['admin-chat.send-message'] = () => refuse(500, 'internal', 'Something broke.')
  await panel('chat', nation)
  const form = await formCalled('Write to the government')
  type(form, 'Message', 'Once more.')
  return form
}

const nothing = () => undefined
const percentage = 'Please enter 0 to 100, with at most two decimals'

export const formScenes: readonly FormScene[] = [
  {
    file: 'features/admin/AdminGate.tsx',
    open: () => shown('/admin', 'admin', 'Super Admin Access'),
    wrong: [
      ['Username', 'Please enter your username'],
      ['Password', 'Please enter your password'],
    ],
  },
  {
    file: 'features/admin/bank/FundingForm.tsx',
    open: inPanel('bank', 'Record funding'),
    wrong: [
      ['Amount (USD)', 'Please enter a valid amount'],
      ['Reference of the funding', 'Please enter a reference'],
    ],
  },
  {
    file: 'features/admin/bank/PaymentRow.tsx',
    open: async () => {
      await panel('bank')
      fireEvent.click(await screen.findByRole('button', { name: /^Mark as paid: .*President, cycle 4$/ }))
      return formOf(/^Reference for .*President, cycle 4$/)
    },
    wrong: [[/^Reference for .*President, cycle 4$/, 'Please enter a reference']],
  },
  {
    file: 'features/admin/bank/PercentagesForm.tsx',
    open: inPanel('bank', 'Percentages', { 'Minister of Finance': '101', President: '' }),
    wrong: [
      ['President', percentage],
      ['Minister of Finance', percentage],
    ],
  },
  {
    file: 'features/admin/bank/PoolForm.tsx',
    open: inPanel('bank', 'Total salary pool', { 'Total salaries (USD)': '' }),
    wrong: [['Total salaries (USD)', 'Please enter a valid salary amount']],
  },
  {
    file: 'features/admin/broadcast/BroadcastForm.tsx',
    open: inPanel('broadcast', 'New broadcast', { 'Ends (optional)': '2020-01-01T00:00' }),
    wrong: [
      ['Message', 'Please enter a message'],
      ['Ends (optional)', 'Please choose an end in the future, within a year.'],
    ],
  },
  {
    file: 'features/admin/chat/ChatForm.tsx',
    open: unsaid,
    wrong: [['Message', 'Unable to send message. Please try again.']],
  },
  {
    file: 'features/admin/settings/LimitForm.tsx',
    open: inPanel('settings', 'Followers that a candidacy needs', { 'Followers on X': '-1' }),
    wrong: [['Followers on X', /whole number from 0 to 1,000,000/]],
  },
  {
    file: 'features/admin/settings/LinksForm.tsx',
    open: async () => {
      await panel('settings')
      const form = await formCalled('Links')
      fireEvent.click(within(form).getByRole('button', { name: 'Add link' }))
      return form
    },
    wrong: [
      ['Name of link 1', 'Please give the link a name.'],
      ['Address of link 1', 'Please give an address that begins with https://.'],
    ],
  },
  {
    file: 'features/admin/sign-ins/RecoveryCodes.tsx',
    open: inPanel('sign-ins', 'New recovery codes'),
    wrong: [['Your password, again', 'Please enter your password']],
  },
  {
    file: 'features/admin/sign-ins/SecondFactor.tsx',
    open: secondFactor,
    wrong: [['Your password, once more', 'Please enter your password']],
  },
  {
    file: 'features/admin/sign-ins/SecondFactor.tsx',
    open: async () => {
      const form = await secondFactor()
      type(form, /^Your password/, fakePassword)
      type(form, /^A code of your authenticator/, '123456')
      fireEvent.submit(form)
      return formCalled('Confirm the second factor')
    },
    wrong: [['Six digits', 'Please enter the six digits']],
  },
  {
    file: 'features/citizens/desk/DeletePanel.tsx',
    open: async () => {
      await opened('/profile', 'citizen', 'Delete my account')
      return formOf(/^Type .* to confirm$/)
    },
    wrong: [[/^Type .* to confirm$/, 'Please type your handle exactly to confirm.']],
  },
  {
    file: 'features/elections/calendar/CancelElection.tsx',
    open: async () => {
      const nation = nationOf('admin')
      nation.answers['elections.create']!({ startsAt: Date.UTC(2026, 10, 23), endsAt: Date.UTC(2026, 10, 30) })
      await opened('/elections?view=upcoming', 'admin', /^Cancel the election of/, nation)
      return formCalled('Cancel the election of Week 48, 2026')
    },
    wrong: [['Why is it cancelled?', 'Please give a reason.']],
  },
  {
    file: 'features/elections/calendar/PlanElection.tsx',
    open: async () => {
      await opened('/elections?view=upcoming', 'admin', 'Plan an election')
      const form = await formCalled('Plan an election')
      type(form, /^Opens/, '')
      type(form, /^Closes/, '')
      return form
    },
    wrong: [
      ['Opens (UTC)', 'Please give a date and a time.'],
      ['Closes (UTC)', 'Please give a date and a time.'],
    ],
  },
  {
    file: 'features/elections/form/CandidacyForm.tsx',
    open: () => shown('/elections/create-profile', 'citizen', 'Candidate profile'),
    wrong: ['Position', 'Bio', 'Campaign slogan', 'Vision', 'Why vote for me'].map(
      (label) => [label, /Please/] as const,
    ),
  },
  {
    file: 'features/government/promises/PromiseDialog.tsx',
    open: async () => {
      render(
        <App>
          <PromiseDialog candidateId={idOf(2, 1)} pledge={fakePledge(0, 'A dry cellar')} onClose={nothing} />
        </App>,
      )
      const form = await formIn('Update this promise')
      type(form, /^Link/, 'the archive')
      return form
    },
    wrong: [
      ['What happened', 'Please say in a sentence what happened.'],
      ['Link (optional)', /https/],
    ],
  },
  {
    file: 'features/interviews/answer/AnswerForm.tsx',
    open: answered,
    wrong: [[/./, 'Please write less.']],
  },
  {
    file: 'features/interviews/manage/CreateInterview.tsx',
    open: inDialog('/government?tab=interviews', 'Create Interview'),
    wrong: [
      ['Title', 'Please enter a title.'],
      ['Description', 'Please enter a description.'],
      ['Question 1', 'Please enter a question.'],
    ],
  },
  {
    file: 'features/messenger/pane/ReasonDialog.tsx',
    open: () => {
      const texts = { title: 'Mute Ada', label: 'Why?', missing: 'Please say why.', action: 'Mute' }
      render(
        <App>
          <ReasonDialog {...texts} limit={500} busy={false} refusal={null} onSend={nothing} onClose={nothing} />
        </App>,
      )
      return formIn('Mute Ada')
    },
    wrong: [['Why?', 'Please say why.']],
  },
  {
    file: 'features/polls/card/PollSheet.tsx',
    open: async () => {
      await opened('/vote', 'citizen', /bridge of the capital/)
      return (await screen.findByRole('button', { name: 'Submit Vote' })).closest('form')!
    },
    wrong: [[/bridge of the capital/, 'Please select an option']],
  },
  {
    file: 'features/polls/form/PollDialog.tsx',
    open: inDialog('/vote', 'Create Poll'),
    wrong: [
      ['Question', 'Please enter a question.'],
      ['Option 1', 'Please fill this option in.'],
      ['Option 2', 'Please fill this option in.'],
    ],
  },
  {
    file: 'features/tasks/ResponseForm.tsx',
    open: () => opened('/government?tab=tasks', 'admin', 'Task', withTask()).then(() => formCalled('Respond: Task')),
    wrong: [['Your response', 'Please enter a response']],
  },
  {
    file: 'features/tasks/TaskFormDialog.tsx',
    open: inDialog('/government?tab=tasks', 'Create Task'),
    wrong: [
      ['Title', 'Please enter a title.'],
      ['Description', 'Please enter a description.'],
    ],
  },
]
