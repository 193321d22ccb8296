import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import classes from './MoreMenu.module.css'

interface Action {
  readonly label: string
  readonly onClick: () => void
  /** Takes something away. */
  readonly danger?: boolean
}

interface Props {
  /** What it belongs to: 'More for Ada'. */
  label: string
  actions: readonly Action[]
  busy?: boolean
}

/** What is seldom done with a row, behind three dots. It opens inside its row, which `rememberItem` then still finds. */
export const MoreMenu = ({ label, actions, busy = false }: Props) => (
  <Menu
    position="bottom-end"
    // `disabled` would hide what the button opens, and not keep it from opening: it came once the call was over.
    {...(busy && { opened: false })}
    shadow="md"
    withinPortal={false}
    withInitialFocusPlaceholder={false}
    classNames={{ dropdown: classes.dropdown, item: classes.item }}
  >
    <Menu.Target>
      <button type="button" className={classes.more} aria-label={label} aria-disabled={busy}>
        <IconDots size={20} aria-hidden="true" />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map(({ label: action, onClick, danger }) => (
        <Menu.Item key={action} data-danger={danger || undefined} onClick={onClick}>
          {action}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
